"""Open pages as the web server sees them, without one."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

from tournaments.live.publish import hint
from tournaments.live.stream import stream_address

SECONDS = 60


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


def data_of(frame):
    """The content of a message."""
    return json.loads(frame.partition(b"data: ")[2])


def scope(address):
    path, _, query = address.partition("?")
    return {"type": "http", "path": path, "query_string": query.encode()}


async def listening(app, event_id, *headers):
    page = Page()
    requested = scope(stream_address(event_id)) | {"headers": list(headers)}
    page.task = asyncio.ensure_future(app(requested, page.receive, page.send))
    await page.until(lambda: page.frames)
    return page


async def coming_back(app, event_id):
    """A program that listened before."""
    return await listening(app, event_id, (b"last-event-id", b"0"))


async def subscribed(app, event_id, page):
    """Publish until the subscription of the hub, which takes a moment, passes the first hint."""
    async with asyncio.timeout(SECONDS):
        while ["ready"] not in page.topics:
            await asyncio.to_thread(hint, event_id, "ready")
            await asyncio.wait({asyncio.ensure_future(page.news.wait())}, timeout=0.05)
            page.news.clear()


def always(frame):
    """The same frame for every page."""
    return lambda _listener: frame


async def close(app, *pages):
    for page in pages:
        page.closed.set()
    await asyncio.gather(*(page.task for page in pages))
    await app._hub.stop()
