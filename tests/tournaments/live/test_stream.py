"""The stream of hints, from a real Redis to the ASGI connection of each open page."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.live.publish import hint
from tournaments.live.stream import (
    PAGES_AT_ONCE,
    RESYNC,
    Hub,
    Listener,
    StreamApp,
    stream_address,
)

pytestmark = [pytest.mark.usefixtures("redis_server")]

SECONDS = 10


def run(story):
    """Run a story on an event loop of its own; Playwright's may be running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()


class Page:
    """An open page as the web server sees it. ``full`` holds back its connection."""

    def __init__(self):
        self.frames = []
        self.status = None
        self.closed = asyncio.Event()
        self.room = asyncio.Event()
        self.room.set()
        self.news = asyncio.Event()

    async def receive(self):
        await self.closed.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        if not self.room.is_set():
            await self.room.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["body"]:
            self.frames.append(message["body"])
        self.news.set()

    async def until(self, condition):
        async with asyncio.timeout(SECONDS):
            while not condition():
                self.news.clear()
                await self.news.wait()

    @property
    def topics(self):
        """The topics of each message, in order."""
        return [
            json.loads(frame.partition(b"data: ")[2])["topics"]
            for frame in self.frames
            if frame.startswith(b"id: ")
        ]


def scope(address):
    path, _, query = address.partition("?")
    return {"type": "http", "path": path, "query_string": query.encode()}


async def listening(app, event_id):
    page = Page()
    requested = scope(stream_address(event_id))
    page.task = asyncio.ensure_future(app(requested, page.receive, page.send))
    await page.until(lambda: page.frames)
    return page


async def subscribed(app, event_id, page):
    """Publish until the subscription of the hub, which takes a moment, passes the first hint."""
    async with asyncio.timeout(SECONDS):
        while ["ready"] not in page.topics:
            await asyncio.to_thread(hint, event_id, "ready")
            await asyncio.wait({asyncio.ensure_future(page.news.wait())}, timeout=0.05)
            page.news.clear()


async def close(app, *pages):
    for page in pages:
        page.closed.set()
    await asyncio.gather(*(page.task for page in pages))
    await app._hub.stop()


def test_a_hint_reaches_the_pages_of_its_event_and_no_other():
    async def story():
        app = StreamApp()
        here, there = await listening(app, 1), await listening(app, 2)
        await subscribed(app, 1, here)
        await asyncio.to_thread(hint, 1, "table-5", "round-2")
        await here.until(lambda: any("table-5" in topics for topics in here.topics))
        await close(app, here, there)
        return here, there

    here, there = run(story())
    assert here.status == 200
    assert not there.topics


def test_a_burst_becomes_a_few_messages_that_lose_no_topic():
    async def story():
        app = StreamApp()
        page = await listening(app, 1)
        await subscribed(app, 1, page)
        before, began = len(page.topics), time.monotonic()

        def burst():
            for number in range(200):
                hint(1, f"table-{number}")

        await asyncio.to_thread(burst)
        expected = {f"table-{number}" for number in range(200)}
        await page.until(lambda: expected <= {t for topics in page.topics for t in topics})
        seconds = time.monotonic() - began
        await close(app, page)
        return len(page.topics) - before, seconds

    messages, seconds = run(story())
    # At most one at once and then one each quarter of a second, however long the burst took.
    assert messages <= 2 + seconds / 0.25


def test_a_program_that_comes_back_reads_everything_first():
    async def story():
        app, page = StreamApp(), Page()
        requested = scope(stream_address(1)) | {"headers": [(b"last-event-id", b"0")]}
        page.task = asyncio.ensure_future(app(requested, page.receive, page.send))
        await page.until(lambda: len(page.frames) > 1)
        frames = list(page.frames)
        await close(app, page)
        return frames

    assert run(story())[1] == RESYNC


def test_an_address_that_is_not_signed_is_refused():
    async def story(address):
        page = Page()
        await StreamApp()(scope(address), page.receive, page.send)
        return page.status

    forged = stream_address(1).replace("event=1", "event=2")
    for address in (forged, "/stream/", "/stream/?event=1", "/stream/?event=%FF"):
        assert run(story(address)) == 403


def test_a_page_whose_connection_is_full_stops_nobody_and_must_fetch_everything():
    async def story():
        hub, slow, quick = Hub(), Page(), Page()
        listeners = [Listener(slow.send), Listener(quick.send)]
        drains = [asyncio.ensure_future(listener.drain()) for listener in listeners]
        for listener in listeners:
            hub.add(1, listener)
        slow.room.clear()
        for number in range(50):
            await hub._emit(1, b"data: %d\n\n" % number)
        assert len(quick.frames) == 50
        assert slow.frames == []
        slow.room.set()
        await slow.until(lambda: slow.frames)
        await hub._emit(1, b"data: after\n\n")
        await slow.until(lambda: slow.frames[-1] == b"data: after\n\n")
        for drain in drains:
            drain.cancel()
        return slow.frames

    frames = run(story())
    assert frames[0] == RESYNC
    # Two at most: what waited while the connection was full is one message, not fifty.
    assert len(frames) <= 3


def test_a_page_that_breaks_while_it_is_written_to_stops_nobody():
    async def broken(message):
        raise ConnectionResetError

    async def story():
        hub, whole = Hub(), Page()
        hub.add(1, Listener(broken))
        hub.add(1, Listener(whole.send))
        await hub._emit(1, b"data: 1\n\n")
        return whole.frames

    assert run(story()) == [b"data: 1\n\n"]


def test_pages_that_leave_are_forgotten():
    async def story():
        app = StreamApp()
        page = await listening(app, 1)
        await close(app, page)
        return dict(app._hub._listeners)

    assert run(story()) == {}


def test_a_hint_without_redis_is_lost_and_nothing_else(settings):
    from tournaments.live import publish  # noqa: PLC0415

    publish._client.cache_clear()
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    try:
        hint(1, "table-1")
    finally:
        publish._client.cache_clear()


def test_a_large_crowd_keeps_nobody_else_waiting_until_all_of_it_is_notified():
    async def story():
        hub, pages = Hub(), [Page() for _ in range(3 * PAGES_AT_ONCE)]
        for page in pages:
            hub.add(1, Listener(page.send))
        telling = asyncio.ensure_future(hub._emit(1, b"data: 1\n\n"))
        notified = []
        while not telling.done():
            await asyncio.sleep(0)
            notified.append(sum(bool(page.frames) for page in pages))
        return notified

    notified = run(story())
    assert PAGES_AT_ONCE in notified
    assert notified[-1] == 3 * PAGES_AT_ONCE
