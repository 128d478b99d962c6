"""The metrics for Prometheus: how the site does, in numbers.

Each web process counts for itself and says which it is in the label ``process``; what all of them
share is read when it is asked for, and is the same from each. The library's own way to add up
processes keeps a mapped file for each of them, and writing to a mapped file on a full disk kills
the process: a site that goes on reading with a full disk must not end for its statistics.
"""

import asyncio
import hmac
import os
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Any

from django.db import DatabaseError, close_old_connections, connection
from prometheus_client import CollectorRegistry, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric, SummaryMetricFamily
from redis import RedisError

from server.database.sqlite.gate import waits
from server.web.bodies import Receive, Scope
from server.web.responses import Response, Send, plain

PATH = "/metrics"
OK, UNAUTHORIZED = 200, 401
PROCESS = str(os.getpid())
#: Of requests, in seconds. Those who play notice a quarter of a second; 2 s is what is promised.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10)

Application = Callable[[Scope, Receive, Send], Any]
#: What a value means, and how it is read; None if there is nothing to say.
Reading = tuple[str, Callable[[], float | None]]


class RequestTimes:
    """An ASGI application that measures ``application``, from the head of a request until its
    response is sent. ``route_of`` names the route of a path, one of few."""

    def __init__(
        self,
        application: Application,
        route_of: Callable[[str], str],
        *,
        registry: CollectorRegistry,
    ) -> None:
        self._application = application
        self._route_of = route_of
        self._seconds = Histogram(
            "roundhouse_request_seconds",
            "How long requests took, from their heads until their responses were sent.",
            ("process", "route"),
            buckets=BUCKETS,
            registry=registry,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        try:
            await self._application(scope, receive, send)
        finally:
            route = self._route_of(scope["path"])
            self._seconds.labels(PROCESS, route).observe(perf_counter() - began)


class WriteGateTimes:
    """How long threads of this process waited for the write gate of SQLite, for a registry."""

    def collect(self) -> Iterable[Metric]:
        found = waits()
        if found:
            says = "How long writers waited for their turn at SQLite."
            metric = SummaryMetricFamily("roundhouse_write_gate_seconds", says, labels=["process"])
            metric.add_metric([PROCESS], *found)
            yield metric


class SharedReadings:
    """The resources that the processes of a site share, by name, for a registry.

    A resource that does not answer is left out."""

    def __init__(self, readings: Mapping[str, Reading]) -> None:
        self._readings = readings

    def describe(self) -> Iterable[Metric]:
        """Nothing: a registry that it is added to would read everything to learn the names."""
        return ()

    def collect(self) -> Iterable[Metric]:
        for name, (says, read) in self._readings.items():
            value = _value(read)
            if value is not None:
                yield GaugeMetricFamily(name, says, value)


def _value(read: Callable[[], float | None]) -> float | None:
    try:
        return read()
    except (DatabaseError, RedisError, OSError):
        return None


def add_streams(registry: CollectorRegistry, number: Callable[[], int]) -> None:
    """Say how many streams are open in this process."""
    gauge = Gauge(
        "roundhouse_streams_open", "Pages that listen for hints.", ("process",), registry=registry
    )
    gauge.labels(PROCESS).set_function(number)


class Metrics:
    """An ASGI application for ``PATH``, for those who have the ``token``."""

    def __init__(self, registry: CollectorRegistry, *, token: str, mark: str) -> None:
        self._registry = registry
        self._authorization = f"Bearer {token}".encode()
        self._mark = mark
        # A database that hangs holds one thread, however often it is asked.
        self._asking = asyncio.Lock()

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        if not self._is_allowed(dict(scope["headers"]).get(b"authorization", b"")):
            response = plain(UNAUTHORIZED, "This needs the token of METRICS_TOKEN.", self._mark)
            response.headers.append((b"www-authenticate", b"Bearer"))
        else:
            async with self._asking:
                response = self._page(await asyncio.to_thread(self._text))
        await response.send(send)

    def _is_allowed(self, authorization: bytes) -> bool:
        return hmac.compare_digest(authorization, self._authorization)

    def _text(self) -> bytes:
        close_old_connections()
        try:
            return generate_latest(self._registry)
        finally:
            connection.close()

    def _page(self, body: bytes) -> Response:
        headers = [
            (b"content-type", CONTENT_TYPE_PLAIN_0_0_4.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            # The next scrape may reach another process behind the same address.
            (b"connection", b"close"),
            (self._mark.lower().encode(), b"1"),
        ]
        return Response(OK, headers, body)
