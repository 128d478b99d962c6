"""Metrics of tournaments, each a number that an operator can set an alarm on."""

from collections.abc import Callable

from django.utils import timezone

from tournaments.clock.warnings import queries as warnings
from tournaments.standings.computing import services as standings


def seconds_overdue() -> float:
    return warnings.overdue(now=timezone.now()).total_seconds()


def seconds_late() -> float:
    return warnings.latest_lateness(now=timezone.now()).total_seconds()


def seconds_of_outdated_standings() -> float:
    return standings.oldest_outdated(now=timezone.now()).total_seconds()


#: By its name: what it says, and how it is read.
READINGS: dict[str, tuple[str, Callable[[], float]]] = {
    "roundhouse_warnings_overdue_seconds": (
        "For how long the oldest warning that is due has not been given.",
        seconds_overdue,
    ),
    "roundhouse_warnings_late_seconds": (
        "How late the latest warning of the last quarter of an hour was, in rounds that run.",
        seconds_late,
    ),
    "roundhouse_standings_outdated_seconds": (
        "How long ago the oldest standings that are out of date were computed.",
        seconds_of_outdated_standings,
    ),
}
