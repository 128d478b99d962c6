"""Wiring of the metrics: what is read for them, and the names of routes."""

from collections.abc import Callable
from functools import lru_cache
from typing import cast

from django.conf import settings
from django.urls import Resolver404, resolve
from prometheus_client import CollectorRegistry

from config.celery import app
from server.web.metrics import SharedReadings, WriteGateTimes, add_streams
from tournaments import readings
from tournaments.access.shared import MOST_PATHS

#: Of addresses that the site does not have: strangers make up as many as they want.
NO_ROUTE = "none"


def queue_length() -> float:
    """How many tasks wait for a worker."""
    with settings.REDIS.client() as client:
        return cast("int", client.llen(app.conf.task_default_queue))


READINGS = {
    "roundhouse_queue_tasks": ("Tasks that wait for a worker.", queue_length),
    **readings.READINGS,
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
