"""A helper holds a place at a table, and is ranked nowhere."""

from fractions import Fraction

import pytest

from scoring import json_input
from scoring.json_reading import ResultsError
from scoring.results import GameResult, Results
from scoring.schemes import scheme, schemes
from scoring.standings import rank
from tests.scoring.played import merits, results, rows


def helped(table, *helpers):
    """A round in which these players of a table only helped."""
    ranked = {player: merit for player, merit in merits(table).items() if player not in helpers}
    others = [merit for player, merit in merits(table).items() if player in helpers]
    return Results(games=[GameResult(1, ranked, helpers=tuple(others))])


TABLE = {"ann": 90, "hal": 120, "ben": 60, "cay": 30}


@pytest.mark.parametrize("key", sorted(schemes()))
def test_the_others_get_what_the_scheme_gives_at_the_table_as_it_was_played(key):
    whole = {row.player: row for row in rows(key, results([TABLE]))}
    found = rank(helped(TABLE, "hal"), scheme(key), key=str)
    assert {row.player for row in found} == {"ann", "ben", "cay"}
    assert all(row.score == whole[row.player].score for row in found)
    assert all(row.wins == 0 for row in found)


def test_a_helper_is_nobodys_opponent():
    """The mean of the others' scores is that of those who are ranked."""
    found = rank(
        helped(TABLE, "hal"), scheme("house"), key=str, tie_breaks=["strength"],
    )  # fmt: skip
    scores = {row.player: row.score for row in found}
    strength = {row.player: row.measures["strength"] for row in found}
    assert strength["ann"] == Fraction(scores["ben"] + scores["cay"], 2)


def test_results_as_json_may_name_helpers():
    played = {"rounds": [{"tables": [TABLE], "helpers": ["hal"]}]}
    assert json_input.read(played).games == helped(TABLE, "hal").games
    with pytest.raises(ResultsError, match="Zoe helps, and sits at no table"):
        json_input.read({"rounds": [{"tables": [TABLE], "helpers": ["Zoe"]}]})
