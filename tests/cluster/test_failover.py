"""A primary is killed, of PostgreSQL or of Redis, and the site goes on at what replaces it."""

import threading
import time

import pytest
import requests

from server.supervisor.terminal import say
from tests.cluster.conftest import TWO_OF_EACH
from tests.cluster.site import Cluster
from tests.faults.table_of_phones import Evening
from tests.faults.test_killing import (
    MAKE_ROUNDS,
    STANDINGS,
    assert_hands_are_those_acknowledged,
)
from tests.sentinels import watched_redis
from tests.stack import wait_for

SECONDS = 90
#: From the promotion of the standby to the first hand that it stores.
WRITES_WITHIN = 5.0
STREAM = """
from tournaments.live.stream import stream_address
from tournaments.models import Event
answer = stream_address(Event.objects.get().pk)
"""
#: While there is no primary: the site says that it cannot store anything, or the proxy that no web
#: process has answered.
REFUSALS = {502, 503}


@pytest.fixture
def watched():
    with watched_redis() as made:
        yield made


@pytest.fixture
def site(pair, new_database, watched, behind):
    """Two of each, on PostgreSQL with a standby and on Redis with Sentinels, behind HAProxy."""
    site = Cluster(pair.url(new_database()), watched.url, TWO_OF_EACH)
    try:
        site.start()
        with behind("haproxy", site):
            yield site
    finally:
        site.remove()


def test_phones_go_on_when_postgresql_and_then_redis_lose_their_primary(site, pair, watched):
    evening = Evening.begin(site, site.ask(MAKE_ROUNDS))
    try:
        wait_for(lambda: evening.acknowledged >= 20, SECONDS)
        promoted = pair.fail_over()
        took = wait_for(lambda: evening.first_write_after(promoted), SECONDS) - promoted
        say(f"first hand stored {took:.2f} s after the promotion")
        assert took <= WRITES_WITHIN
        _go_on(evening)

        watched.fail_over()
        stream = site.ask(STREAM)
        with requests.get(site.url + stream, stream=True, timeout=SECONDS) as opened:
            assert any(b"topics" in line for line in opened.iter_lines())
        _go_on(evening)
    finally:
        evening.end()
    assert_hands_are_those_acknowledged(site, evening, refusals=REFUSALS)
    wait_for(lambda: site.ask(STANDINGS)[0] == 0, SECONDS)
    pair.build_standby()


def _go_on(evening: Evening) -> None:
    before = evening.acknowledged
    wait_for(lambda: evening.acknowledged >= before + 20, SECONDS)


def test_a_stream_that_was_open_says_when_redis_is_back(site, watched):
    codes = site.ask(MAKE_ROUNDS)
    lines: list[bytes] = []
    opened = requests.get(site.url + site.ask(STREAM), stream=True, timeout=SECONDS)
    reading = threading.Thread(target=_read, args=(opened, lines))
    reading.start()
    try:
        watched.fail_over()
        wait_for(lambda: b"event: resync" in lines, SECONDS)
        seen, began = len(lines), time.monotonic()
        evening = Evening.begin(site, codes)
        wait_for(lambda: any(b"topics" in line for line in lines[seen:]), SECONDS)
        say(f"hints are back {time.monotonic() - began:.2f} s after phones began to play")
        evening.end()
    finally:
        site.kill("web-1")  # the stream ends with the process that serves it
        site.kill("web-2")
        reading.join()


def _read(opened: requests.Response, lines: list[bytes]) -> None:
    try:
        lines.extend(opened.iter_lines())
    except requests.RequestException:
        opened.close()
