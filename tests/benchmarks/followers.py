"""Thousands of open pages that follow the standings, in one process, read with epoll.

Each page keeps its stream as ``static/js/live.js`` does. It shows what a message brings, and what
a message only names it fetches, after the same pause and over a connection of its own: a phone asks
so seldom that its last one is closed. What all of them get is unpacked and read once, so that the
site is measured and not this program.
"""

import gzip
import heapq
import json
import random
import re
import select
import socket
import time
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from urllib.parse import quote

from tests.benchmarks.listeners import REQUEST, allow_many_open_files

#: As in static/js/live.js: how long a page waits for more, and so that not all ask at once.
WAIT_SECONDS, SPREAD_SECONDS = 0.05, 0.15
#: Connections that are being opened or wait for an answer at once: what descriptors are left.
MOST_FETCHES = 8_000
AT_ONCE = 200
READ_BYTES = 262_144
COMPUTED = re.compile(rb'datetime="([^"]+)"')
FETCH = (
    "GET {path}?v={version} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n"
    "Connection: close\r\n\r\n"
)


@dataclass(frozen=True)
class Followed:
    """The subscriptions of pages: the address of their stream, and the part of them that changes.

    ``topic`` is what the stream calls that part, and ``brings`` whether the stream may bring it.
    """

    stream: str
    live: str
    topic: str
    brings: bool = True

    @property
    def address(self) -> str:
        part = f"&part={quote(self.live)}" if self.brings else ""
        return f"{self.stream}&kinds=standings,notices,event{part}"


class Pages:
    """The open pages, and when each of them showed which standings: (moment, when computed).

    Moments are of the clock on the wall, which other processes have too.
    """

    def __init__(self, address: tuple[str, int], followed: Followed) -> None:
        self._address, self._followed = address, followed
        self._poll = select.epoll()
        self._acts: dict[int, Callable[[], None]] = {}
        self._due: list[tuple[float, int, str]] = []
        self._fetching = 0
        self._read: dict[bytes, tuple[str, bytes | None]] = {}
        self._computed: dict[bytes, str] = {}
        self._streams: list[socket.socket] = []
        self._greeted = 0
        self.shown: list[list[tuple[float, str]]] = []
        self.statuses: dict[int, int] = {}
        self.fetched = self.fetched_bytes = self.streamed_bytes = 0

    # --- Opening ----------------------------------------------------------------------------------

    def open(self, count: int) -> None:
        """Open ``count`` streams, and wait until each was greeted."""
        request = REQUEST.format(path=self._followed.address).encode()
        for start in range(0, count, AT_ONCE):
            for number in range(start, min(count, start + AT_ONCE)):
                stream = socket.create_connection(self._address, timeout=30)
                stream.sendall(request)
                stream.settimeout(0)
                self._streams.append(stream)
                self.shown.append([])
                self._watch(stream, self._reader(stream, number))
            self.turn(0.05)
        deadline = time.monotonic() + 120
        while self._greeted < count and time.monotonic() < deadline:
            self.turn(0.1)
        assert self._greeted == count, f"{self._greeted} of {count} streams are open"

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        self._poll.close()

    # --- Reading ----------------------------------------------------------------------------------

    def turn(self, seconds: float) -> None:
        """Do what is due, and read what comes in this time."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            while self._due and self._due[0][0] <= now and self._fetching < MOST_FETCHES:
                self._fetch(*heapq.heappop(self._due)[1:])
            wait = min(until, self._due[0][0] if self._due else until) - now
            for descriptor, _event in self._poll.poll(max(0.0, wait), 2_000):
                self._acts[descriptor]()

    def _watch(self, connection: socket.socket, act: Callable[[], None]) -> None:
        self._acts[connection.fileno()] = act
        self._poll.register(connection.fileno(), select.EPOLLIN)

    def _reader(self, stream: socket.socket, number: int) -> Callable[[], None]:
        rest = b""

        def read() -> None:
            nonlocal rest
            with suppress(BlockingIOError):
                got = rest + stream.recv(READ_BYTES)
                self.streamed_bytes += len(got) - len(rest)
                if not got.endswith(b"\n\n\r\n"):  # the end of a message, and of its chunk
                    rest = got
                    return
                rest = b""
                self._hear(number, got)

        return read

    def _hear(self, number: int, message: bytes) -> None:
        known = self._read.get(message)
        if known is None:
            known = self._read[message] = self._understand(message)
        kind, part = known
        if kind == "greeting":
            self._greeted += 1
        elif part is not None:
            self._show(number, part)
        elif kind:
            pause = WAIT_SECONDS + SPREAD_SECONDS * random.random()
            heapq.heappush(self._due, (time.monotonic() + pause, number, kind))

    def _understand(self, message: bytes) -> tuple[str, bytes | None]:
        """The version that a message tells these pages of, and their part, if it has that."""
        if b": welcome" in message:
            return "greeting", None
        version, part = "", None
        if b"event: resync" in message:
            version = "all"
        for frame in message.split(b"\n\n"):
            lines = dict(line.split(b": ", 1) for line in frame.splitlines() if b": " in line)
            news = json.loads(lines.get(b"data", b"{}"))
            if self._followed.topic in news.get("topics", ()):
                version = lines[b"id"].decode()
                packed = news.get("parts", {}).get(self._followed.live)
                part = b64decode(packed) if packed else None
        return version, part

    def _show(self, number: int, packed: bytes) -> None:
        computed = self._computed.get(packed)
        if computed is None:
            found = COMPUTED.search(gzip.decompress(packed))
            assert found, "the part does not say when its standings were computed"
            computed = self._computed[packed] = found[1].decode()
        self.shown[number].append((time.time(), computed))

    # --- Fetching ---------------------------------------------------------------------------------

    def _fetch(self, number: int, version: str) -> None:
        self._fetching += 1
        connection = socket.socket()
        connection.setblocking(False)  # noqa: FBT003 - the name of the socket library
        connection.connect_ex(self._address)
        request = FETCH.format(path=self._followed.live, version=version).encode()
        descriptor = connection.fileno()

        def send() -> None:
            connection.sendall(request)
            self._poll.modify(descriptor, select.EPOLLIN)
            self._acts[descriptor] = self._answer_reader(connection, number)

        self._acts[descriptor] = send
        self._poll.register(descriptor, select.EPOLLOUT)

    def _answer_reader(self, connection: socket.socket, number: int) -> Callable[[], None]:
        got = b""

        def read() -> None:
            nonlocal got
            with suppress(BlockingIOError):
                more = connection.recv(READ_BYTES)
                got += more
                if more:
                    return
                self._fetching -= 1
                del self._acts[connection.fileno()]
                connection.close()
                self._take(number, got)

        return read

    def _take(self, number: int, answer: bytes) -> None:
        head, _mark, body = answer.partition(b"\r\n\r\n")
        status = int(head[9:12] or 0)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.fetched += 1
        self.fetched_bytes += len(answer)
        if status == 200:
            self._show(number, body)


def follow(address: tuple[str, int], followed: Followed, count: int, orders: Connection) -> None:
    """Keep ``count`` pages open, as a process of its own, and report what each of them showed.

    It says when all are open. An order is the time of standings that were stored; the answer, once
    all pages show them or newer ones, is the moment at which each did, and None for those that do
    not after the seconds of the order. The last order is None, and its answer says what was sent.
    """
    allow_many_open_files()
    pages = Pages(address, followed)
    pages.open(count)
    pages.turn(1.0)
    orders.send("open")
    while True:
        while not orders.poll():
            pages.turn(0.02)
        order = orders.recv()
        if order is None:
            break
        computed, seconds = order
        orders.send(_wait(pages, computed, seconds))
        for shown in pages.shown:
            del shown[:-1]
    orders.send(
        {
            "fetched": pages.fetched,
            "fetched bytes": pages.fetched_bytes,
            "streamed bytes": pages.streamed_bytes,
            "statuses": pages.statuses,
            "processor": time.process_time(),
        }
    )
    pages.close()


def _wait(pages: Pages, computed: str, seconds: float) -> list[float | None]:
    """When each page showed these standings or newer ones. Times in ISO format sort as text."""
    until = time.monotonic() + seconds
    while True:
        found = [
            next((moment for moment, what in shown if what >= computed), None)
            for shown in pages.shown
        ]
        if None not in found or time.monotonic() > until:
            return found
        pages.turn(0.2)
