"""Live streams: server-sent events to every open page, answered in front of Django.

One Redis subscription per process feeds all streams. What changed within a quarter of a second
goes out as one message, so that a burst of hands is four messages a second, not two hundred.
The pump itself writes each message to each page. Only a page whose connection is full gets a task
of its own, which then sends the latest message rather than all of them: a slow phone neither fills
the memory nor slows the others.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar
from urllib.parse import parse_qs

import redis.asyncio
from django.conf import settings
from django.core import signing
from redis.exceptions import RedisError

from tournaments.live.channel import EVERY_CHANNEL, STREAM_PATH, event_id_of

__all__ = ["STREAM_PATH", "StreamApp", "stream_address"]

T = TypeVar("T")

log = logging.getLogger(__name__)

SIGNER = signing.Signer(salt="roundhouse.stream")
SECONDS_BETWEEN_MESSAGES = 0.25
# With many listeners fewer: sending takes at most a sixth of the time, the rest is for pages.
PAUSE_FOR_EACH_SECOND_OF_SENDING = 5
PAGES_AT_ONCE = 200
SECONDS_BETWEEN_PINGS = 15
LONGEST_PAUSE_BEFORE_RECONNECT = 2.0

# Browsers reconnect by themselves after 1 to 2 seconds; the comment opens the stream at once.
GREETING = b"retry: 1500\n: welcome\n\n"
#: A named event, not a comment: pages must see it to know that the connection is alive.
PING = b"event: ping\ndata: {}\n\n"
#: Sent when hints may have been missed: a page then fetches everything it shows.
RESYNC = b"event: resync\ndata: {}\n\n"


def stream_address(event_id: int) -> str:
    """Where a page of an event listens. Signed, so that only addresses of our own making work."""
    return f"{STREAM_PATH}?event={SIGNER.sign(str(event_id))}"


def _event_id(query_string: bytes) -> int:
    token = parse_qs(query_string.decode("ascii", "replace")).get("event", [""])[0]
    return int(SIGNER.unsign(token))


def batched(listeners: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The listeners as of now, ``size`` at a time."""
    every = tuple(listeners)
    return (every[start : start + size] for start in range(0, len(every), size))


class Listener:
    """One open page. ``send`` is the ASGI callable of its connection."""

    __slots__ = ("_busy", "_newest", "_wake", "gone", "send")

    def __init__(self, send):
        self.send = send
        self.gone = False
        self._busy = False
        self._newest: bytes | None = None
        self._wake = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Write ``frame`` now, or leave it to ``drain`` if the connection is full."""
        if self._busy:
            # This replaces what was waiting, so the page must fetch everything.
            self._newest = RESYNC
            return
        writing = self.send({"type": "http.response.body", "body": frame, "more_body": True})
        try:
            writing.send(None)
        except StopIteration:
            return
        except Exception:  # noqa: BLE001 - a broken connection must not stop the others
            self.gone = True
            self._wake.set()
            return
        # It did not finish at once: the connection is full. Whether the message went out is
        # unknown, so the page will be asked to fetch everything.
        writing.close()
        self._busy = True
        self._newest = RESYNC
        self._wake.set()

    async def drain(self) -> None:
        """Serve this page alone while its connection is full."""
        while not self.gone:
            await self._wake.wait()
            self._wake.clear()
            while self._newest is not None and not self.gone:
                frame, self._newest = self._newest, None
                await self.send({"type": "http.response.body", "body": frame, "more_body": True})
            self._busy = False


class Hub:
    """The open pages by event, and the pump that feeds them."""

    def __init__(self) -> None:
        self._listeners: dict[int, set[Listener]] = defaultdict(set)
        self._pending: dict[int, set[str]] = {}
        self._tasks: list[asyncio.Task] = []
        self._sending: set[asyncio.Task] = set()

    def start(self) -> None:
        """Run the pump on the current event loop; calling this again changes nothing."""
        if not any(not task.done() for task in self._tasks):
            self._tasks = [
                asyncio.ensure_future(self._pump()),
                asyncio.ensure_future(self._ping()),
            ]

    async def stop(self) -> None:
        tasks = [*self._tasks, *self._sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def add(self, event_id: int, listener: Listener) -> None:
        self._listeners[event_id].add(listener)

    def remove(self, event_id: int, listener: Listener) -> None:
        listeners = self._listeners[event_id]
        listeners.discard(listener)
        if not listeners:
            del self._listeners[event_id]

    async def _pump(self) -> None:
        pause, interrupted = 0.05, False
        while True:
            try:
                async with (
                    redis.asyncio.Redis.from_url(
                        settings.REDIS_URL, health_check_interval=5
                    ) as client,
                    client.pubsub() as subscription,
                ):
                    await subscription.psubscribe(EVERY_CHANNEL)
                    if interrupted:
                        await self._emit_to_all(RESYNC)
                    pause = 0.05
                    async for message in subscription.listen():
                        if message["type"] == "pmessage":
                            self._collect(event_id_of(message["channel"]), message["data"])
            except (RedisError, OSError) as error:
                log.warning("the stream lost Redis: %s", error)
            interrupted = True
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_BEFORE_RECONNECT)

    def _collect(self, event_id: int, data: bytes) -> None:
        """Send at once if nothing was sent recently, else together with what comes meanwhile."""
        topics = json.loads(data)
        if event_id in self._pending:
            self._pending[event_id].update(topics)
            return
        self._emit_topics(event_id, topics)

    def _flush(self, event_id: int) -> None:
        topics = self._pending.pop(event_id)
        if topics:
            self._emit_topics(event_id, topics)

    def _emit_topics(self, event_id: int, topics) -> None:
        """Send, and collect what comes meanwhile and during the pause after it."""
        self._pending[event_id] = set()
        data = json.dumps({"topics": sorted(topics)})
        # The id is the version that pages then ask for: see server.web.shared_pages.
        frame = f"id: {secrets.token_hex(4)}\ndata: {data}\n\n"
        sending = asyncio.ensure_future(self._send(event_id, frame.encode()))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _send(self, event_id: int, frame: bytes) -> None:
        spent = 0.0
        try:
            spent = await self._emit(event_id, frame)
        finally:  # whatever happens to this message, the event must get the next one
            pause = max(SECONDS_BETWEEN_MESSAGES, PAUSE_FOR_EACH_SECOND_OF_SENDING * spent)
            asyncio.get_running_loop().call_later(pause, self._flush, event_id)

    async def _emit(self, event_id: int, frame: bytes) -> float:
        """Write to each page of an event; return how many seconds the writing took.

        After every two hundred pages other tasks get a turn: a phone that reports a hand must not
        wait until ten thousand pages have been notified of another.
        """
        time, spent = asyncio.get_running_loop().time, 0.0
        for some in batched(self._listeners.get(event_id, ()), PAGES_AT_ONCE):
            began = time()
            for listener in some:
                listener.push(frame)
            spent += time() - began
            await asyncio.sleep(0)
        return spent

    async def _emit_to_all(self, frame: bytes) -> None:
        for event_id in tuple(self._listeners):
            await self._emit(event_id, frame)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_PINGS)
            await self._emit_to_all(PING)


class StreamApp:
    """The ASGI application of one process for ``STREAM_PATH``."""

    def __init__(self) -> None:
        self._hub = Hub()

    async def lifespan(self, receive, send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._hub.start()
            else:
                await self._hub.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def __call__(self, scope, receive, send) -> None:
        try:
            event_id = _event_id(scope["query_string"])
        except (signing.BadSignature, ValueError):
            await _refuse(send)
            return
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                    (b"x-roundhouse", b"1"),  # as tournaments.middleware has it
                ],
            }
        )
        await send({"type": "http.response.body", "body": GREETING, "more_body": True})
        comes_back = any(name == b"last-event-id" for name, _value in scope.get("headers", ()))
        await self._listen(event_id, receive, send, first=RESYNC if comes_back else None)

    async def _listen(self, event_id: int, receive, send, *, first: bytes | None) -> None:
        self._hub.start()
        listener = Listener(send)
        self._hub.add(event_id, listener)
        if first:  # once it listens, so that nothing is missed between reading and listening
            listener.push(first)
        draining = asyncio.ensure_future(listener.drain())
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._hub.remove(event_id, listener)
            listener.gone = True
            draining.cancel()


async def _refuse(send) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": 403,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"x-roundhouse", b"1"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": b"This address is not one of ours."})
