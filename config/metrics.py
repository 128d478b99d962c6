"""Wiring of the metrics: what is read for them, and the names of routes."""

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils import timezone
from prometheus_client import CollectorRegistry

from config.celery import app
from server.web.metrics import SharedReadings, WriteGateTimes, add_streams
from tournaments.access.shared import MOST_PATHS
from tournaments.clock.warnings import queries as warnings
from tournaments.standings.computing import services as standings

#: Of addresses that the site does not have: strangers make up as many as they want.
NO_ROUTE = "none"


def queue_length() -> float:
    """How many tasks wait for a worker."""
    with settings.REDIS.client() as client:
        return cast("int", client.llen(app.conf.task_default_queue))


def seconds_overdue() -> float:
    return warnings.overdue(now=timezone.now()).total_seconds()


def seconds_late() -> float:
    return warnings.latest_lateness(now=timezone.now()).total_seconds()


def seconds_of_outdated_standings() -> float:
    return standings.oldest_outdated(now=timezone.now()).total_seconds()


READINGS = {
    "roundhouse_queue_tasks": ("Tasks that wait for a worker.", queue_length),
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


def registry(streams: Callable[[], int]) -> CollectorRegistry:
    """Everything but the times of requests; ``streams`` counts those that are open here."""
    made = CollectorRegistry()
    made.register(SharedReadings(READINGS))
    made.register(WriteGateTimes())
    add_streams(made, streams)
    return made


@lru_cache(MOST_PATHS)
def route_of(path: str) -> str:
    """The name of the route of a path."""
    try:
        return resolve(path).view_name or NO_ROUTE
    except Resolver404:
        return NO_ROUTE
