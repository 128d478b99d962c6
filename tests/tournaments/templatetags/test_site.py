from datetime import timedelta

import pytest

from tests.builders import NOON, minutes
from tournaments.clock import rules
from tournaments.models import Round
from tournaments.templatetags import site

SLOT = rules.plan(
    rules.TimingRules(minutes(120), warning=minutes(30), cutoff=minutes(20), force_end=minutes(10)),
    NOON,
)
MOMENT = timedelta(microseconds=1)


def running_round(**fields) -> Round:
    return Round(
        status=Round.Status.RUNNING,
        started_at=SLOT.started_at,
        warning_at=SLOT.warning_at,
        cutoff_at=SLOT.cutoff_at,
        force_end_at=SLOT.force_end_at,
        ends_at=SLOT.ends_at,
        **fields,
    )


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(hours=1, minutes=42, seconds=10), "1:42:10"),
        (timedelta(minutes=4, seconds=10), "4:10"),
        (timedelta(seconds=5), "0:05"),
        (timedelta(milliseconds=1), "0:01"),
        (timedelta(0), "0:00"),
        (timedelta(seconds=-3), "0:00"),
        (None, "–"),  # noqa: RUF001
    ],
)
def test_a_countdown_is_read_like_a_station_clock(left, shown):
    assert site.countdown(left) == shown


@pytest.mark.parametrize(
    ("span", "shown"),
    [(0, "0 min"), (20, "20 min"), (60, "1 h"), (90, "1 h 30 min"), (180, "3 h")],
)
def test_durations_are_short(span, shown):
    assert site.duration(minutes(span)) == shown


@pytest.mark.parametrize("deadline", ["started_at", "cutoff_at", "force_end_at", "ends_at"])
@pytest.mark.parametrize("after", [-MOMENT, timedelta(0), MOMENT])
def test_the_clock_shows_the_phase_that_the_rules_name(deadline, after):
    now = getattr(SLOT, deadline) + after
    assert site.clock_reading(running_round(), now)["state"] == rules.phase(SLOT, now)


def test_the_line_of_the_clock_has_its_marks_in_per_cent_of_the_slot():
    reading = site.clock_reading(running_round(), NOON + minutes(30))
    assert reading["part"] == {"now": "25.00%", "cutoff": "83.33%", "force_end": "91.67%"}


def test_a_round_that_waits_or_is_closed_has_no_countdown():
    assert site.clock_reading(Round(), NOON) == {"state": "waiting"}
    assert site.clock_reading(running_round(closed_at=NOON), NOON) == {"state": "closed"}


def test_a_pager_keeps_the_other_parameters_of_an_address(rf):
    context = {"request": rf.get("/", {"q": "Ada", "page": "1"})}
    assert site.page_address(context, "page", 2) == "?q=Ada&page=2"
