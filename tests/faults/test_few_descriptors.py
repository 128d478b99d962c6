"""A site that the system lets open 700 files: it says so, and answers while more pages are open."""

import re
import shutil
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
import requests

from server.web.capacity import raise_limit

FEW, PAGES, WEB_PROCESSES = 700, 1600, 2
STREAM = """
from tests.builders import make_event
from tournaments.live.stream import stream_address
answer = stream_address(make_event().pk)
"""


@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit of util-linux")
def test_few_descriptors_are_said_and_a_page_is_answered_when_all_streams_are_taken(new_stack):
    raise_limit()  # of the test itself, which has all those pages
    site = new_stack()
    site.under = ("prlimit", f"--nofile={FEW}:{FEW}")
    site.start()
    assert f"lets a program open {FEW} files" in site.output
    stream = site.ask(STREAM)
    before = site.pids()
    with ExitStack() as opened:
        pages = [opened.enter_context(_open(site.url, stream)) for _ in range(PAGES)]
        statuses = [_status(page) for page in pages]
        assert set(statuses) == {200, 503}
        assert FEW / 3 < statuses.count(200) < WEB_PROCESSES * FEW
        refused = pages[statuses.index(503)]
        assert "Too many pages are open at once." in _rest(refused)
        assert requests.get(site.url, timeout=60).status_code == 200
    assert site.pids() == before  # nobody fell silent or was started again


def _open(site: str, path: str) -> socket.socket:
    address = urlsplit(site)
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    return connection


def _status(page: socket.socket) -> int:
    """The status of an answer; what follows stays unread, for it may come later than that."""
    line = page.recv(len("HTTP/1.1 200"), socket.MSG_WAITALL)
    return int(re.fullmatch(rb"HTTP/1.1 (\d+)", line)[1])


def _rest(page: socket.socket) -> str:
    """The rest of an answer, until the site closes the connection."""
    return b"".join(iter(lambda: page.recv(4000), b"")).decode()
