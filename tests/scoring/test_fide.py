"""Tie-breaks of FIDE's chapter C.07: a published table, another program, and small examples."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.measures import MEASURES
from scoring.results import GameResult, Results
from scoring.results_index import ResultsIndex
from scoring.schemes import scheme
from tests.scoring.played import results, rows, summary
from tests.scoring.swiss import by_gacrux, random_swiss

# --- A published table ----------------------------------------------------------------------------

#: Mario Held, Exercises in Tie-Breaking (FIDE's arbiters, revision 2403220900), the Swiss of
#: section 2.1. By round: points, colour and opponent; a bye by the pairing (U) and one asked for
#: (H); games won or lost by default (f); absent (-).
HELD = """
 1  1w9  =b13 =w2  1b15 =w4
 2  1b10 1w7  =b1  1w16 =b3
 3  =w11 1b6  1w8  =b4  =w2
 4  1b12 H    1w13 =w3  =b1
 5  0w13 0b15 1w11 =b7  1w10
 6  0b14 0w3  U    1w10 1b8
 7  1w15 0b2  0b16 =w5  0b11
 8  =b16 1w14 0b3  1w13 0w6
 9  0b1  0w10 H    0f11 U
10  0w2  1b9  0w15 0b6  0b5
11  =b3  0w16 0b5  1f9  1w7
12  0w4  U    1f14 -    -
13  1b5  =w1  0b4  0b8  0w14
14  1w6  0b8  0f12 -    1b13
15  0b7  1w5  1b10 0w1  0b16
16  =w8  1b11 1w7  0b2  1w15
"""
#: The published solutions, exercises 1 to 8, 11 to 13 and 27 to 29; as they were in 2023.
PUBLISHED = {
    "score": "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5",
    "buchholz": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    "buchholz-cut-1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
    "sonneborn-berger": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    "rounds-won": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "wins": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "black-games": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
}
#: Since March 2026 the dummy has at most the points of draws in all rounds, here 2.5, and after a
#: game by default at most those of the opponent: article 16.4. That changes these alone.
SINCE_2026 = {
    "buchholz": {4: "14", 6: "11.5", 11: "12.5"},
    "buchholz-cut-1": {6: "10.5", 11: "11"},
    "sonneborn-berger": {4: "9.25", 6: "6", 11: "4.75"},
}


def held():
    games: list[GameResult[int]] = []
    byes: dict[str, list[tuple[int, int]]] = {"U": [], "H": []}
    for line in HELD.strip().splitlines():
        player, *cells = line.split()
        for number, cell in enumerate(cells, 1):
            if cell in byes:
                byes[cell].append((number, int(player)))
            elif cell != "-" and (cell[1] == "w" or cell[:2] == "1f"):
                rival, mine = int(cell[2:]), {"1": (1, 0), "=": (0, 0), "0": (0, 1)}[cell[0]]
                merits = {int(player): mine[:1], rival: mine[1:]}
                played = cell[1] != "f"
                games.append(GameResult(number, merits, second=rival, played=played))
    return Results(games=games, byes=byes["U"], half_byes=byes["H"], head_to_head=True)


def values(key, played):
    index = ResultsIndex(played, scheme("win-draw-loss"))
    return MEASURES[key].of(index, list(index.lines))


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_published_table_of_fide_comes_out(key):
    expected = dict(enumerate(map(Fraction, PUBLISHED[key].split()), 1))
    expected |= {n: Fraction(text) for n, text in SINCE_2026.get(key, {}).items()}
    assert values(key, held()) == expected


def test_nobody_of_the_published_table_can_be_told_apart_who_has_not_met_all_others():
    # Exercise 23: of 1, 3, 4 and 16, with 3.5 points, 16 has met none of the others.
    assert len(set(values_among("direct-encounter", held(), (1, 3, 4, 16)).values())) == 1


def values_among(key, played, players):
    return MEASURES[key].of(ResultsIndex(played, scheme("win-draw-loss")), players)


# --- Another program ------------------------------------------------------------------------------

CODES = {
    "score": "PTS",
    "buchholz": "BH",
    "buchholz-cut-1": "BH/C1",
    "median-buchholz": "BH/M1",
    "sonneborn-berger": "SB",
    "rounds-won": "WIN",
    "wins": "WON",
    "black-games": "BPG",
}


@pytest.mark.once
@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(8, 25))]
)
def test_gacrux_finds_the_same_in_a_random_tournament(seed):
    compare(seed)


def compare(seed):
    """Hold every tie-break of a random tournament against gacrux's; used by ``make oracle`` too."""
    swiss = random_swiss(seed)
    for key, code in CODES.items():
        assert values(key, swiss.results) == by_gacrux(swiss.trf, code), (seed, key)
    if swiss.has_all_played:  # who has not stands behind all who have
        ranked = rows("win-draw-loss", swiss.results, tie_breaks=["direct-encounter"])
        ranks = by_gacrux(swiss.trf, "DE", after_points=True)
        assert {row.player: row.place for row in ranked} == ranks, seed


# --- Small examples -------------------------------------------------------------------------------


def test_a_draw_is_no_win_in_games_of_two():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 1, "dee": 1}],
        [{"ann": 1, "cay": 1}, {"ben": 3, "dee": 0}],
        [{"ann": 9, "dee": 1}, {"ben": 4, "cay": 4}],
    )
    found = {row.player: (row.score, row.wins) for row in rows("win-draw-loss", played)}
    assert found["ann"] == (Fraction(5, 2), 2)
    assert found["cay"] == (Fraction(3, 2), 0)
    # In another scheme, where a tournament is for two; not at a table of a game for more.
    heads = replace(played, head_to_head=True)
    assert {row.player: row.wins for row in rows("house", heads)}["ann"] == 2
    assert {row.player: row.wins for row in rows("house", played)}["ann"] == 3


def test_a_bye_counts_as_a_game_against_an_opponent_with_the_own_score():
    played = results([{"ann": 2, "ben": 1}], [{"ann": 2, "cay": 1}], byes=[(1, "cay"), (2, "ben")])
    # Ben met Ann, who has 2, and has a bye: a dummy with Ben's own point. Cay the same.
    assert values("buchholz", played) == {"ann": 2, "ben": 3, "cay": 3}


def test_who_left_counts_as_drawing_the_rest_for_the_opponents():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "dee": 1}],
        [{"ann": 2, "cay": 1}],
        [{"ann": 2, "cay": 1}],
    )
    # Ben left after the first round with 0: two draws are 1 for Ann. Dee is one for Cay.
    assert values("buchholz", played)["ann"] == 1 + 1 + 1
    assert values("buchholz", played)["cay"] == 1 + 3 + 3


def test_the_round_that_was_missed_by_choice_is_cut_before_a_weaker_opponent():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "dee": 1}],
        [{"ann": 2, "dee": 1}, {"cay": 2, "ben": 1}],
        [{"cay": 2, "dee": 1}],
    )
    # Ann, 2 points, missed the third round: the dummy has 1.5. Ben has 0 and a draw for the third
    # round, Dee 0. Dee is the weakest, and yet the dummy is cut.
    assert values("buchholz", played)["ann"] == Fraction(1, 2) + 0 + Fraction(3, 2)
    assert values("buchholz-cut-1", played)["ann"] == Fraction(1, 2)


def test_a_game_that_still_runs_is_no_round_missed():
    played = results([{"ann": 2, "ben": 1}, {"cay": 2, "dee": 1}], [{"ann": 2, "cay": 1}])
    waiting = replace(played, pending=[(2, "ben"), (2, "dee")])
    assert values("buchholz", waiting)["ben"] == 2
    assert values("buchholz", played)["ben"] == 2 + 0
    assert values("buchholz", waiting)["ann"] == 0 + 1
    assert values("buchholz", played)["ann"] == Fraction(1, 2) + 1


def test_of_two_who_met_the_direct_encounter_decides():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "zed": 1}],
        [{"ann": 1, "cay": 1}, {"ben": 2, "zed": 1}],
        [{"ben": 2, "cay": 2}, {"zed": 2, "ann": 1}],
    )
    assert summary(rows("win-draw-loss", played, tie_breaks=["direct-encounter"]))[1:3] == [
        (2, "ann", "Equal in score. Ahead in the games against one another: 1 against 0."),
        (3, "ben", "More points: 1.5 against 1."),
    ]


def test_direct_encounter_is_asked_again_of_those_whom_it_leaves_equal():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "dee": 1}],
        [{"ann": 1, "cay": 1}, {"ben": 1, "dee": 1}],
        [{"ann": 1, "dee": 1}, {"ben": 2, "cay": 1}],
        penalties={"ann": Fraction(1, 2), "dee": Fraction(-1, 2)},
    )
    # All have 1.5 points. Against one another Ann made 2, Ben and Cay 1.5, Dee 1; Ben beat Cay.
    assert summary(rows("win-draw-loss", played, tie_breaks=["direct-encounter"])) == [
        (1, "ann", "Equal in score. Ahead in the games against one another: 2 against 1.5."),
        (2, "ben", "Equal in score. Ahead in the games against one another: 1 against 0."),
        (3, "cay", "Equal in score. Ahead in the games against one another: 1.5 against 1."),
        (4, "dee", ""),
    ]


def test_where_not_all_have_met_only_a_lead_that_nobody_can_reach_counts():
    played = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "zed": 1}],
        [{"ann": 2, "cay": 1}, {"ben": 2, "zed": 1}],
        penalties={"ann": Fraction(1)},
    )
    # Ben and Cay have not met: either may still make 1 against the others, and Ann has 2.
    assert summary(rows("win-draw-loss", played, tie_breaks=["direct-encounter"]))[:2] == [
        (1, "ann", "Equal in score. Ahead in the games against one another: 2 against 1."),
        (2, "ben", "Shares the place: equal in score and direct encounter."),
    ]
    unmet = results(
        [{"ann": 2, "ben": 1}, {"cay": 2, "zed": 1}],
        [{"ben": 2, "zed": 1}],
    )
    # Ann has 1, and Cay could still win both games that are missing.
    found = rows("win-draw-loss", unmet, tie_breaks=["direct-encounter"])
    assert [row.place for row in found] == [1, 1, 1, 4]


@pytest.mark.parametrize("key", [key for key, one in MEASURES.items() if one.chapter])
def test_each_names_its_article(key):
    measure = MEASURES[key]
    assert measure.chapter.startswith("C.07 ")
    assert key in {*CODES, "direct-encounter"}
