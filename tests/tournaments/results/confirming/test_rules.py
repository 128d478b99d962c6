"""Who may answer a report: the rule that tables and fixtures over weeks share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import FixtureGame, ScoreSheet
from tournaments.results.confirming import rules
from tournaments.results.confirming.rules import Obstacle, Report, is_agreed, may_answer, obstacle

STATUSES = sorted({*ScoreSheet.Status.values, *FixtureGame.Status.values})
SIDES = st.none() | st.integers(1, 4)
REPORTS = st.builds(Report, st.sampled_from(STATUSES), st.integers(1, 9), SIDES)


def test_sheets_and_fixtures_call_the_states_alike():
    for status in (ScoreSheet.Status, FixtureGame.Status):
        assert (rules.REPORTED, rules.CONFIRMED) == (status.REPORTED, status.CONFIRMED)


@given(REPORTS, SIDES)
def test_only_a_report_that_waits_is_answered_and_never_by_its_own_side(report, side):
    may = report.status == rules.REPORTED and (side is None or side != report.side)
    assert may_answer(report, side) is may
    assert (obstacle(report, side, seen=report.version) is None) is may


@given(REPORTS, SIDES, st.integers(1, 9))
def test_nobody_answers_another_version_than_the_one_they_saw(report, side, seen):
    changed = obstacle(report, side, seen=seen) is Obstacle.CHANGED
    assert changed is (seen != report.version)


@pytest.mark.parametrize(
    ("status", "side", "found"),
    [
        ("reported", 1, Obstacle.OWN_REPORT),
        ("confirmed", 1, Obstacle.NOTHING_WAITS),
        ("disputed", 2, Obstacle.NOTHING_WAITS),
        ("ruled", None, Obstacle.NOTHING_WAITS),
        ("reported", 2, None),
        ("reported", None, None),
    ],
)
def test_why_a_report_of_side_1_cannot_be_answered(status, side, found):
    assert obstacle(Report(status, 3, 1), side, seen=3) is found


@given(REPORTS, st.none() | st.integers(0, 9))
def test_agreeing_again_changes_nothing_if_nothing_came_between(report, seen):
    between = seen is None or report.version - seen in (0, 1)
    assert is_agreed(report, seen=seen) is (report.status == rules.CONFIRMED and between)
