"""Whole hands and games, written down once: they must be legal, and end as they ended."""

import pytest

from games.testing import check_golden
from tests.games.express.golden import FOLDER, RECIPES, played, wanted
from tests.games.express.positions import GAME


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_golden_game_is_as_it_was(recipe):
    text = (FOLDER / f"{recipe.name}.game").read_text("utf-8")
    record = check_golden(recipe.game, text)
    assert text.startswith(record.dump())
    assert wanted(recipe, record)


def test_there_is_one_for_every_end_and_number_of_players():
    assert sorted(file.stem for file in FOLDER.glob("*")) == sorted(one.name for one in RECIPES)
    ends = {(recipe.players, recipe.end) for recipe in RECIPES}
    assert ends == {(players, end) for players in GAME.players for end in GAME.ends}
    assert len(RECIPES) >= 12


def test_a_record_of_the_rules_before_is_played_by_the_rules_before():
    text = (FOLDER.parent / "rules-1.txt").read_text("utf-8")
    record = check_golden(GAME, text)
    assert record.header()["rules"] == 1
    assert record.game.rules == 1
    assert GAME.rules == 2
    assert text.startswith(record.dump())


def test_the_recipes_still_play():
    recipe = next(one for one in RECIPES if one.name == "4-at-random")
    assert played(recipe, 1).state.end() == "turns"
