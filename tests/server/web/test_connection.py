"""A connection has deadlines, and nobody can make a process remember more than a little."""

import asyncio
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn

from server.web import connection
from server.web.acceptor import Acceptor, Slots
from tests.server.web.test_acceptor import PATIENCE_SECONDS, hall, until
from tests.server.web.test_thread_pool import on_a_loop

HOUR = 3600.0
LARGE = 4 * 1024 * 1024
GET = b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"
GET_AND_CLOSE = b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n"
LARGE_AND_CLOSE = GET_AND_CLOSE.replace(b"/", b"/large/", 1)
CHUNKED = b"POST / HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(autouse=True)
def no_deadline(monkeypatch):
    """Only the deadline that a test shortens ends anything, however slow this machine is."""
    for name in ("HEAD_SECONDS", "TAKING_SECONDS"):
        monkeypatch.setattr(connection, name, HOUR)


class Front:
    """A site in this process: it reads a body, waits if it must, and answers with its size."""

    def __init__(self):
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.asked = 0
        self.listening = hall()
        config = uvicorn.Config(
            self._application,
            interface="asgi3",
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=1,
        )
        self.acceptor = Acceptor(config, Slots(8), mark="X-Roundhouse", most=40)

    @property
    def connections(self):
        return len(self.acceptor._connections)

    async def _application(self, scope, receive, send):
        self.asked += 1
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        await self.may_answer.wait()
        body = b"x" * LARGE if scope["path"] == "/large/" else str(size).encode()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def front():
    site = Front()
    with site.listening as listening:
        at_work = asyncio.create_task(site.acceptor.serve([listening.dup()]))
        await until(lambda: site.acceptor.started)
        try:
            yield site
        finally:
            site.may_answer.set()
            site.acceptor.should_exit = True
            await at_work


@asynccontextmanager
async def connected(site, **options):
    reader, writer = await asyncio.open_connection(*site.listening.getsockname(), **options)
    try:
        yield reader, writer
    finally:
        writer.close()


async def rest(reader):
    """All bytes until the site closes the connection."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


async def answer(reader):
    """One short response."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await reader.readuntil(b"\r\n\r\n") + await reader.read(1)


def told(*, before):
    """All that a client reads which sends ``before`` and waits."""

    async def story():
        async with front() as site, connected(site) as (reader, writer):
            writer.write(before)
            return await rest(reader)

    return on_a_loop(story)


def test_a_head_that_does_not_come_to_its_end_is_given_up_with_a_sentence(monkeypatch):
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.05)
    said = told(before=b"GET / HTTP/1.1\r\nHost:")
    assert said.startswith(b"HTTP/1.1 408 Request Timeout")
    assert b"x-roundhouse: 1" in said
    assert b"connection: close" in said
    assert said.endswith(b"Nothing was saved: your request took too long to arrive.")


def test_a_connection_without_a_request_is_closed_without_a_word(monkeypatch):
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.05)
    assert told(before=b"") == b""


def test_a_page_that_takes_long_has_no_deadline_for_a_head(monkeypatch):
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.01)

    async def story():
        async with front() as site:
            site.may_answer.clear()
            async with connected(site) as (reader, writer):
                writer.write(GET + b"\r\n")
                await until(lambda: site.asked)
                await asyncio.sleep(0.05)  # several times the deadline; longer changes nothing
                site.may_answer.set()
                return await answer(reader)

    assert on_a_loop(story).startswith(b"HTTP/1.1 200")


def test_the_next_request_in_a_connection_has_a_deadline_too(monkeypatch):
    async def story():
        async with front() as site, connected(site) as (reader, writer):
            writer.write(GET)
            first = await answer(reader)
            monkeypatch.setattr(connection, "HEAD_SECONDS", 0.05)
            writer.write(b"GET / HT")
            return first, await rest(reader)

    first, then = on_a_loop(story)
    assert first.startswith(b"HTTP/1.1 200")
    assert then.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("padding", [b"X-More: a\r\n" * 10_000, b"X-More: " + b"a" * 100_000])
def test_a_head_that_is_too_long_is_refused(padding):
    async def story():
        async with front() as site, connected(site) as (reader, writer):
            writer.write(b"GET / HTTP/1.1\r\n")
            for start in range(0, len(padding), 10_000):
                writer.write(padding[start : start + 10_000])
                await asyncio.sleep(0)
            return await rest(reader), site.asked

    said, asked = on_a_loop(story)
    assert asked == 0
    assert said.startswith(b"HTTP/1.1 431") or said == b""  # what was on its way cut it off


HEADS_OF_33_KB = {
    "one header": b"GET / HTTP/1.1\r\nHost: hall\r\nX-More: " + b"a" * 33_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: hall\r\n" + b"X-More: aaaaaa\r\n" * 2_600 + b"\r\n",
    "the address": b"GET /?" + b"a" * 33_000 + b" HTTP/1.1\r\nHost: hall\r\n\r\n",
    "with a body": b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 3\r\nX-More: "
    + b"a" * 33_000
    + b"\r\n\r\nabc",
    "after another": GET + b"GET / HTTP/1.1\r\nHost: " + b"a" * 33_000 + b"\r\n\r\n",
}


@pytest.mark.parametrize("sent", HEADS_OF_33_KB.values(), ids=HEADS_OF_33_KB)
def test_a_head_that_is_too_long_is_refused_also_in_one_packet(sent):
    async def story():
        async with front() as site, connected(site) as (reader, writer):
            writer.write(sent)
            return await rest(reader), site.asked

    said, asked = on_a_loop(story)
    assert asked == (1 if sent.startswith(GET) else 0)
    if not asked:
        assert said.startswith(b"HTTP/1.1 431")
        assert said.endswith(b"the headers of this request are too long.")


def test_a_large_body_in_the_packet_of_its_head_is_no_long_head():
    async def story():
        async with front() as site, connected(site) as (reader, writer):
            head = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 60000\r\n\r\n"
            writer.write(head + b"a" * 60_000)
            return await answer(reader)

    assert on_a_loop(story).startswith(b"HTTP/1.1 200")


def test_headers_after_a_body_are_not_kept_and_have_an_end():
    async def story():
        async with front() as site, connected(site) as (reader, writer):
            writer.write(CHUNKED + b"3\r\nabc\r\n0\r\n")
            await until(lambda: site.asked)
            for _ in range(100):
                writer.write(b"X-More: " + b"a" * 1_000 + b"\r\n")
                await asyncio.sleep(0)
            return await rest(reader)

    assert b"HTTP/1.1 200" not in on_a_loop(story)


def test_a_client_that_does_not_take_its_response_is_given_up(monkeypatch):
    monkeypatch.setattr(connection, "TAKING_SECONDS", 0.05)

    async def story():
        async with front() as site:
            with socket.create_connection(site.listening.getsockname()) as stranger:
                stranger.sendall(LARGE_AND_CLOSE)
                await until(lambda: site.asked)
                await until(lambda: not site.connections)
            return True

    assert on_a_loop(story)


def test_a_client_that_takes_its_response_slowly_gets_all_of_it():
    async def story():
        async with front() as site, connected(site, limit=4096) as (reader, writer):
            writer.write(LARGE_AND_CLOSE)
            return await rest(reader)

    assert len(on_a_loop(story)) > LARGE


def test_only_a_few_requests_wait_in_one_connection():
    async def story():
        async with front() as site:
            site.may_answer.clear()
            async with connected(site) as (reader, writer):
                writer.write(GET * 1_000)
                return await rest(reader), site.asked

    said, asked = on_a_loop(story)
    assert said == b""
    assert asked <= 1


def test_idle_connections_make_room_for_new_ones_and_busy_ones_do_not():
    async def story():
        async with front() as site:
            site.may_answer.clear()
            async with connected(site) as (busy, writer):
                writer.write(GET)
                await until(lambda: site.asked)
                address = site.listening.getsockname()
                idle = [await asyncio.open_connection(*address) for _ in range(60)]
                await until(lambda: len(site.acceptor._connections) >= 30)
                site.may_answer.set()
                async with connected(site) as (reader, another):
                    another.write(GET)
                    answers = [await answer(busy), await answer(reader)]
                most = site.connections
                for _reader, opened in idle:
                    opened.close()
                return answers, most

    answers, most = on_a_loop(story)
    assert [said[:12] for said in answers] == [b"HTTP/1.1 200"] * 2
    assert most <= 40


def test_a_connection_waits_until_a_busy_one_has_ended():
    async def story():
        async with front() as site:
            site.acceptor._most = 1
            site.may_answer.clear()
            async with connected(site) as (first, one):
                one.write(GET_AND_CLOSE)
                await until(lambda: site.asked)
                async with connected(site) as (second, other):
                    other.write(GET)
                    site.may_answer.set()
                    return [(await answer(reader))[:12] for reader in (first, second)]

    assert on_a_loop(story) == [b"HTTP/1.1 200"] * 2
