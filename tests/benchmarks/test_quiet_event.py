"""Renderings that a reader of a quiet event costs while a hundred other events are written.

QUIET_SECONDS says for how long; longer than a minute is what the time alone has made again.
"""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Moment

import pytest
from django.db import connection
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_entries, make_event, make_round, make_tournament
from tests.fronts import Front
from tournaments.models import StandingsState
from tournaments.standings.computing import services as standings

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

SECONDS = float(os.environ.get("QUIET_SECONDS", "40"))
OTHERS, WRITES_A_SECOND = 100, 4
BETWEEN_REQUESTS = 0.4


@pytest.fixture
def front():
    front = Front(now=time.monotonic)
    yield front
    front.close()


def gathering(number):
    return make_tournament(make_event(f"Meet {number}"))


def write(keys, is_over):
    """Write a row of each tournament in turn, as often as all together should; how many."""
    written, began = 0, time.monotonic()
    try:
        while not is_over.is_set():
            row = StandingsState.objects.filter(pk=keys[written % len(keys)])
            row.update(results_version=F("results_version") + 1)
            written += 1
            due = began + written / (len(keys) * WRITES_A_SECOND)
            is_over.wait(max(0.0, due - time.monotonic()))
    finally:
        connection.close()
    return written


def renderings(front, address, writing):
    """The renderings of an address, the requests, and the rows written to these tournaments."""
    is_over = Moment()

    async def read():
        await front.ask(address)
        del front.made[:]
        until, asked = time.monotonic() + SECONDS, 0
        while time.monotonic() < until:
            await front.ask(address)
            asked += 1
            await asyncio.sleep(BETWEEN_REQUESTS)
        return asked

    with ThreadPoolExecutor(2) as pool:
        written = pool.submit(write, writing, is_over) if writing else None
        asked = pool.submit(lambda: asyncio.run(read())).result()
        is_over.set()
        return len(front.made), asked, written.result() if written else 0


def test_other_events_cost_a_reader_nothing(front, say):
    quiet, *others = (gathering(number) for number in range(OTHERS + 1))
    make_round(quiet, [make_entries(quiet, 40)[:4]], started_at=timezone.now())
    standings.refresh(quiet.pk, at=timezone.now())
    address = reverse("standings", args=[quiet.event.slug, quiet.slug])
    keys = [tournament.pk for tournament in others]
    made = {}
    for name, writing in (("nobody", []), ("a hundred others", keys), ("it", [quiet.pk])):
        made[name], asked, written = renderings(front, address, writing)
        say(
            f"\n{name} written for {SECONDS:.0f} s ({written / SECONDS:.0f} rows a second):"
            f" {asked} requests, {made[name]} renderings"
        )
    assert made["nobody"] == made["a hundred others"] == 0
    assert made["it"] > 0.5 * SECONDS
