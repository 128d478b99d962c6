"""The probes of an orchestrator: does this process live, and can the site do its work?

Answered in front of Django, because a probe comes by an address of its own and without https.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.db.migrations.executor import MigrationExecutor

from server.backup.versions import unknown
from server.release import VERSION
from server.web.responses import Response, Send

ALIVE, READY = "/healthz", "/readyz"
PATHS = {ALIVE, READY}
#: One part may take so long to say that it is there.
PART_SECONDS = 3.0
#: Strangers may ask as well, so the parts are asked at most this often.
KEEP_SECONDS = 1.0
FINE = "ok"

#: Says what is wrong, or nothing.
Check = Callable[[], str]


def database() -> str:
    """Whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def migrations() -> str:
    """Whether every migration of this release is applied, and none of a newer one was at first.

    Those that come later are an upgrade, process by process, while this one serves.
    """
    if _newer_at_first():
        return "a newer release has used it"
    executor = MigrationExecutor(connection)
    return "some are not applied" if executor.migration_plan(_leaves(executor)) else ""


@cache
def _newer_at_first() -> bool:
    return bool(unknown(connection))


def _leaves(executor: MigrationExecutor) -> list[tuple[str, str]]:
    return list(executor.loader.graph.leaf_nodes())


def redis_server() -> str:
    """Whether Redis answers."""
    with settings.REDIS.client() as client:
        client.ping()
    return ""


class Probes:
    """An ASGI application for ``PATHS``. ``checks`` are the parts that a ready site needs."""

    def __init__(self, checks: Mapping[str, Check], *, mark: str) -> None:
        self._checks = checks
        self._mark = mark.lower().encode()
        self._asking = asyncio.Lock()
        self._answer: tuple[float, dict[str, str]] | None = None

    async def __call__(self, scope: Any, _receive: Any, send: Send) -> None:
        if scope["path"] == ALIVE:
            await self._respond(send, HTTPStatus.OK, {"process": FINE, "release": VERSION})
            return
        parts = await self._parts()
        is_ready = all(said == FINE for said in parts.values())
        status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        await self._respond(send, status, parts)

    async def _parts(self) -> dict[str, str]:
        """The answer of each part, no older than KEEP_SECONDS."""
        now = asyncio.get_running_loop().time
        async with self._asking:
            if self._answer is None or now() - self._answer[0] > KEEP_SECONDS:
                said = await asyncio.gather(*map(_ask, self._checks.values()))
                self._answer = now(), dict(zip(self._checks, said, strict=True))
            return self._answer[1]

    async def _respond(self, send: Send, status: int, parts: dict[str, str]) -> None:
        body = json.dumps(parts).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (self._mark, b"1"),
        ]
        await Response(status, headers, body).send(send)


async def _ask(check: Check) -> str:
    try:
        return await asyncio.wait_for(asyncio.to_thread(_run, check), PART_SECONDS)
    except TimeoutError:
        return f"no answer in {PART_SECONDS:g} s"


def _run(check: Check) -> str:
    close_old_connections()
    try:
        return check() or FINE
    except (DatabaseError, MigrationSchemaMissing, redis.RedisError, OSError):
        return "no answer"  # why is in the logs of that part, and nothing for strangers
    finally:
        connection.close()
