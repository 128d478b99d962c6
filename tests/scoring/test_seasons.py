"""Seasons worked out by hand, and what holds of any season."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.divisions import moves
from scoring.leagues import PointsTable, PointsTableError, leagues, read_lists
from scoring.seasons import Finish, Part, Rules, rank, results_that_count


def part(key, order, *, category="", level=1, event=None, best=None, out=(), is_over=True):
    """A tournament in which the players finished in this order; a tuple shares a place.

    Those ``out`` were disqualified.
    """
    finishes, place = [], 1
    for group in order:
        names = group if isinstance(group, tuple) else (group,)
        for name in names:
            worth = Fraction((best or {}).get(name, 0))
            finishes.append(Finish(name, place, len(names), worth, disqualified=name in out))
        place += len(names)
    return Part(key, event or key, category, level, finishes, is_over=is_over)


def season(league, parts, **options):
    names = {finish.player: finish.player for one in parts for finish in one.finishes}
    return rank(leagues()[league], parts, names=names, rules=Rules(**options))


def summary(rows):
    return [(row.place, row.player, str(row.total)) for row in rows]


EIGHT = list("abcdefgh")


def test_laurels_are_10_6_4_3_for_the_better_half_of_eight():
    rows = season("laurels", [part(1, EIGHT)])
    assert summary(rows)[:5] == [
        (1, "a", "10"),
        (2, "b", "6"),
        (3, "c", "4"),
        (4, "d", "3"),
        (5, "e", "0"),
    ]
    assert rows[0].why == "A higher total: 10 against 6."


def test_six_places_get_laurels_times_the_level():
    rows = season("laurels", [part(1, list("abcdefghijkl"), level=3)])
    assert [str(row.total) for row in rows[:7]] == ["30", "18", "12", "9", "6", "3", "0"]


def test_seven_players_get_no_laurels_and_a_shared_place_the_mean():
    assert {row.total for row in season("laurels", [part(1, list("abcdefg"))])} == {0}
    rows = season("laurels", [part(1, ["a", ("b", "c"), *"defgh"])])
    assert summary(rows)[:3] == [(1, "a", "10"), (2, "b", "5"), (2, "c", "5")]


def test_the_best_game_of_each_category_counts_and_the_iron_man_has_all_categories():
    parts = [
        part(1, ["a", "b"], category="freight", best={"a": "9/2", "b": 3}),
        part(2, ["b", "a"], category="freight", best={"a": 4, "b": "7/2"}),
        part(3, ["b", "c"], category="cards", best={"b": 4, "c": 1}),
        part(4, ["c", "b"], category="18xx", best={"c": 4, "b": 1}),
    ]
    rows = season("best-per-category", parts, best=2)
    assert summary(rows) == [(1, "b", "15/2"), (2, "c", "5"), (3, "a", "9/2")]
    assert [row.player for row in rows if row.is_iron] == ["b"]
    counted = [(one.part, one.counts) for one in rows[0].results]
    assert counted == [(3, True), (2, True), (1, False), (4, False)]


def test_the_best_n_results_count():
    parts = [part(1, ["a", "b", "c"]), part(2, ["c", "a", "b"]), part(3, ["c", "b", "a"])]
    rows = season("best-results", parts, best=2)
    assert summary(rows) == [(1, "c", "200"), (2, "a", "150"), (3, "b", "100")]


def test_a_player_at_too_few_events_has_no_place_yet():
    parts = [part(1, ["a", "b"]), part(2, ["c", "b"]), part(3, ["c", "b"], event=2)]
    rows = season("best-results", parts, minimum_events=2)
    assert summary(rows) == [(1, "b", "0"), (None, "c", "200"), (None, "a", "100")]
    assert rows[0].why == "The next player was at too few events."


def test_equal_totals_go_by_the_better_single_result_then_by_wins():
    parts = [
        part(1, ["a", "b", "c"]),
        part(2, ["c", "b", "a"]),
    ]
    rows = season("best-results", parts)
    assert summary(rows) == [(1, "a", "100"), (1, "c", "100"), (3, "b", "100")]
    assert rows[1].why == "Equal in total. A higher number 1 result: 100 against 50."
    assert rows[0].why == "Shares the place: equal in everything that counts."


def test_the_first_go_up_and_the_last_go_down():
    assert moves([["a", "b", "c"], ["d", "e", "f"], ["g", "h"]], up=1, down=1) == [
        ["a", "b", "d"],
        ["c", "e", "g"],
        ["f", "h"],
    ]
    assert moves([["a", "b"], ["c", "d"]], up=1, down=1, staying={"c"}) == [["a"], ["b", "c", "d"]]
    with pytest.raises(ValueError, match="cannot give"):
        moves([["a"], ["b"], ["c"]], up=1, down=1)


# --- Ties and their reasons -----------------------------------------------------------------------


def test_a_result_that_is_worth_nothing_breaks_no_tie():
    rows = season("best-results", [part(1, ["a", "b"]), part(2, ["c", "d"]), part(3, ["e", "b"])])
    assert [(row.player, row.place) for row in rows[-2:]] == [("b", 4), ("d", 4)]
    assert rows[-2].why == "Shares the place: equal in everything that counts."


def test_totals_that_look_the_same_are_said_exactly():
    parts = [part(1, list("abcdefgh"), best={"a": "10001/3000", "b": "10000/3000"})]
    rows = season("best-per-category", parts)
    assert rows[0].why == "A higher total: 3 1001/3000 against 3 1/3."


def test_tie_breaks_stand_in_any_order():
    parts = [
        part(1, ["a", "x", "b", "y"]),
        part(2, ["x", "b", "y", "a"]),
        part(3, ["x", "b", "y", "z"]),
    ]
    wins = season("best-results", parts, tie_breaks=("wins", "results"), best=3)
    assert summary(wins)[1:3] == [(2, "b", "500/3"), (3, "a", "100")]
    one = [part(1, ["a", "x", "y", "b"]), part(2, ["x", "b", "y", "a"])]
    third = {"tie_breaks": ("events",)}
    assert season("best-results", one, **third)[0].player == "x"


def test_who_beat_whom_decides_among_those_who_are_equal():
    parts = [
        part(1, ["a", "b", "c"]),
        part(2, ["b", "a", "c"]),
        part(3, ["a", "b"], level=0),
    ]
    rows = season("best-results", parts, tie_breaks=("met",))
    assert [(row.place, row.player) for row in rows] == [(1, "a"), (2, "b"), (3, "c")]
    assert rows[0].why == (
        "Equal in total. A better record against the others who are equal: 1 against -1."
    )


def test_the_latest_result_and_results_that_do_not_count_can_decide():
    parts = [part(1, ["a", "b", "c"]), part(2, ["b", "a", "c"])]
    latest = season("best-results", parts, tie_breaks=("latest",))
    assert [row.player for row in latest] == ["b", "a", "c"]
    assert latest[0].why.endswith("in which they differ: 100 against 50.")
    parts = [part(1, ["a", "b", "c"]), part(2, ["c", "a", "b"])]
    other = season("best-results", parts, tie_breaks=("dropped",), best=1)
    assert [row.player for row in other] == ["a", "c", "b"]
    assert "number 1 result of those that do not count: 50 against 0" in other[0].why


# --- What the league decides ----------------------------------------------------------------------


def test_a_disqualified_player_gets_nothing_and_has_not_won():
    rows = season("best-results", [part(1, ["a", "b", "c"], out="b")])
    found = {row.player: row for row in rows}
    assert (found["b"].total, found["b"].results[0].disqualified) == (0, True)
    winner = season("best-results", [part(1, ["a", "b"], out="a")])
    assert {row.player: row.wins for row in winner} == {"a": 0, "b": 0}


def test_nobody_has_won_a_tournament_that_runs():
    (first, _second) = season("best-results", [part(1, ["a", "b"], is_over=False)])
    assert (first.wins, first.is_provisional, str(first.total)) == (0, True, "100")


def test_penalties_are_taken_off_and_the_disqualified_stand_last():
    parts = [part(1, ["a", "b", "c"]), part(2, ["a", "b", "c"])]
    rows = season("best-results", parts, penalties={"a": Fraction(150)}, disqualified={"b"})
    assert summary(rows) == [(1, "a", "50"), (2, "c", "0"), (None, "b", "100")]
    assert rows[1].why == "The next player is disqualified."


def test_two_of_three_results_count_if_the_league_does_not_say():
    assert [results_that_count(None, n) for n in (0, 1, 2, 3, 4, 10)] == [0, 1, 2, 2, 3, 7]
    assert [results_that_count(best, 10) for best in (0, 4)] == [0, 4]
    parts = [part(1, ["a", "b"]), part(2, ["b", "a"]), part(3, ["b", "a"])]
    assert summary(season("best-results", parts, best=None)) == [(1, "b", "200"), (2, "a", "100")]


def test_a_table_of_points_of_the_leagues_own():
    table = PointsTable(read_lists("25 18 15\n4: 40-30-20,10"), Fraction(1), Fraction(1, 2))
    rows = season("own-table", [part(1, ["a", ("b", "c")])], table=table)
    assert summary(rows) == [(1, "a", "27"), (2, "b", "71/4"), (2, "c", "71/4")]
    rows = season("own-table", [part(1, list("abcde"), level=2)], table=table)
    assert [str(row.total) for row in rows] == ["86", "65", "44", "23", "2"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("25 x", ("no-number", 1, "x")),
        ("25 18\n\n9: 1e9", ("no-number", 3, "1e9")),
        ("25 1/0", ("no-number", 1, "1/0")),
        ("25 18 19", ("rises", 1, "19")),
        ("4: 10\n4: 11", ("twice", 2, "")),
        ("4:", ("empty", 1, "")),
        (" ".join(["1"] * 101), ("too-many-places", 1, "")),
        ("\n".join(f"{n}: 1" for n in range(21)), ("too-many-lines", 21, "")),
    ],
)
def test_a_table_that_cannot_be_read_says_where(text, fault):
    with pytest.raises(PointsTableError) as refused:
        read_lists(text)
    assert (refused.value.code, refused.value.line, refused.value.text) == fault


orders = st.lists(st.permutations(EIGHT), min_size=1, max_size=4)


@given(
    orders, st.sampled_from(sorted(leagues())), st.integers(0, 3), st.randoms(use_true_random=False)
)
def test_the_order_of_the_tournaments_does_not_matter(found, league, best, random):
    parts = [
        part(n, order, category=str(n % 2), best={"a": 3, "b": n}) for n, order in enumerate(found)
    ]
    turned = [replace(one, finishes=random.sample(one.finishes, 8)) for one in parts]
    random.shuffle(turned)
    assert season(league, turned, best=best) == season(league, parts, best=best)


@given(orders, st.sampled_from(sorted(leagues())))
def test_one_more_result_never_lowers_a_total(found, league):
    parts = [part(n, order, best={"a": n}) for n, order in enumerate(found)]
    before = {row.player: row.total for row in season(league, parts)}
    after = {row.player: row.total for row in season(league, [*parts, part(99, EIGHT)])}
    assert all(after[player] >= total for player, total in before.items())


def test_every_league_says_where_it_comes_from_or_that_it_is_ours():
    assert list(leagues()) == [
        "best-results",
        "best-per-category",
        "grand-prix",
        "own-table",
        "laurels",
    ]
    assert all(league.source or league.ours for league in leagues().values())
