"""Whole games, written down once: they must be legal, and end as they ended."""

import pytest

from games.testing import check_golden
from tests.games.terminus.golden import FOLDER, RECIPES, played
from tests.games.terminus.positions import GAME

FILES = sorted(FOLDER.glob("*.game"), key=lambda file: file.stem)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_as_it_was(file):
    text = file.read_text("utf-8")
    record = check_golden(GAME, text)
    assert text.startswith(record.dump())


EARLIER = sorted((FOLDER / "rules-1").glob("*.game"))


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_game_by_the_rules_before_ends_as_it_ended(file):
    assert check_golden(GAME, file.read_text("utf-8")).game.rules == 1


def test_there_is_every_end_for_every_number_of_players():
    assert [file.stem for file in FILES] == sorted(recipe.name for recipe in RECIPES)
    assert len(FILES) >= 12
    ends = set()
    for file in FILES:
        record = check_golden(GAME, file.read_text("utf-8"))
        ends.add((record.state.end(), record.players, record.state.with_automa))
    tables = [(2, True), (2, False), (3, False), (4, False), (5, False)]
    assert ends == {(end, *table) for end in GAME.ends for table in tables}


def test_the_recipes_play_games_of_their_kind():
    assert played(RECIPES[2]).state.end() == "finished"
