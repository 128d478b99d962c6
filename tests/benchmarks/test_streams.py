"""Open streams on one web process: how long from a hint to every page, beside the tool's own floor.

``STREAMS=1000,5000,10000`` chooses how many. Bars, on a quiet machine: p99
30, 150 and 300 ms, 20 KB a page, no thread for a page, four messages a second for an event, and a
write p99 of 300 ms while 20 results a second come in. Every bar is printed beside its figure; only
what does not depend on a quiet machine is asserted.
"""

import json
import os
import secrets
import threading
import time
from collections import Counter
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import pytest
import redis
import requests

from tests.benchmarks.listeners import Listeners, allow_many_open_files, floor, share
from tests.faults.table_of_phones import points
from tests.stack import Stack

pytestmark = pytest.mark.bench

COUNTS = [int(n) for n in os.environ.get("STREAMS", "1000,5000,10000").split(",")]
BARS_MS = {1_000: 30, 5_000: 150, 10_000: 300}
HINTS = 10
WRITE_SECONDS = 15
RESULTS_A_SECOND = 20
WRITERS = 10

MAKE = f"""
from django.utils import timezone
from tests.builders import make_entries, make_event, make_round, make_tournament
from tournaments.live.stream import stream_address
event = make_event()
tournament = make_tournament(event, target=10**6)
groups = [make_entries(tournament, 4) for _ in range({WRITERS})]
round_ = make_round(tournament, groups, started_at=timezone.now())
codes = list(round_.tables.values_list("code", flat=True))
answer = [event.pk, stream_address(event.pk), codes]
"""


def status(pid: int, name: str) -> int:
    """A number of a process: VmRSS in KB, or Threads."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])


class Writers(threading.Thread):
    """Tables that report so many results a second, all together; each deal and report timed."""

    numbers: Counter = Counter()  # the last hand of each table: the site outlives a test

    def __init__(self, url, codes, phones):
        super().__init__()
        self.url, self.codes, self.phones = url, codes, phones
        self.seconds, self.statuses = [], []
        self.stop = threading.Event()

    def run(self):
        threads = [threading.Thread(target=self._table, args=[code]) for code in self.codes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _table(self, code):
        session = requests.Session()
        session.cookies.update(self.phones[code][0])
        pause = len(self.codes) / RESULTS_A_SECOND
        # Tables do not end their hands in the same moment: each has its own place in the second.
        due = time.monotonic() + pause * self.codes.index(code) / len(self.codes)
        self.stop.wait(max(0.0, due - time.monotonic()))
        while not self.stop.is_set():
            self.numbers[code] += 1
            number = self.numbers[code]
            self._post(session, code, "deal", {"number": number})
            lines = [{"seat": s, "points": p} for s, p in points(number).items()]
            began = time.monotonic()
            self._post(session, code, "hands", {"number": number, "points": lines, "went_out": 1})
            self.seconds.append(time.monotonic() - began)
            due += pause
            self.stop.wait(max(0.0, due - time.monotonic()))

    def _post(self, session, code, path, body):
        answer = session.post(
            f"{self.url}/api/v1/tables/{code}/{path}/",
            json=body,
            headers={"Idempotency-Key": secrets.token_hex(16), "If-Match": '"1"'},
            timeout=30,
        )
        self.statuses.append(answer.status_code)


@pytest.fixture(scope="module")
def site():
    """One process holds all streams: that is what the bars are for."""
    allow_many_open_files()
    site = Stack(ROUNDHOUSE_WEB_PROCESSES="1", CHECK_LOCK_ORDER="0")
    try:
        yield site.start(), *site.ask(MAKE)
    finally:
        site.remove()


def send_hints(broker, event_id, listeners, count, label):
    sent = {}
    for number in range(count):
        mark = f"{label}-{number:03}"
        sent[mark.encode()] = time.time()
        broker.publish(f"roundhouse:event:{event_id}", json.dumps([mark]))
        listeners.listen(1.0)
    return sent


def times(seconds: list[float]) -> str:
    """Median and 99th percentile, in milliseconds."""
    return f"p50 {median(seconds) * 1000:.0f} p99 {share(seconds, 0.99) * 1000:.0f} ms"


def caught_up(frames: list[tuple[float, bytes]], sent: dict[bytes, float]) -> bool:
    """Whether a page read every mark, or was asked to fetch everything."""
    read = b"".join(frame for _moment, frame in frames)
    return b"event: resync" in read or all(mark in read for mark in sent)


@pytest.mark.parametrize("count", COUNTS)
def test_a_hint_reaches_every_open_page(site, say, count):
    stack, event_id, stream, codes = site
    web = stack.pids()["web"]
    address = urlsplit(stack.url)
    broker = redis.Redis.from_url((stack.var / "redis.url").read_text().strip())
    before, threads = status(web, "VmRSS"), status(web, "Threads")
    listeners = Listeners()
    opened = listeners.open((address.hostname, address.port), stream, count)
    listeners.listen(1.0)
    memory = (status(web, "VmRSS") - before) / count
    more_threads = status(web, "Threads") - threads

    listeners.heard.clear()
    sent = send_hints(broker, event_id, listeners, HINTS, "quiet")
    quiet = listeners.latencies(sent)
    assert len(quiet) == count * HINTS  # none was lost

    listeners.heard.clear()
    writers = Writers(stack.url, codes, stack.phones(codes))
    writers.start()
    began = time.monotonic()
    sent = send_hints(broker, event_id, listeners, WRITE_SECONDS, "busy")
    listeners.listen(1.0)
    lasted = time.monotonic() - began
    writers.stop.set()
    writers.join()
    listeners.listen(3.0)
    busy = listeners.latencies(sent)
    messages = max(
        sum(frame.count(b'data: {"topics"') for _, frame in frames)
        for frames in listeners.heard.values()
    )
    heard = dict(listeners.heard)
    listeners.close()
    bare = floor(count)

    load, bar = os.getloadavg()[0], BARS_MS.get(count, "-")
    say(f"\n{count:,} streams, opened in {opened:.1f} s; load of the machine {load:.1f}")
    say(f"  hint to page: {times(quiet)} (bar {bar}); the tool's own floor: {times(bare)}")
    say(f"  while results come: {times(busy)}, with up to 250 ms of waiting for each other")
    say(f"  messages: {messages / lasted:.1f} a second (bar 4)")
    rate = len(writers.seconds) / lasted
    say(f"  results written: {rate:.1f} a second, {times(writers.seconds)} (bar 300)")
    say(f"  a page costs {memory:.1f} KB (bar 20), all together {more_threads} threads")
    assert set(writers.statuses) <= {200, 201}
    # A page whose connection was full is asked to fetch everything, in place of what it missed.
    assert not [page for page in heard.values() if not caught_up(page, sent)]
    assert messages / lasted <= 4.1
    assert memory <= 20
    assert more_threads <= 16  # Django's own pool may fill up; no page has a thread
