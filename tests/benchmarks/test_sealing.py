"""The cost per entry of sealing a ledger and checking its seals, beside the rest of the work."""

import time

import pytest
from django.utils import timezone

from tests.builders import ANNA, make_event
from tournaments.events.ledger.sealing import AT_ONCE, broken_seal, seal
from tournaments.ledger import record
from tournaments.verbs import Verb

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

ENTRIES = 2 * AT_ONCE
POINTS = {"points": {"1": 41, "2": 7, "3": 0, "4": 12}, "went_out": 1}


def seconds(call):
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def test_the_cost_of_a_seal(say):
    event, now = make_event(), timezone.now()
    for number in range(ENTRIES):
        record(event, Verb.REPORT_HAND, f"Hand {number}", by=ANNA, at=now, after=POINTS)
    sealing = [seconds(lambda: seal(event.pk, now=now)) for _ in range(ENTRIES // AT_ONCE)]
    checking = seconds(lambda: broken_seal(event))
    say(
        f"\n{AT_ONCE} entries under one seal: {max(sealing) * 1e3:.0f} ms;"
        f" {ENTRIES} checked in {checking * 1e3:.0f} ms"
    )
    assert broken_seal(event) is None
    assert event.seals.count() == ENTRIES // AT_ONCE
