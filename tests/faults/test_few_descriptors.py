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
        heads = [page.recv(4000) for page in pages]
        statuses = [int(re.match(rb"HTTP/1.1 (\d+)", head)[1]) for head in heads]
        assert set(statuses) == {200, 503}
        assert FEW / 3 < statuses.count(200) < WEB_PROCESSES * FEW
        refused = heads[statuses.index(503)]
        assert b"Too many pages are open at once." in refused
        assert requests.get(site.url, timeout=30).status_code == 200
    assert site.pids() == before  # nobody fell silent or was started again


def _open(site: str, path: str) -> socket.socket:
    address = urlsplit(site)
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    return connection
