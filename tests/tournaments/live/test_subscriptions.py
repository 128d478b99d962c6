"""Which events a web process hears of: those that have a page open in it."""

import asyncio
from contextlib import closing

import pytest
from django.conf import settings

from tests.tournaments.live.pages import SECONDS, close, listening, run, subscribed
from tournaments.live import hub
from tournaments.live.channel import NO_EVENT, event_id_of
from tournaments.live.hub import RESYNC
from tournaments.live.publish import hint
from tournaments.live.stream import StreamApp

pytestmark = [pytest.mark.usefixtures("redis_server")]


def followed():
    """The events that web processes are subscribed to."""
    with closing(settings.REDIS.client()) as client:
        return {event_id_of(name) for name in client.pubsub_channels("*")} - {NO_EVENT}


async def until(condition):
    async with asyncio.timeout(SECONDS):
        while not await asyncio.to_thread(condition):
            await asyncio.sleep(0.01)


def test_a_process_hears_of_the_events_that_have_a_page_open():
    async def story():
        app = StreamApp()
        pages = [await listening(app, event_id) for event_id in (1, 2, 2)]
        await until(lambda: followed() == {1, 2})
        await close(app, *pages)

    run(story())


def test_an_event_whose_last_page_has_closed_is_left_and_forgotten(monkeypatch):
    monkeypatch.setattr(hub, "SECONDS_WITHOUT_A_PAGE", 0.01)

    async def story():
        app = StreamApp()
        first, second, other = [await listening(app, event_id) for event_id in (1, 1, 2)]
        await subscribed(app, 1, first)
        first.closed.set()
        await first.task
        await subscribed(app, 1, second)
        second.closed.set()
        await second.task
        await until(lambda: followed() == {2})
        assert set(app._hub._listeners) == set(app._hub._shown) == {2}
        again = await listening(app, 1)
        await subscribed(app, 1, again)
        await close(app, other, again)

    run(story())


def test_whoever_goes_to_another_page_of_an_event_keeps_it_subscribed():
    async def story():
        app = StreamApp()
        page = await listening(app, 1)
        await subscribed(app, 1, page)
        page.closed.set()
        await page.task
        following = await listening(app, 1)
        await asyncio.to_thread(hint, 1, "table-5")
        await following.until(lambda: following.topics)
        await close(app, following)
        return following.frames

    assert RESYNC not in run(story())  # it was heard from the first moment


def test_a_page_reads_everything_once_its_event_is_heard_of():
    async def story():
        app = StreamApp()
        first, second = await listening(app, 1), await listening(app, 2)
        for page in (first, second):
            await page.until(lambda page=page: RESYNC in page.frames)
        await close(app, first, second)
        return first.frames, second.frames

    for frames in run(story()):
        assert frames.count(RESYNC) == 1


def test_after_a_lost_connection_every_page_reads_everything_and_hears_again():
    async def story():
        app = StreamApp()
        pages = [await listening(app, event_id) for event_id in (1, 2)]
        for event_id, page in enumerate(pages, start=1):
            await subscribed(app, event_id, page)
            del page.frames[:]
        with closing(settings.REDIS.client()) as client:
            await asyncio.to_thread(client.client_kill_filter, _type="pubsub")
        for event_id, page in enumerate(pages, start=1):
            await page.until(lambda page=page: RESYNC in page.frames)
            await asyncio.to_thread(hint, event_id, "table-5")
            await page.until(lambda page=page: page.topics)
        await close(app, *pages)

    run(story())
