"""Whole games, written down once: they must be legal, and end as they ended."""

from __future__ import annotations

import pytest

from games.testing import check_golden
from tests.games.night_express.golden import FOLDER, NAMES, played
from tests.games.night_express.positions import GAME

FILES = sorted(FOLDER.glob("*.game"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_as_it_was(file):
    text = file.read_text("utf-8")
    record = check_golden(GAME, text)
    assert text.startswith(record.dump())
    assert record.players == int(file.stem.split("-")[1])


EARLIER = sorted((FOLDER / "rules-1").glob("*.game"))


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_game_by_the_rules_before_ends_as_it_ended(file):
    text = file.read_text("utf-8")
    assert check_golden(GAME, text).game.rules == 1


def test_there_is_one_for_each_version_and_number_of_players():
    assert sorted(file.stem for file in FILES) == sorted(NAMES)
    assert len(FILES) >= 12
    logs = (FOLDER / "expert-4-with-rulings.game").read_text("utf-8")
    assert "\nundo " in logs
    assert "\nstand " in logs


def test_a_recipe_plays_its_game():
    assert played("simplified-2").state.end() == "finished"
