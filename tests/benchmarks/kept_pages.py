"""A kept page beside a bare ASGI application that sends the same bytes.

``python -m tests.benchmarks.kept_pages`` runs both behind uvicorn, one process each, with twenty
callers that keep their connections, and prints pages a second and processor time for each page.
"""

import asyncio
import gc
import multiprocessing
import os
import re
import resource
import select
import socket
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn

from server.web.acceptor import Acceptor, Slots
from server.web.freshness import Freshness, Look
from server.web.responses import Response
from server.web.shared_pages import SharedPages
from tests.benchmarks.engines.measure import loops

#: What is measured in turns, so that what else runs on the machine hits both; the best counts.
CALLERS, SECONDS, TURNS = 20, 2.0, 3
PAGE_BYTES = 12_000  # the standings of 200 players, packed
LARGE_BYTES = 110_000  # the same of 2,000
READ_BYTES = 262_144
ADDRESSES = 10_000
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
HEADERS = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"public, max-age=0, s-maxage=1, stale-while-revalidate=1"),
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
]
ASKED = (
    b"GET /standings/ HTTP/1.1\r\nHost: hall\r\nAccept-Encoding: gzip\r\nCookie: phone-1=x\r\n\r\n"
)


class HowShared:
    parameters = frozenset({"v"})
    seconds = 10.0
    is_exact = False


def bare(size):
    """The least that an ASGI application does for so many bytes."""
    body = os.urandom(size)
    length = (b"content-length", str(len(body)).encode())

    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, length]})
        await send({"type": "http.response.body", "body": body})

    return application


def kept(size):
    """The kept pages of the site, with a database that stays as it is."""
    body = os.urandom(size)

    async def state():
        return Look((1, "1"), frozenset())

    async def render(_scope):
        return Response(200, list(HEADERS), body + os.urandom(1))

    return SharedPages(
        bare(size),
        render,
        sharing=lambda _path: HowShared,
        is_known=lambda _cookies: True,
        freshness=Freshness(state),
        mark="X-Site",
    )


def serve(make, size: int, listening: socket.socket, report: Connection) -> None:
    config = uvicorn.Config(
        make(size), lifespan="off", log_level="error", access_log=False, ws="none"
    )
    server = Acceptor(config, Slots(6))

    def end():
        report.recv()
        server.should_exit = True

    threading.Thread(target=end).start()
    server.run([listening])  # on the event loop that the site runs on
    report.send(time.process_time())


def call_all(address) -> int:
    """Twenty callers, each asking again as soon as it is answered; how many answers in all.

    One loop over sockets: it must cost less than the server, which has another core.
    """
    poll, answers = select.epoll(), 0
    callers, left = {}, {}
    for _caller in range(CALLERS):
        caller = socket.create_connection(address)
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        caller.sendall(ASKED)
        callers[caller.fileno()], left[caller.fileno()] = caller, 0
        poll.register(caller.fileno(), select.EPOLLIN)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for descriptor, _event in poll.poll(0.1):
            caller = callers[descriptor]
            got = caller.recv(READ_BYTES)
            if not left[descriptor]:  # the head came with the first bytes
                head, _mark, got = got.partition(b"\r\n\r\n")
                left[descriptor] = int(LENGTH.search(head)[1])
            left[descriptor] -= len(got)
            if not left[descriptor]:
                answers += 1
                caller.sendall(ASKED)
    for caller in callers.values():
        caller.close()
    return answers


def measure(make, size: int) -> tuple[float, float]:
    """Pages a second, and processor milliseconds of the server for each."""
    fork = multiprocessing.get_context("fork")
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    here, there = fork.Pipe()
    server = fork.Process(target=serve, args=(make, size, listening, there))
    server.start()
    answers = call_all(listening.getsockname())
    here.send("end")
    spent = here.recv()
    server.join()
    listening.close()
    return answers / SECONDS, 1000 * spent / answers


def fill() -> tuple[int, int]:
    """Ask for far more different pages than are kept: the bytes counted, and the memory taken."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe()
    process = fork.Process(target=_fill, args=(there,))
    process.start()
    found: tuple[int, int] = here.recv()
    process.join()
    return found


def _fill(report: Connection) -> None:
    pages = kept(PAGE_BYTES)
    head = {"type": "http", "method": "GET", "query_string": b"", "headers": [(b"host", b"hall")]}

    async def ask() -> None:
        for number in range(ADDRESSES):
            await pages({**head, "path": f"/players/{number}/"}, None, _nowhere)

    gc.collect()
    before = _memory()
    asyncio.run(ask())
    gc.collect()
    report.send((pages.size, _memory() - before))


async def _nowhere(_message) -> None: ...


def _memory() -> int:
    """The bytes of memory that this process holds (Linux: proc(5))."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@dataclass(frozen=True)
class Compared:
    """Pages a second, and milliseconds of the processor for each."""

    size: int
    bare: tuple[float, float]
    kept: tuple[float, float]

    @property
    def pages(self) -> float:
        """How many pages ours gives for each one of the bare application."""
        return self.kept[0] / self.bare[0]

    @property
    def processor(self) -> float:
        """How much processor time ours takes for that of the bare application."""
        return self.kept[1] / self.bare[1]

    def __str__(self) -> str:
        names = {"a bare ASGI application": self.bare, "a kept page": self.kept}
        lines = [
            f"  {name}: {pages:,.0f} pages a second, {milliseconds:.3f} ms each"
            for name, (pages, milliseconds) in names.items()
        ]
        last = f"  {self.processor:.2f} x the processor time, {self.pages:.2f} x the pages"
        return "\n".join([f"{self.size:,} bytes:", *lines, last])


def compare(size: int = PAGE_BYTES) -> Compared:
    turns = [(measure(bare, size), measure(kept, size)) for _turn in range(TURNS)]
    return Compared(size, *map(_best, zip(*turns, strict=True)))


def _best(found: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The most pages a second, and the least processor time for each."""
    pages, milliseconds = zip(*found, strict=True)
    return max(pages), min(milliseconds)


def main() -> None:
    print(f"yardstick: {loops() / 1e6:.1f} M loops a second")  # noqa: T201 - a report
    for size in (PAGE_BYTES, LARGE_BYTES):
        print(compare(size))  # noqa: T201


if __name__ == "__main__":
    main()
