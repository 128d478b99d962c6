import pytest

from tests.builders import NOON, minutes
from tournaments.clock.room.rules import Need, TableFacts, table_need
from tournaments.clock.rules import Phase

SLOT = minutes(120)


def need(phase, *, hand_since=None, finished=False):
    return table_need(TableFacts(finished, hand_since), phase, SLOT, NOON)


@pytest.mark.parametrize(
    ("phase", "age", "expected"),
    [
        (Phase.OPEN, 5, Need.NOTHING),
        (Phase.OPEN, 31, Need.LONG_HAND),
        (Phase.LAST_HANDS, 5, Need.HAND_PAST_CUTOFF),
        (Phase.LAST_HANDS, 60, Need.HAND_PAST_CUTOFF),
        (Phase.FORCE_END, 5, Need.HAND_TO_END),
        (Phase.OVER, 5, Need.HAND_TO_END),
    ],
)
def test_a_running_hand_needs_help_by_its_age_and_the_clock(phase, age, expected):
    assert need(phase, hand_since=NOON - minutes(age)) == expected


def test_a_table_between_hands_needs_nothing():
    assert need(Phase.LAST_HANDS) == Need.NOTHING


def test_a_finished_table_is_left_alone():
    assert need(Phase.OVER, finished=True) == Need.FINISHED


def test_the_most_urgent_need_is_named_first():
    assert next(iter(Need)) == Need.CALLED


def test_a_call_comes_before_everything_even_at_a_table_that_has_finished():
    facts = TableFacts(finished=True, hand_since=None, called=True)
    assert table_need(facts, Phase.OVER, SLOT, NOON) == Need.CALLED
