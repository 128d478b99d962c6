"""express-tournament.txt, "Tournament time management", as pure functions."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import NOON, minutes
from tournaments.clock.rules import Phase, TimingRules, may_deal, may_force_end, phase, plan

EXPRESS = TimingRules(
    slot=minutes(120), warning=minutes(30), cutoff=minutes(20), force_end=minutes(10)
)
CLOCK = plan(EXPRESS, NOON)
SECOND = timedelta(seconds=1)

durations = st.integers(0, 600).map(minutes)


@st.composite
def timings(draw):
    force_end, cutoff, warning, slot = sorted(draw(st.lists(durations, min_size=4, max_size=4)))
    return TimingRules(slot=slot, warning=warning, cutoff=cutoff, force_end=force_end)


def test_the_deadlines_count_back_from_the_end_of_the_slot():
    assert CLOCK.ends_at == NOON + minutes(120)
    assert CLOCK.force_end_at == NOON + minutes(110)
    assert CLOCK.cutoff_at == NOON + minutes(100)
    assert CLOCK.warning_at == NOON + minutes(90)


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (NOON, Phase.OPEN),
        (CLOCK.cutoff_at, Phase.OPEN),
        (CLOCK.cutoff_at + SECOND, Phase.LAST_HANDS),
        (CLOCK.force_end_at - SECOND, Phase.LAST_HANDS),
        (CLOCK.force_end_at, Phase.FORCE_END),
        (CLOCK.ends_at, Phase.FORCE_END),
        (CLOCK.ends_at + SECOND, Phase.OVER),
    ],
)
def test_a_slot_goes_through_its_phases(moment, expected):
    assert phase(CLOCK, moment) == expected


def test_a_new_hand_may_start_until_the_cutoff_and_not_after_it():
    assert may_deal(CLOCK, CLOCK.cutoff_at)
    assert not may_deal(CLOCK, CLOCK.cutoff_at + SECOND)


def test_the_conductor_may_end_a_hand_from_the_force_end_on():
    assert not may_force_end(CLOCK, CLOCK.force_end_at - SECOND)
    assert may_force_end(CLOCK, CLOCK.force_end_at)
    assert may_force_end(CLOCK, CLOCK.ends_at + minutes(60))


@given(timings())
def test_the_deadlines_of_any_slot_come_in_order(timing):
    clock = plan(timing, NOON)
    moments = [
        clock.started_at,
        clock.warning_at,
        clock.cutoff_at,
        clock.force_end_at,
        clock.ends_at,
    ]
    assert moments == sorted(moments)


@given(timings(), st.integers(-60, 700).map(minutes))
def test_a_hand_may_start_exactly_while_the_slot_is_open(timing, after_start):
    clock = plan(timing, NOON)
    now = NOON + after_start
    if clock.cutoff_at < clock.force_end_at:
        assert may_deal(clock, now) == (phase(clock, now) == Phase.OPEN)
