"""The forecast of a table: sane at its edges. How good it is, tests/benchmarks/test_forecast.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import minutes
from tournaments.clock.room.forecast import TableProgress, chances_of_hands, expected_cycle, outlook


def chance(totals=(50, 40, 30, 20), *, left=60, target=120, running_for=None, cycles=()):
    table = TableProgress(totals, [minutes(c) for c in cycles], running_for)
    return outlook(table, left=minutes(left), target=target, room=list(table.cycles)).chance


def test_a_table_that_may_start_no_hand_and_plays_none_does_not_reach_the_target():
    assert chance(left=0) == 0
    assert chance(left=-5) == 0


def test_a_hand_that_runs_past_the_cutoff_still_counts():
    assert 0 < chance((110, 0, 0, 0), left=-5, running_for=minutes(10)) < 1


def test_a_player_who_has_the_target_has_reached_it():
    assert chance((120, 0, 0, 0), left=-5) == 1


def test_a_tournament_without_a_target_has_no_chance_to_state():
    assert chance(target=0) is None


def test_a_table_that_plays_faster_gets_more_hands():
    slow, fast = chance(cycles=[25, 25, 25]), chance(cycles=[8, 8, 8])
    assert slow < fast


def test_with_few_hands_of_its_own_a_table_is_expected_to_play_like_the_room():
    room = [minutes(20)] * 50
    assert minutes(19) < expected_cycle([], room) < minutes(20)
    assert minutes(15) < expected_cycle([minutes(10)], room) < minutes(19)
    assert expected_cycle([], []) == minutes(15)


totals = st.lists(st.integers(-50, 150), min_size=2, max_size=6)


@given(totals, st.integers(-10, 120), st.integers(1, 200))
def test_a_chance_is_a_chance(points, left, target):
    assert 0 <= chance(points, left=left, target=target) <= 1


@given(totals, st.integers(0, 100), st.integers(1, 20))
def test_more_time_never_makes_it_less_likely(points, left, more):
    assert chance(points, left=left) <= chance(points, left=left + more) + 1e-9


@pytest.mark.parametrize("running_for", [None, minutes(5)])
def test_a_further_hand_is_never_likelier_than_the_one_before_it(running_for):
    found = chances_of_hands(minutes(47), minutes(14), running_for)
    assert found == sorted(found, reverse=True)
