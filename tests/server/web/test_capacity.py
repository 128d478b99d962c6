"""A process has as many connections as its descriptors allow, and keeps some of them for pages."""

import asyncio
import re
import resource
import select
import socket
import subprocess
import sys
from contextlib import suppress

import pytest

from server.web.capacity import Capacity, capacity
from server.web.networks import network_of
from server.web.stream_limit import StreamLimit
from tests.server.web.test_thread_pool import SCOPE, on_a_loop

FEW, MANY = 700, 850  # descriptors of a site, and what a stranger opens: it hung once


@pytest.mark.parametrize("descriptors", [10, 64, 256, 300, 700, 1024, 20_000, 1_000_000])
def test_pages_and_the_process_itself_keep_a_part(descriptors):
    may = capacity(descriptors)
    assert 0 < may.streams_of_network <= may.streams < may.connections < descriptors
    assert may.connections - may.streams >= min(32, descriptors // 5)


def test_a_hall_behind_one_address_has_most_of_the_streams():
    assert capacity(700).streams_of_network > 300
    assert capacity(20_000).streams_of_network > 10_000


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_addresses_of_one_subscriber_count_together(address, network):
    assert network_of(address) == network


def answers_to(addresses, limit):
    """The status for streams from these addresses that are all open at the same time."""

    async def stay(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await ended.wait()

    async def run():
        nonlocal ended
        ended = asyncio.Event()
        site = StreamLimit(stay, limit, mark="X-Roundhouse")
        sent = [[] for _ in addresses]
        tasks = []
        for address, messages in zip(addresses, sent, strict=True):

            async def send(message, messages=messages):
                messages.append(message)

            task = asyncio.create_task(site(SCOPE | {"client": (address, 1)}, None, send))
            tasks.append(task)
            await asyncio.sleep(0)
        ended.set()
        await asyncio.gather(*tasks)
        return [messages[0] for messages in sent], site

    ended = None
    return on_a_loop(run)


def test_a_stream_beyond_the_limit_is_asked_to_come_later():
    starts, site = answers_to(["a", "b", "c"], Capacity(10, 2, 2))
    assert [start["status"] for start in starts] == [200, 200, 503]
    headers = dict(starts[2]["headers"])
    assert headers[b"retry-after"] == b"60"
    assert headers[b"x-roundhouse"] == b"1"
    assert site.total == 0


def test_one_network_leaves_streams_to_the_others():
    starts, _site = answers_to(["a", "a", "a", "b"], Capacity(10, 4, 2))
    assert [start["status"] for start in starts] == [200, 200, 503, 200]


@pytest.fixture
def small_site():
    """A real web process with few descriptors; its address."""

    def limited():
        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))

    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listening:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.web.small_site", str(listening.fileno())],
            pass_fds=[listening.fileno()],
            preexec_fn=limited,  # noqa: PLW1509 - only a system call
        )
        yield listening.getsockname()
        process.terminate()
        process.wait()


def ask(address, path):
    """Open a connection and send a request."""
    connection = socket.create_connection(address, timeout=60)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode())
    return connection


def test_pages_are_answered_when_more_streams_come_than_there_are_descriptors(small_site):
    streams = [ask(small_site, "/stream/") for _ in range(MANY)]
    first = [re.match(rb"HTTP/1.1 (\d+)", stream.recv(1000))[1] for stream in streams]
    assert first.count(b"200") == capacity(FEW).streams_of_network
    assert set(first) == {b"200", b"503"}
    with ask(small_site, "/") as page:
        assert page.recv(1000).startswith(b"HTTP/1.1 200")
    for stream in streams:
        stream.close()


def test_pages_are_answered_when_more_half_requests_come_than_there_are_descriptors(small_site):
    halves = [socket.create_connection(small_site, timeout=60) for _ in range(MANY)]
    for half in halves:
        with suppress(OSError):  # it may have had to make room already
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
    with ask(small_site, "/") as page:
        assert page.recv(1000).startswith(b"HTTP/1.1 200")
    closed, _, _ = select.select(halves, [], [], 60)
    assert closed  # the oldest made room
    for half in halves:
        half.close()
