"""The order of the players, on tournaments worked out by hand and on any results at all."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.results import GameResult, Results
from scoring.schemes import scheme, schemes
from scoring.standings import rank
from tests.examples import ALL, FEWEST
from tests.scoring.played import any_results, results, rows, summary

EVERY_SCHEME = sorted(schemes())


def test_two_rounds_add_up():
    played = results(
        [{"ann": 120, "ben": 90, "cay": 60, "dee": 30}],
        [{"ann": 50, "ben": 110, "cay": 20, "dee": 110}],
    )
    found = rows("house", played)
    assert [(r.player, r.place, str(r.score), r.wins, r.game_points, r.games) for r in found] == [
        ("ben", 1, "13/2", 1, 200, 2),
        ("ann", 2, "6", 1, 170, 2),
        ("dee", 3, "9/2", 1, 140, 2),
        ("cay", 4, "3", 0, 80, 2),
    ]
    assert [row.why and row.why.sentence for row in found] == [
        "More points: 6.5 against 6.",
        "More points: 6 against 4.5.",
        "More points: 4.5 against 3.",
        None,
    ]


def test_equal_scores_are_separated_by_wins_then_by_game_points():
    played = results(
        [{"ann": 20, "ben": 10, "cay": 0}, {"dee": 30, "eve": 9, "fay": 0}],
        [{"ben": 20, "eve": 10, "ann": 0}, {"cay": 7, "fay": 6, "dee": 0}],
    )
    # Ben 2.5 + 4; Ann, Dee and Cay 5, all with a win; Eve 5 without one.
    assert summary(rows("house", played))[:5] == [
        (1, "ben", "More points: 6.5 against 5."),
        (2, "dee", "Equal in score and wins. More game points: 30 against 20."),
        (3, "ann", "Equal in score and wins. More game points: 20 against 7."),
        (4, "cay", "Equal in score. More wins: 1 against 0."),
        (5, "eve", "More points: 5 against 3.5."),
    ]


def test_players_equal_in_everything_share_a_place_and_the_next_place_is_left_out():
    played = results([{"zoe": 9, "ben": 1}, {"ann": 9, "cay": 1}])
    assert summary(rows("house", played)) == [
        (1, "ann", "Shares the place: equal in score, wins and game points."),
        (1, "zoe", "More points: 4 against 1."),
        (3, "ben", "Shares the place: equal in score, wins and game points."),
        (3, "cay", ""),
    ]


def test_thirds_that_no_float_can_hold_still_tie():
    # A third of a hundred and two thirds of it are a hundred, to the last digit.
    third = results([{"ann": 1, "ben": 1, "cay": 1}], [{"ann": 2, "ben": 1, "cay": 0}])
    found = {row.player: row.score for row in rows("share", third)}
    assert found["ann"] == Fraction(100, 3) + Fraction(200, 3) == 100


def test_values_that_would_be_rounded_alike_are_shown_exactly():
    played = results([{"ann": 10000, "ben": 9999, "cay": 1}, {"dee": 10001, "eve": 9999, "fay": 0}])
    found = rows("share", played)
    assert found[0].why.sentence == "More points: 50 1/200 against 50."
    assert found[0].player == "dee"


def test_exact_values_have_the_sign_and_the_unit_of_rounded_ones():
    # Ann was second five times in eight and Ben eight times in thirteen, otherwise third.
    held = {"ann": (8,) * 5 + (6,) * 3, "ben": (8,) * 8 + (6,) * 5}
    played = results(
        *([{who: points, f"{who} {n} first": 9, f"{who} {n}": 7}]
          for who, all_points in held.items()
          for n, points in enumerate(all_points))
    )  # fmt: skip
    order = summary(rank(played, scheme("catan"), key=str, tie_breaks=["average-place"]))
    why = {player: sentence for _place, player, sentence in order}
    assert why["ann"] == "Equal in wins. A better average place: 2 3/8 against 2 5/13."
    share = results([{"ann": 10_000, "zed": 10_001}, {"ben": 9_999, "yan": 10_001}])
    order = summary(rank(share, scheme("catan"), key=str, tie_breaks=["share"]))
    why = {player: sentence for _place, player, sentence in order}
    assert why["ann"].startswith("Equal in wins. A larger share of the tables: 49 19951/20001 %")


def test_the_final_decides_the_top_and_the_rest_keep_their_order():
    played = results(
        [{"a": 9, "b": 8, "c": 7, "d": 6}, {"e": 5, "f": 4, "g": 3}],
        final={"a": 40, "b": 90, "c": 120, "e": 10},
    )
    assert summary(rows("house", played))[:5] == [
        (1, "c", "Better in the final: 120 against 90."),
        (2, "b", "Better in the final: 90 against 40."),
        (3, "a", "Better in the final: 40 against 10."),
        (4, "e", "Got further after the preliminary rounds."),
        (5, "f", "More points: 2.5 against 1."),
    ]


def test_a_tie_in_the_final_goes_to_the_better_preliminary_standing():
    played = results([{"ann": 5, "ben": 6}], final={"ann": 120, "ben": 120})
    assert summary(rows("house", played)) == [
        (1, "ben", "More points: 4 against 1."),
        (2, "ann", ""),
    ]


def test_the_tie_breaks_of_a_game_decide_its_final_too():
    played = results(final={"ann": (10, 3), "ben": (10, 4)})
    assert summary(rows("house", played)) == [
        (1, "ben", "Better in the final: 10 / 4 against 10 / 3."),
        (2, "ann", ""),
    ]


def test_a_finalist_below_zero_still_stands_above_everybody_else():
    played = results([{"ann": 5, "ben": 6}], final={"ann": -30})
    assert [row.player for row in rows("house", played)] == ["ann", "ben"]


def test_a_final_of_several_tables_ranks_them_one_after_the_other():
    played = results(
        [{"a": 9, "b": 8, "c": 7, "d": 6, "e": 5}],
        final={"a": 1, "b": 2, "c": 90, "d": 95},
        final_tables={"a": 1, "b": 1, "c": 2, "d": 2},
    )
    assert summary(rows("house", played)) == [
        (1, "b", "Better in the final: 2 against 1."),
        (2, "a", "Played at a higher table of the final."),
        (3, "d", "Better in the final: 95 against 90."),
        (4, "c", "Got further after the preliminary rounds."),
        (5, "e", ""),
    ]


def test_semifinalists_stand_above_the_rest_in_their_preliminary_order():
    played = results(
        [{"a": 9, "b": 8, "c": 7, "d": 6}, {"e": 9, "f": 8, "g": 7, "h": 6}],
        reached={"a": 1, "e": 1, "c": 1, "h": 1},
        final={"h": 3, "c": 2},
    )
    assert [row.player for row in rows("house", played)] == ["h", "c", "a", "e", "b", "f", "g", "d"]


def test_a_later_stage_of_a_knock_out_ranks_higher():
    played = results([{"a": 2, "b": 1}, {"c": 2, "d": 1}], reached={"a": 1, "d": 3, "c": 2, "b": 1})
    assert [row.player for row in rows("house", played)] == ["d", "c", "a", "b"]


# --- Penalties, byes, and who did not play --------------------------------------------------------


def test_a_penalty_takes_points_off_the_score_and_nothing_else():
    played = results([{"ann": 9, "ben": 8, "cay": 7}], penalties={"ann": Fraction(7, 4)})
    assert summary(rows("house", played)) == [
        (1, "ben", "More points: 2.5 against 2.25."),
        (2, "ann", "More points: 2.25 against 1."),
        (3, "cay", ""),
    ]


def test_a_disqualified_player_ranks_behind_all_others():
    played = results([{"ann": 9, "ben": 8}], disqualified={"ann"}, players=["cay"])
    assert summary(rows("house", played)) == [
        (1, "ben", "The next player has not played yet."),
        (2, "cay", "The next player is disqualified."),
        (3, "ann", ""),
    ]


def test_a_bye_is_worth_the_mean_of_ones_own_games_and_is_no_game():
    played = results(
        [{"ann": 9, "ben": 8, "cay": 7}], [{"ann": 1, "ben": 8, "cay": 7}], byes=[(3, "ann")]
    )
    ann = next(row for row in rows("house", played) if row.player == "ann")
    assert (ann.score, ann.games, ann.wins) == (Fraction(15, 2), 2, 1)


def test_a_late_entry_has_nothing_for_the_rounds_missed_and_a_drop_keeps_what_was_won():
    played = results([{"ann": 9, "ben": 8}], [{"ben": 9, "late": 8}])
    scores = {row.player: row.score for row in rows("house", played)}
    assert scores == {"ann": 4, "ben": 5, "late": 1}


def test_tables_of_three_to_six_give_the_same_for_the_first_and_for_the_last():
    for size in (3, 4, 5, 6):
        found = rows("house", results([{n: -n for n in range(size)}]))
        assert (found[0].score, found[-1].score) == (4, 1)


def test_nobody_gives_no_rows():
    assert rows("house", results()) == []


# --- Properties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", EVERY_SCHEME)
@given(played=any_results(), random=st.randoms(use_true_random=False))
@settings(max_examples=40 if ALL else FEWEST)
def test_the_order_does_not_depend_on_the_order_of_the_input(key, played, random):
    games = [
        GameResult(game.round, dict(random.sample(sorted(game.merits.items()), len(game.merits))))
        for game in played.games
    ]
    random.shuffle(games)
    turned = replace(
        played,
        games=games,
        byes=tuple(reversed(played.byes)),
        final=dict(reversed(played.final.items())),
    )
    assert rows(key, turned) == rows(key, played)


@pytest.mark.parametrize("key", EVERY_SCHEME)
@given(played=any_results())
@settings(max_examples=40 if ALL else FEWEST)
def test_the_order_is_total_and_exact_and_places_follow_it_with_a_stranger_too(key, played):
    found = rows(key, played)
    assert [row.rank for row in found] == list(range(1, len(found) + 1))
    assert {row.player for row in found} == set(played.everybody())
    assert [row.why for row in found if row.why is None] == [None][: len(found)]
    for above, below in pairwise(found):
        assert below.place == (below.rank if above.why.step else above.place)
        assert above.why.sentence.endswith(".")
    for row in found:  # no float is anywhere
        assert type(row.score) is Fraction
        assert all(type(value) in (int, Fraction) for value in row.measures.values())
    before = {row.player: row.place for row in found}
    after = {row.player: row.place for row in rows(key, replace(played, players=["zz stranger"]))}
    del after["zz stranger"]
    assert after == before


@given(
    played=any_results(), breaks=st.permutations(["head-to-head", "strength", "median-strength"])
)
def test_the_other_tie_breaks_keep_these_promises_too(played, breaks):
    def ranked(results_):
        return rank(results_, scheme("house"), key=str, tie_breaks=breaks)

    before = {row.player: row.place for row in ranked(played)}
    turned = replace(played, games=list(reversed(played.games)))
    assert ranked(turned) == ranked(played)
    after = {row.player: row.place for row in ranked(replace(played, players=["zz"]))}
    assert {**after, "zz": None} == {**before, "zz": None}


def test_a_player_who_only_entered_has_a_row_in_the_order_of_the_key():
    found = rows("house", Results(players=["ben", "ann"]))
    assert [(row.player, row.place) for row in found] == [("ann", 1), ("ben", 1)]
