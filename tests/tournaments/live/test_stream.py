"""The stream of hints, from a real Redis to the ASGI connection of each open page."""

import asyncio
import time
from base64 import b64encode
from typing import NamedTuple

import pytest

from server.redis_servers import RedisServers
from tests.tournaments.live.pages import (
    Page,
    always,
    close,
    coming_back,
    data_of,
    listening,
    run,
    scope,
    subscribed,
)
from tournaments.live import publish
from tournaments.live.hub import MOST_PARTS, PAGES_AT_ONCE, RESYNC, Hub, Listener
from tournaments.live.publish import hint
from tournaments.live.stream import StreamApp, stream_address

pytestmark = [pytest.mark.usefixtures("redis_server")]


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


@pytest.mark.parametrize("others", [0, 1], ids=["as the first", "beside another"])
def test_a_program_that_comes_back_reads_everything_first_and_once(others):
    async def story():
        app = StreamApp()
        for other in (pages := [await listening(app, 1) for _ in range(others)]):
            await subscribed(app, 1, other)
        page = await coming_back(app, 1)
        await subscribed(app, 1, page)
        await close(app, page, *pages)
        return page.frames

    frames = run(story())
    assert frames[1] == RESYNC
    assert frames.count(RESYNC) == 1


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
            await hub._emit(1, always(b"data: %d\n\n" % number))
        assert len(quick.frames) == 50
        assert slow.frames == []
        slow.room.set()
        await slow.until(lambda: slow.frames)
        await hub._emit(1, always(b"data: after\n\n"))
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
        await hub._emit(1, always(b"data: 1\n\n"))
        return whole.frames

    assert run(story()) == [b"data: 1\n\n"]


def test_a_hint_without_redis_is_lost_and_nothing_else(settings):
    publish._client.cache_clear()
    settings.REDIS = RedisServers("redis://127.0.0.1:1/0", seconds=1)
    try:
        hint(1, "table-1")
    finally:
        publish._client.cache_clear()


def test_a_large_crowd_keeps_nobody_else_waiting_until_all_of_it_is_notified():
    async def story():
        hub, pages = Hub(), [Page() for _ in range(3 * PAGES_AT_ONCE)]
        for page in pages:
            hub.add(1, Listener(page.send))
        telling = asyncio.ensure_future(hub._emit(1, always(b"data: 1\n\n")))
        notified = []
        while not telling.done():
            await asyncio.sleep(0)
            notified.append(sum(bool(page.frames) for page in pages))
        return notified

    notified = run(story())
    assert PAGES_AT_ONCE in notified
    assert notified[-1] == 3 * PAGES_AT_ONCE


# --- What many pages show the same ----------------------------------------------------------------


class Shown(NamedTuple):
    """A part of a page."""

    address: str


STANDINGS, ROUND = Shown("/e/meet/t/open/standings/live/"), Shown("/e/meet/t/open/rounds/1/live/")


def told(*listeners, topics=("standings-4",), parts=None):
    """The messages that pages of an event get about some topics, and what was asked to be made."""
    asked = []

    async def make(shown, topics, version):
        asked.append((sorted(shown), sorted(topics)))
        if parts is None:
            raise RuntimeError
        return parts

    async def story():
        hub = Hub(make)
        pages = []
        for options in listeners:
            page = Page()
            pages.append(page)
            named = {name: frozenset(value) for name, value in options.items()}
            hub.add(1, Listener(page.send, **named))
        await hub._send(1, topics)
        return [[data_of(frame) for frame in page.frames] for page in pages]

    return run(story()), asked


def test_a_message_brings_a_part_to_the_pages_that_show_it():
    (with_part, other, none), asked = told(
        {"parts": [STANDINGS]}, {"parts": [ROUND]}, {}, parts={STANDINGS: b"packed"}
    )
    packed = b64encode(b"packed").decode()
    assert with_part == [{"topics": ["standings-4"], "parts": {STANDINGS.address: packed}}]
    assert other == none == [{"topics": ["standings-4"]}]
    assert asked == [([ROUND, STANDINGS], ["standings-4"])]


def test_a_page_hears_of_the_kinds_of_topics_that_it_shows():
    (standings, tables, everything), _ = told(
        {"kinds": ["standings", "event"]}, {"kinds": ["table"]}, {}, topics=("table-5", "round-2")
    )
    assert standings == []
    assert tables == everything == [{"topics": ["round-2", "table-5"]}]


def test_a_part_that_cannot_be_made_is_left_to_be_fetched():
    (page,), _ = told({"parts": [STANDINGS]}, parts=None)
    assert page == [{"topics": ["standings-4"]}]


def test_nothing_is_made_for_pages_that_have_left():
    async def story():
        asked = []

        async def make(shown, _topics, _version):
            asked.append(shown)
            return {}

        hub, page = Hub(make), Page()
        listeners = [Listener(page.send, parts=frozenset([STANDINGS])) for _ in range(2)]
        for listener in listeners:
            hub.add(1, listener)
        for listener in listeners:
            await hub._send(1, ["standings-4"])
            hub.remove(1, listener)
        await hub._send(1, ["standings-4"])
        return asked

    assert run(story()) == [[STANDINGS], [STANDINGS]]


def test_what_most_pages_show_is_brought_and_no_more():
    many = [{"parts": [STANDINGS]}] * 3 + [{"parts": [Shown(f"/{n}/")]} for n in range(50)]
    _, ((asked, _topics),) = told(*many, parts={})
    assert len(asked) == MOST_PARTS
    assert STANDINGS in asked


def shown_by(_scope, address):
    return Shown(address) if address.endswith("/live/") else None


def test_a_page_names_what_it_shows_when_it_opens_its_stream():
    async def story():
        app, page = StreamApp(part_of=shown_by), Page()
        paths = f"part={STANDINGS.address}&part={ROUND.address}&part=/desk/"
        address = f"{stream_address(1)}&kinds=standings,event&{paths}"
        page.task = asyncio.ensure_future(app(scope(address), page.receive, page.send))
        await page.until(lambda: page.frames)
        (listener,) = app._hub._listeners[1]
        await close(app, page)
        return listener

    listener = run(story())
    assert listener.kinds == {"standings", "event"}
    assert listener.parts == {STANDINGS, ROUND}


def test_a_page_that_names_too_much_hears_of_everything():
    async def story():
        app, page = StreamApp(), Page()
        kinds = ",".join(f"kind{number}" for number in range(50))
        address = f"{stream_address(1)}&kinds={kinds}"
        page.task = asyncio.ensure_future(app(scope(address), page.receive, page.send))
        await page.until(lambda: page.frames)
        (listener,) = app._hub._listeners[1]
        await close(app, page)
        return listener

    assert run(story()).kinds == frozenset()
