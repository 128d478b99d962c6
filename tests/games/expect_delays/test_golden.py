"""Whole games, written down once: they must be legal, and end as they ended."""

import pytest

from games.testing import check_golden
from tests.games.expect_delays.golden import FOLDER, RECIPES, apart, played
from tests.games.expect_delays.positions import GAME

FILES = sorted(FOLDER.glob("*.game"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_as_it_was(file):
    text = file.read_text("utf-8")
    record = check_golden(GAME, text)
    assert text.startswith(record.dump())


def test_there_are_twelve_or_more_of_every_end_and_every_tie_break():
    assert [file.stem for file in FILES] == sorted(recipe.name for recipe in RECIPES)
    assert len(FILES) >= 12
    records = [check_golden(GAME, file.read_text("utf-8")) for file in FILES]
    assert {record.state.end() for record in records} == set(GAME.ends)
    assert {apart(record) for record in records} == {*GAME.keys, "shared"}


def test_the_recipes_play_games_of_their_kind():
    for recipe in RECIPES[1:3]:
        record = played(recipe, 1)
        assert record.state.end() == "target"
