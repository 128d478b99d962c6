"""New standings, stored: how long until all pages that follow them show them; one web process.

``FOLLOWERS=1000,5000,10000`` chooses how many pages. Bars, on a quiet machine: p99 0.3, 0.6 and
1 s; while 100 results a second are entered 0.6, 1.2 and 2 s, and reporting p99 500 ms. Every figure
is printed beside its bar; only what does not depend on a quiet machine is asserted. ``FETCH=1`` has
pages that fetch what changed, as those do that cannot unpack what the stream brings.

And 2,000 phones that open the standings for the first time within 2 seconds, while as many results
come. The bar: all are answered, p99 2 s, and reporting p99 500 ms.
"""

import multiprocessing
import os
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

import pytest

from tests.benchmarks.engines.measure import loops
from tests.benchmarks.followers import Followed, follow
from tests.benchmarks.listeners import share
from tests.benchmarks.openers import open_and_tell
from tests.benchmarks.phones import Phone
from tests.benchmarks.test_results import MAKE, processor_seconds
from tests.stack import Stack, wait_for

pytestmark = pytest.mark.bench

COUNTS = [int(n) for n in os.environ.get("FOLLOWERS", "1000,5000,10000").split(",")]
BARS = {1_000: (0.3, 0.6), 5_000: (0.6, 1.2), 10_000: (1.0, 2.0)}
CHANGES = 6
FETCHES = os.environ.get("FETCH") == "1"
PHONES, RESULTS_A_SECOND = 50, 100
#: Standings that a page does not show after so long are lost.
LONGEST_SECONDS = 60.0
OPENERS, OPEN_WITHIN = 2_000, 2.0

FOLLOWED = """
from django.urls import reverse
from django.utils import timezone
from tests.builders import make_entries, make_tournament
from tests.tournaments.standings.hands import close, play_large_round
from tournaments.live.stream import stream_address
from tournaments.models import Event
from tournaments.standings.computing import services
event = Event.objects.get()
tournament = make_tournament(event, name="Followed", rounds_planned=9)
entries = make_entries(tournament, 200)
for number in range(1, 9):
    close(play_large_round(tournament, entries, number=number, hands=2))
    entries = entries[number:] + entries[:number]
play_large_round(tournament, entries, number=9)
services.refresh(tournament.pk, at=timezone.now())
live = reverse("standings-live", args=[event.slug, tournament.slug])
page = reverse("standings", args=[event.slug, tournament.slug])
answer = [tournament.pk, stream_address(event.pk), live, page]
"""
#: One hand of the round that is played is corrected: when that was stored, and what pages then say.
CHANGE = """
import random, time
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from tests.tournaments.standings.hands import count_change
from tournaments.models import SheetLine, StandingsState
from tournaments.standings.computing import services
lines = SheetLine.objects.filter(sheet__table__round__tournament={tournament})
line = lines.filter(sheet__table__round__number=9).order_by("pk")[random.randrange(200)]
stored = []
with transaction.atomic():
    transaction.on_commit(lambda: stored.append(time.time()))
    SheetLine.objects.filter(pk=line.pk).update(points=F("points") + 1)
    count_change({tournament})
    services.refresh({tournament}, at=timezone.now())
    state = StandingsState.objects.get(pk={tournament})
answer = [stored[0], state.standings_at.isoformat()]
"""


class PacedPhone(Phone):
    """A phone that reports hand after hand, each when its time has come."""

    pause = PHONES / RESULTS_A_SECOND
    place = 0.0
    hands: Counter = Counter()  # of each table: the site outlives a test

    def run(self):
        (code,) = self.codes
        due = time.monotonic() + self.place * self.pause
        while not self.stop.wait(max(0.0, due - time.monotonic())):
            self.hands[code] += 1
            self.dealt.append(self._post(code, "deal", {"number": self.hands[code]}))
            self._report(code, self.hands[code])
            due += self.pause
        self._hang_up()


@dataclass
class Hall:
    """A site in one process, a tournament to follow, and phones that report in another."""

    stack: Stack
    tournament: int
    stream: str
    live: str
    page: str
    phones: list

    @property
    def address(self):
        parts = urlsplit(self.stack.url)
        return parts.hostname, parts.port

    def change(self):
        """Store new standings; when, and what pages then say of when they were computed."""
        return self.stack.ask(CHANGE.replace("{tournament}", str(self.tournament)))

    @contextmanager
    def reporting(self, say):
        """A hundred results a second are reported by the phones that it gives; says how fast."""
        stop = threading.Event()
        phones = [PacedPhone(self.address, [c[-1]], cookie, stop) for c, cookie in self.phones]
        for number, phone in enumerate(phones):
            phone.place = number / len(phones)
            phone.start()
        began = time.monotonic()
        try:
            yield phones
        finally:
            lasted = time.monotonic() - began
            stop.set()
            for phone in phones:
                phone.join(60)
        reported = [seconds for phone in phones for seconds in phone.reported]
        p99 = 1000 * share(reported, 0.99)
        rate = len(reported) / lasted
        say(f"  results stored: {rate:.0f} a second (bar 100), p99 {p99:.0f} ms (bar 500)")
        assert set(sum((Counter(phone.statuses) for phone in phones), Counter())) == {201}


@pytest.fixture(scope="module")
def hall():
    site = Stack(ROUNDHOUSE_WEB_PROCESSES="1", CHECK_LOCK_ORDER="0")
    try:
        site.start()
        phones = site.ask(MAKE.replace("{tournaments}", "1").replace("{phones}", str(PHONES)))
        yield Hall(site, *site.ask(FOLLOWED), phones)
    finally:
        site.remove()


def measured(hall, orders, say, what, bar):
    """Store new standings some times; how long it took until each page showed them."""
    web = hall.stack.pids()["web"]
    used, waits = processor_seconds(web), []
    for _change in range(CHANGES):
        stored, computed = hall.change()
        orders.send((computed, LONGEST_SECONDS))
        shown = orders.recv()
        assert None not in shown, f"{shown.count(None)} pages do not show the standings"
        waits += [moment - stored for moment in shown]
    used = 1000 * (processor_seconds(web) - used) / len(waits)
    say(
        f"  {what}: p50 {median(waits):.2f} p99 {share(waits, 0.99):.2f} s (bar {bar});"
        f" processor {used:.2f} ms a page shown"
    )


@pytest.mark.parametrize("count", COUNTS)
def test_new_standings_are_shown_by_all_pages_that_follow_them(hall, say, count):
    fork = multiprocessing.get_context("fork")
    orders, theirs = fork.Pipe()
    followed = Followed(hall.stream, hall.live, f"standings-{hall.tournament}", brings=not FETCHES)
    pages = fork.Process(target=follow, args=(hall.address, followed, count, theirs))
    pages.start()
    assert orders.poll(180), "the pages are not open"
    assert orders.recv() == "open"
    quiet_bar, busy_bar = BARS.get(count, ("-", "-"))
    hall.change()  # whatever is made once, is made now
    load = os.getloadavg()[0]
    yardstick = f"{loops() / 1e6:.1f} M loops a second, load {load:.1f}"
    say(f"\n{count:,} pages follow the standings of 200 players; {yardstick}")
    measured(hall, orders, say, "stored to shown", quiet_bar)

    with hall.reporting(say):
        measured(hall, orders, say, "while results come", busy_bar)
    orders.send(None)
    found = orders.recv()
    pages.join(60)
    each = found["fetched"] / count / (2 * CHANGES)
    say(
        f"  each page fetched {each:.2f} times a change; all together"
        f" {found['fetched bytes'] / 1e6:.0f} MB fetched, {found['streamed bytes'] / 1e6:.0f} MB"
        f" streamed; their own processor time {found['processor']:.1f} s"
    )
    assert set(found["statuses"]) <= {200}


def test_two_thousand_phones_open_the_standings_at_once(hall, say):
    fork = multiprocessing.get_context("fork")
    orders, theirs = fork.Pipe()
    openers = fork.Process(target=open_and_tell, args=(hall.address, hall.page, OPENERS, theirs))
    openers.start()
    assert orders.recv() == "ready"
    load = os.getloadavg()[0]
    say(f"\n{OPENERS:,} phones open the standings within {OPEN_WITHIN:g} s, load {load:.1f}")
    with hall.reporting(say) as phones:
        # By then the site has its connections and what it prepares.
        wait_for(lambda: all(phone.reported for phone in phones))
        orders.send(OPEN_WITHIN)
        found = orders.recv()
    openers.join(60)
    waits = f"p50 {median(found.seconds):.2f} p99 {share(found.seconds, 0.99):.2f} s (bar 2)"
    say(f"  answered: {dict(found.statuses)}, {waits}, {found.megabytes:.0f} MB")
    assert found.statuses == {200: OPENERS}
