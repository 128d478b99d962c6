"""A free process accepts a connection; while all are busy there is one queue."""

import asyncio
import socket
from contextlib import asynccontextmanager

import pytest
import uvicorn

from server.web import acceptor
from server.web.acceptor import Acceptor, Slots
from tests.server.web.test_thread_pool import on_a_loop

REQUEST = b"GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n"
PATIENCE_SECONDS = 60


async def until(is_so):
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not is_so():
            await asyncio.sleep(0.001)


@asynccontextmanager
async def open_site(name: bytes, listening: socket.socket, slots: Slots):
    """A web process that answers with its name; it runs inside this process."""

    length = [(b"content-length", str(len(name)).encode())]

    async def application(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": name})

    config = uvicorn.Config(application, lifespan="off", log_level="warning")
    site = Acceptor(config, slots)
    at_work = asyncio.create_task(site.serve([listening]))
    await until(lambda: site.started)
    try:
        yield
    finally:
        site.should_exit = True
        await at_work


async def ask(listening: socket.socket) -> bytes:
    """Connect, and return the body of the response."""
    reader, writer = await asyncio.open_connection(*listening.getsockname())
    writer.write(REQUEST)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.rpartition(b"\r\n")[2]


def hall() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def full(number: int = 1) -> Slots:
    slots = Slots(number)
    for _request in range(number):
        slots.take()
    return slots


@pytest.fixture
def no_time_limit(monkeypatch):
    """No connection is accepted for waiting too long, however slow this machine is."""
    monkeypatch.setattr(acceptor, "LONGEST_SECONDS", 10 * PATIENCE_SECONDS)


@pytest.mark.usefixtures("no_time_limit")
@pytest.mark.parametrize("opened", [("busy", "idle"), ("idle", "busy")], ids=" before ".join)
def test_a_connection_is_accepted_where_a_slot_is_free(opened):
    async def story():
        slots = {"busy": full(), "idle": Slots(1)}
        with hall() as public:
            first, second = (open_site(n.encode(), public.dup(), slots[n]) for n in opened)
            async with first, second:
                return [await ask(public) for _call in range(20)]

    assert on_a_loop(story) == [b"idle"] * 20


@pytest.mark.usefixtures("no_time_limit")
def test_a_connection_waits_while_all_processes_are_busy():
    async def story():
        slots = full(2)
        with hall() as public:
            async with open_site(b"site", public.dup(), slots):
                calls = [asyncio.create_task(ask(public)) for _call in range(5)]
                await until(lambda: slots.is_crowded)
                waiting = [call.done() for call in calls]
                slots.leave()
                answers = await asyncio.gather(*calls)
                await until(lambda: not slots.is_crowded)
                return waiting, answers

    assert on_a_loop(story) == ([False] * 5, [b"site"] * 5)


def test_while_no_request_ends_all_connections_are_accepted_after_a_moment(monkeypatch):
    monkeypatch.setattr(acceptor, "LONGEST_SECONDS", 0.01)

    async def story():
        with hall() as public:
            async with open_site(b"site", public.dup(), full()):
                return await asyncio.gather(*(ask(public) for _call in range(5)))

    assert on_a_loop(story) == [b"site"] * 5


def test_a_failed_accept_does_not_stop_accepting(monkeypatch, caplog):
    monkeypatch.setattr(acceptor, "REST_SECONDS", 0.01)

    class Stubborn(socket.socket):
        refusals = 2

        def accept(self):
            if self.refusals:
                self.refusals -= 1
                raise OSError(24, "Too many open files")
            return super().accept()

    async def story():
        with hall() as public:
            stubborn = Stubborn(fileno=public.dup().detach())
            async with open_site(b"site", stubborn, Slots(1)):
                return await ask(public)

    assert on_a_loop(story) == b"site"
    assert "Too many open files" in caplog.text
