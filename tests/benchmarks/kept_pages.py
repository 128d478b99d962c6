"""A kept page beside a bare ASGI application that sends the same bytes.

``python -m tests.benchmarks.kept_pages`` runs both behind uvicorn, one process each, with twenty
callers that keep their connections, and prints pages a second and processor time for each page.
"""

import asyncio
import multiprocessing
import os
import socket
import threading
import time
from multiprocessing.connection import Connection

import uvicorn

from server.web.acceptor import Acceptor, Slots
from server.web.freshness import Freshness
from server.web.responses import Response
from server.web.shared_pages import SharedPages
from tests.benchmarks.engines.measure import loops

CALLERS, SECONDS = 20, 4.0
PAGE_BYTES = 12_000  # the standings of 200 players, packed
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


def bare():
    """The least that an ASGI application does for these bytes."""
    body = os.urandom(PAGE_BYTES)
    length = (b"content-length", str(len(body)).encode())

    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, length]})
        await send({"type": "http.response.body", "body": body})

    return application


def kept():
    """The kept pages of the site, with a database that stays as it is."""
    body = os.urandom(PAGE_BYTES)

    async def state():
        return (1, "1")

    async def render(_scope):
        return Response(200, list(HEADERS), body)

    return SharedPages(
        bare(),
        render,
        sharing=lambda _path: HowShared,
        is_known=lambda _cookies: True,
        freshness=Freshness(state),
        mark="X-Site",
    )


def serve(make, listening: socket.socket, report: Connection) -> None:
    config = uvicorn.Config(make(), lifespan="off", log_level="error", access_log=False, ws="none")
    server = Acceptor(config, Slots(6))

    def end():
        report.recv()
        server.should_exit = True

    threading.Thread(target=end).start()
    server.run([listening])  # on the event loop that the site runs on
    report.send(time.process_time())


async def call(address, until: float) -> int:
    reader, writer = await asyncio.open_connection(*address)
    answers = 0
    while time.monotonic() < until:
        writer.write(ASKED)
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
        await reader.readexactly(int(length.partition(b":")[2]))
        answers += 1
    writer.close()
    return answers


async def call_all(address) -> int:
    until = time.monotonic() + SECONDS
    return sum(await asyncio.gather(*(call(address, until) for _caller in range(CALLERS))))


def measure(make) -> tuple[float, float]:
    """Pages a second, and processor milliseconds of the server for each."""
    fork = multiprocessing.get_context("fork")
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    here, there = fork.Pipe()
    server = fork.Process(target=serve, args=(make, listening, there))
    server.start()
    answers = asyncio.run(call_all(listening.getsockname()))
    here.send("end")
    spent = here.recv()
    server.join()
    listening.close()
    return answers / SECONDS, 1000 * spent / answers


def compare() -> dict[str, tuple[float, float]]:
    return {"a bare ASGI application": measure(bare), "a kept page": measure(kept)}


def main() -> None:
    print(f"yardstick: {loops() / 1e6:.1f} M loops a second")  # noqa: T201 - a report
    found = compare()
    (_, least), (_, ours) = found.values()
    for name, (pages, milliseconds) in found.items():
        print(f"{name}: {pages:,.0f} pages a second, {milliseconds:.3f} ms each")  # noqa: T201
    print(f"processor time of a kept page: {ours / least:.2f} x that of a bare one")  # noqa: T201


if __name__ == "__main__":
    main()
