"""The front of the web process: live streams and what everybody sees the same are answered here,
everything else by Django.

A streaming response of Django's own ASGI handler holds a thread for as long as it is open, so
thousands of open pages would need thousands of threads. Here a stream is a few kilobytes on the
event loop, and Django runs as WSGI on a pool of ``ROUNDHOUSE_THREADS`` threads.
"""

import asyncio
from typing import Any, cast

from django.conf import settings
from django.db import connection
from django.urls import reverse

from config.wsgi import application as django_application
from server import environment, request_id
from server.backup import versions
from server.web import assets, languages, probes
from server.web.acceptor import Slots
from server.web.capacity import capacity
from server.web.concurrency_limit import ConcurrencyLimit
from server.web.freshness import DatabaseState, Freshness
from server.web.shared_pages import SharedPages
from server.web.stream_limit import Application, Receive, Scope, Send, StreamLimit
from server.web.thread_pool import ThreadPoolApp
from tournaments.access.body_limits import most_bytes
from tournaments.access.device_cookies import has_accounts
from tournaments.access.shared import EVENT_HEADER, OWN, PARTS, VERSION, has_parts, sharing_of
from tournaments.clock import health
from tournaments.live.hub import Parts
from tournaments.live.stream import STREAM_PATH, StreamApp
from tournaments.middleware import SITE_HEADER

# Connections wait in the kernel's queue, where none is overtaken. With more threads each waits
# longer for the interpreter while it holds locks that others need. SQLite gets more threads, so
# that pages are made while reports queue at its write gate.
THREADS = 12 if connection.vendor == "sqlite" else 6

has_languages = languages.load()
#: On every answer: the waiting supervisor knows the site by it.
mark = SITE_HEADER
threads = environment.value("ROUNDHOUSE_THREADS") or THREADS
slots = Slots(threads)
#: Checking a password takes memory and time: see docs/decisions/0011.
limit = ConcurrencyLimit(reverse("sign-in"), reverse("account-password"), is_known=has_accounts)
django = ThreadPoolApp(django_application, slots, mark=mark, allowance=most_bytes, limit=limit)
shared_pages = SharedPages(
    django,
    django.page,
    sharing=sharing_of,
    is_known=has_parts,
    freshness=Freshness(DatabaseState().read),
    mark=mark,
    parts=f"{OWN}={PARTS}".encode(),
    version=VERSION,
    owner=EVENT_HEADER.lower().encode(),
    most_bytes=settings.KEPT_PAGES_BYTES,
)
# The hub needs what uvicorn passes: dicts, and coroutines that it can step through.
stream: Any = StreamApp(cast("Parts", shared_pages.parts), shared_pages.part)
limited_stream = StreamLimit(stream, capacity(), mark=mark)


probe = probes.Probes(
    {
        "database": probes.database,
        "migrations": probes.migrations,
        "redis": probes.redis_server,
        "worker": health.silence_of_worker,
    },
    mark=mark,
)
own_pages: dict[str, Application] = dict.fromkeys(probes.PATHS, probe)
pages: Application = shared_pages
if token := environment.value("METRICS_TOKEN"):  # without it, neither the library nor its work
    from config.metrics import registry, route_of
    from server.web import metrics

    numbers = registry(lambda: limited_stream.total)
    pages = metrics.RequestTimes(shared_pages, route_of, registry=numbers)
    own_pages[metrics.PATH] = metrics.Metrics(numbers, token=token, mark=mark)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Send a request to what operators ask, the stream, the kept pages or Django, by its path."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    request_id.current.set(request_id.from_headers(scope["headers"]))
    if has_languages:
        languages.choose(scope)
    if scope["type"] == "http" and scope["path"] in own_pages:
        await own_pages[scope["path"]](scope, receive, send)
    elif scope["type"] == "http" and scope["path"] == STREAM_PATH:
        await limited_stream(scope, receive, send)
    elif scope["type"] == "http":
        await pages(scope, receive, send)
    else:
        # A websocket: nothing here speaks it, and closing before accepting is a plain refusal.
        await receive()
        await send({"type": "websocket.close", "code": 1000})


async def _lifespan(receive: Receive, send: Send) -> None:
    if sentence := await asyncio.to_thread(versions.refused) or assets.refused():
        await receive()
        await send({"type": "lifespan.startup.failed", "message": sentence})
        return
    await stream.lifespan(receive, send)
