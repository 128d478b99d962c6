"""Seasons worked out by hand, and what holds of any season."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seasons import Finish, Part, leagues, moves, rank


def part(key, order, *, category="", level=1, event=None, best=None):
    """A tournament in which the players finished in this order; a tuple shares a place."""
    finishes, place = [], 1
    for group in order:
        names = group if isinstance(group, tuple) else (group,)
        for name in names:
            worth = Fraction((best or {}).get(name, 0))
            finishes.append(Finish(name, place, len(names), worth))
        place += len(names)
    return Part(key, event or key, category, level, finishes)


def season(league, parts, **options):
    names = {finish.player: finish.player for one in parts for finish in one.finishes}
    return rank(leagues()[league], parts, names=names, **options)


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
    assert rows[0].why == "a higher total: 10 against 6."


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
    assert rows[0].why == "the next one was at too few events."


def test_equal_totals_go_by_the_better_single_result_then_by_wins():
    parts = [
        part(1, ["a", "b", "c"]),
        part(2, ["c", "b", "a"]),
    ]
    rows = season("best-results", parts)
    assert summary(rows) == [(1, "a", "100"), (1, "c", "100"), (3, "b", "100")]
    assert rows[1].why == "equal in total; a better result number 1: 100 against 50."
    assert rows[0].why == "shares the place: equal in everything that counts."


def test_the_first_go_up_and_the_last_go_down():
    assert moves([["a", "b", "c"], ["d", "e", "f"], ["g", "h"]], up=1, down=1) == [
        ["a", "b", "d"],
        ["c", "e", "g"],
        ["f", "h"],
    ]
    assert moves([["a", "b"], ["c", "d"]], up=1, down=1, staying={"c"}) == [["a"], ["b", "c", "d"]]
    with pytest.raises(ValueError, match="cannot give"):
        moves([["a"], ["b"], ["c"]], up=1, down=1)


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
    assert set(leagues()) == {"laurels", "best-per-category", "best-results"}
    assert all(league.source or league.ours for league in leagues().values())
