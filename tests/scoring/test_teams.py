"""The table of teams: match points, board points, and the matches against one another."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.teams import Meeting, rank_teams

HALF = Fraction(1, 2)
KEYS = ("match-points", "board-points", "encounter")


def meeting(home, away, home_points, away_points):
    return Meeting(home, away, Fraction(home_points), Fraction(away_points))


def places(teams, *meetings):
    return [(row.place, row.team) for row in rank_teams(teams, meetings)]


def test_a_match_won_is_two_points_and_one_drawn_one():
    rows = rank_teams("ABC", [meeting("A", "B", 3, 1), meeting("B", "C", 2, 2)])
    shown = [(r.team, r.match_points, r.board_points, r.won, r.drawn, r.lost) for r in rows]
    assert shown == [("A", 2, 3, 1, 0, 0), ("B", 1, 3, 0, 1, 1), ("C", 1, 2, 0, 1, 0)]
    assert rows[0].reason == ("match-points", "2", "1")
    assert rows[1].reason == ("board-points", "3", "2")
    assert rows[2].reason is None


def test_teams_that_are_level_go_by_their_own_match():
    found = [
        meeting("A", "B", 1, 3), meeting("A", "C", 3, 1), meeting("C", "B", 3, 1),
        meeting("D", "A", 0, 4), meeting("D", "B", 1, 3), meeting("D", "C", 1, 3),
    ]  # fmt: skip
    rows = rank_teams("ABCD", found)
    # A, B and C beat one another in turn: 4 match points each, A 8 board points, B and C 7.
    assert [(row.place, row.team) for row in rows] == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]
    assert rows[1].reason == ("encounter", "2", "0")


def test_who_has_not_met_shares_the_place():
    found = [meeting("A", "C", 3, 1), meeting("B", "D", 3, 1)]
    assert places("BADC", *found) == [(1, "B"), (1, "A"), (3, "D"), (3, "C")]


def test_a_bye_is_a_match_won_and_none_is_counted_as_played():
    rows = rank_teams("AB", [Meeting("A", None, Fraction(5, 2))])
    assert (rows[0].match_points, rows[0].board_points, rows[0].played) == (2, Fraction(5, 2), 0)
    assert [row.place for row in rows] == [None, None]  # nobody has one before the first result


def test_a_match_that_both_lost_by_default_is_worth_nothing():
    rows = rank_teams("AB", [meeting("A", "B", 0, 0)])
    assert [(row.match_points, row.lost) for row in rows] == [(0, 1), (0, 1)]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 8)), max_size=20))
def test_the_reason_of_each_row_read_as_a_rule_gives_the_order(found):
    meetings = [
        Meeting(one, other, points * HALF, (8 - points) * HALF)
        for one, other, points in found
        if one != other
    ]
    rows = rank_teams(range(6), meetings)
    for row, after in pairwise(rows):
        assert (row.place == after.place) == (row.merit == after.merit)
        assert (row.reason is None) == (row.place == after.place)
        if row.reason:
            key, mine, theirs = row.reason
            values = dict(
                zip(("match-points", "board-points", "encounter"), row.merit, strict=True)
            )
            assert Fraction(mine) == values[key] > Fraction(theirs)
    assert sum(row.match_points for row in rows) == 2 * len(meetings)
