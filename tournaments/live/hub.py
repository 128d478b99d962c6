"""The open pages of a process, and the pump that tells them what changed.

One Redis connection per process feeds all streams. It is subscribed to the events that have a page
open here, so that other events cost this process nothing. What changed within a quarter of a second
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
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
)
from typing import Any, Protocol, TypeVar

from django.conf import settings
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from tournaments.live.allowance import Allowance
from tournaments.live.channel import NO_EVENT, channel, event_id_of

T = TypeVar("T")
#: The ASGI callable that writes to a connection.
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class Part(Protocol):
    """A part of a page that everybody sees the same, as one name of the site shows it. Hashable."""

    @property
    def address(self) -> str:
        """Where it is fetched from, with its parameters."""


#: Makes those of some parts again that are about some topics, for the pages that heard of a
#: version: the packed bytes of each.
Parts = Callable[[Collection[Part], Collection[str], str], Awaitable[Mapping[Part, bytes]]]

log = logging.getLogger(__name__)

SECONDS_BETWEEN_MESSAGES = 0.25  # with many listeners more: see Allowance
PAGES_AT_ONCE = 200
SECONDS_BETWEEN_PINGS = 15
LONGEST_PAUSE_BEFORE_RECONNECT = 2.0
#: The subscription to an event outlasts its last page, for whoever only goes to another of them.
SECONDS_WITHOUT_A_PAGE = 30
CANCEL_AGAIN = 0.1
#: A message waits for its parts for so long. Then it goes without, and pages fetch them.
LONGEST_WAIT_FOR_PARTS = 1.0
#: So many parts of an event are brought along, those that most pages show; others are fetched.
MOST_PARTS = 8

#: A named event, not a comment: pages must see it to know that the connection is alive.
PING = b"event: ping\ndata: {}\n\n"
#: Sent when hints may have been missed: a page then fetches everything it shows.
RESYNC = b"event: resync\ndata: {}\n\n"


def batched(listeners: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The listeners as of now, ``size`` at a time."""
    every = tuple(listeners)
    return (every[start : start + size] for start in range(0, len(every), size))


async def no_parts(
    _shown: Collection[Part], _topics: Collection[str], _version: str
) -> Mapping[Part, bytes]:
    """Nothing is kept: pages fetch all their parts."""
    return {}


class Listener:
    """One open page. ``send`` is the ASGI callable of its connection.

    It hears of topics of these ``kinds``, such as "table", or of all; ``parts`` are those of the
    page that a message may bring along.
    """

    __slots__ = ("_busy", "_newest", "_wake", "gone", "kinds", "parts", "send")

    def __init__(
        self,
        send: Send,
        *,
        kinds: frozenset[str] = frozenset(),
        parts: frozenset[Part] = frozenset(),
    ) -> None:
        self.send = send
        self.kinds = kinds
        self.parts = parts
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


class Message:
    """A change: the same for all pages that show the same parts, so it is written once."""

    def __init__(self, version: str, topics: Collection[str], parts: Mapping[Part, bytes]) -> None:
        self._version = version
        self._topics = sorted(topics)
        self._kinds = {topic.rpartition("-")[0] for topic in topics}
        self._parts = {part: b64encode(packed).decode() for part, packed in parts.items()}
        self._frames: dict[frozenset[Part], bytes] = {}

    def frame_for(self, listener: Listener) -> bytes | None:
        """The message as this page gets it; None if it is about nothing that the page shows."""
        if listener.kinds and listener.kinds.isdisjoint(self._kinds):
            return None
        brought = listener.parts.intersection(self._parts)
        frame = self._frames.get(brought)
        if frame is None:
            frame = self._frames[brought] = self._frame(brought)
        return frame

    def _frame(self, brought: Collection[Part]) -> bytes:
        parts = {part.address: self._parts[part] for part in brought}
        data = json.dumps({"topics": self._topics} | ({"parts": parts} if parts else {}))
        # The id is the version that pages then ask for: see server.web.shared_pages.
        return f"id: {self._version}\ndata: {data}\n\n".encode()


class Hub:
    """The open pages by event, and the pump that feeds them.

    ``parts`` makes what everybody sees the same, so that a message brings it to a thousand pages.
    """

    def __init__(self, parts: Parts = no_parts) -> None:
        self._parts = parts
        self._listeners: dict[int, set[Listener]] = defaultdict(set)  # by event
        self._events_changed = asyncio.Event()  # there are listeners of another event, or of fewer
        self._shown: dict[int, Counter[Part]] = defaultdict(Counter)  # by event
        self._heard: set[int] = set()  # the events whose hints arrive here
        self._pending: dict[int, set[str]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._sending: set[asyncio.Task[None]] = set()
        self._allowance = Allowance()

    def start(self) -> None:
        """Run the pump on the current event loop; calling this again changes nothing."""
        if not any(not task.done() for task in self._tasks):
            self._tasks = [
                asyncio.ensure_future(self._pump()),
                asyncio.ensure_future(self._ping()),
            ]

    async def stop(self) -> None:
        """End all tasks. Until Python 3.12 ``wait_for``, by which commands go to Redis, may lose a
        cancellation that comes as it ends: then it is repeated."""
        left = {*self._tasks, *self._sending}
        while left:
            for task in left:
                task.cancel()
            _ended, left = await asyncio.wait(left, timeout=CANCEL_AGAIN)

    def add(self, event_id: int, listener: Listener) -> None:
        if event_id not in self._listeners:
            self._events_changed.set()
        self._listeners[event_id].add(listener)
        self._shown[event_id].update(listener.parts)

    def remove(self, event_id: int, listener: Listener) -> None:
        listeners, shown = self._listeners[event_id], self._shown[event_id]
        listeners.discard(listener)
        shown.subtract(listener.parts)
        for part in listener.parts:
            if shown[part] <= 0:
                del shown[part]
        if not listeners:
            loop = asyncio.get_running_loop()
            loop.call_later(SECONDS_WITHOUT_A_PAGE, self._forget, event_id)

    def hears(self, event_id: int) -> bool:
        """Whether the hints of an event arrive; once they begin to, its pages read everything."""
        return event_id in self._heard

    def _forget(self, event_id: int) -> None:
        """Forget an event unless a page of it was opened meanwhile."""
        if not self._listeners.get(event_id):
            self._listeners.pop(event_id, None)
            self._shown.pop(event_id, None)
            self._events_changed.set()

    async def _pump(self) -> None:
        pause = 0.05
        while True:
            try:
                async with (
                    settings.REDIS.listener() as client,
                    client.pubsub() as subscription,
                    asyncio.TaskGroup() as both,
                ):
                    # Reading ends where nothing is subscribed to, and there may be no page yet.
                    await subscription.subscribe(channel(NO_EVENT))
                    self._heard.clear()
                    pause = 0.05
                    both.create_task(self._follow(subscription))
                    await self._read(subscription)
            except* (RedisError, OSError) as lost:
                log.warning("the stream lost Redis: %s", lost.exceptions[0])
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_BEFORE_RECONNECT)

    async def _follow(self, subscription: PubSub) -> None:
        """Keep the subscription to the events that have a page open."""
        followed: set[int] = set()
        while True:
            self._events_changed.clear()
            wanted = set(self._listeners)
            if opened := wanted - followed:
                await subscription.subscribe(*map(channel, opened))
            if left := followed - wanted:
                await subscription.unsubscribe(*map(channel, left))
            followed = wanted
            await self._events_changed.wait()

    async def _read(self, subscription: PubSub) -> None:
        """Pass on what is published.

        Pages may have been opened before their event was subscribed to. So once it is, they read
        everything: after that no hint is missed.
        """
        async for message in subscription.listen():
            if message["type"] == "message":
                self._collect(event_id_of(message["channel"]), message["data"])
            elif message["type"] == "subscribe":
                self._heard.add(event_id_of(message["channel"]))
                await self._emit(event_id_of(message["channel"]), lambda _listener: RESYNC)
            elif message["type"] == "unsubscribe":
                self._heard.discard(event_id_of(message["channel"]))

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

    def _emit_topics(self, event_id: int, topics: Collection[str]) -> None:
        """Send, and collect what comes meanwhile and during the pause after it."""
        self._pending[event_id] = set()
        sending = asyncio.ensure_future(self._send(event_id, topics))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _send(self, event_id: int, topics: Collection[str]) -> None:
        spent = 0.0
        try:
            version = secrets.token_hex(4)
            parts = await self._parts_about(event_id, topics, version)
            message = Message(version, topics, parts)
            spent = await self._emit(event_id, message.frame_for)
        finally:  # whatever happens to this message, the event must get the next one
            pause = max(SECONDS_BETWEEN_MESSAGES, self._allowance.spend(spent))
            asyncio.get_running_loop().call_later(pause, self._flush, event_id)

    async def _parts_about(
        self, event_id: int, topics: Collection[str], version: str
    ) -> Mapping[Part, bytes]:
        """Return the parts about these topics that open pages show, if made in time."""
        shown = self._shown.get(event_id)
        if not shown:
            return {}
        most = [part for part, _pages in shown.most_common(MOST_PARTS)]
        try:
            async with asyncio.timeout(LONGEST_WAIT_FOR_PARTS):
                return await self._parts(most, topics, version)
        except Exception as error:  # noqa: BLE001 - whatever it was, pages then fetch
            log.warning("pages fetch what changed: %r", error)
            return {}

    async def _emit(self, event_id: int, frame_for: Callable[[Listener], bytes | None]) -> float:
        """Write to each page of an event; return how many seconds the writing took.

        After every two hundred pages other tasks get a turn: a phone that reports a hand must not
        wait until ten thousand pages have been notified of another.
        """
        time, spent = asyncio.get_running_loop().time, 0.0
        for some in batched(self._listeners.get(event_id, ()), PAGES_AT_ONCE):
            began = time()
            for listener in some:
                if (frame := frame_for(listener)) is not None:
                    listener.push(frame)
            spent += time() - began
            await asyncio.sleep(0)
        return spent

    async def _emit_to_all(self, frame: bytes) -> None:
        for event_id in tuple(self._listeners):
            await self._emit(event_id, lambda _listener: frame)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_PINGS)
            await self._emit_to_all(PING)
