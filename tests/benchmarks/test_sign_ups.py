"""The cost of a sign-up, and how often the plain check puts somebody in two places.

``python -m pytest tests/benchmarks/test_sign_ups.py -s`` measures SQLite, with ``DATABASE_URL`` of
a PostgreSQL and ``ROUNDHOUSE_TESTS=database`` that one.
"""

import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import combinations, islice
from statistics import median

import pytest
from django.conf import settings
from django.db import connection, transaction

from tests.builders import ANNA, NOON, make_tournament, minutes
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tournaments.errors import Refused
from tournaments.models import Booking, Session
from tournaments.signup import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

BEFORE = {"by": ANNA, "at": NOON - minutes(60)}
PEOPLE, SESSIONS = 400, 4
#: As many phones at once as a hall sends when sign-up opens.
THREADS, RATE = 64, 150
AIM_MS, BATCH, BATCHES = 2.0, 25, 20
#: Times the cost of the plain way, which gives places twice.
MOST = 1.2


def plainly(session, player, **_who):
    """The plain way: look whether the person is free and a place is left, then write."""
    with transaction.atomic():
        others = Booking.objects.filter(player=player, state="held")
        clash = others.filter(
            session__starts_at__lt=session.ends_at, session__ends_at__gt=session.starts_at
        )
        taken = session.bookings.filter(state="held").count()
        if clash.exists() or taken >= session.capacity:
            return
        Booking.objects.create(
            session=session, player=player, state="held", via="player", queued_at=NOON, at=NOON
        )


def rush(sign_up, wishes, *, rate=None):
    """Do all wishes on all threads; each comes when it can, or so many a second.

    Before it each thread does one for another session: on a running site it has its connection and
    has answered before. Returns the seconds that each took, in order; with a ``rate`` from when it
    was due, so a site that falls behind is not excused. Then the seconds of the whole rush.
    """
    together, begun, never = threading.Barrier(THREADS), [], threading.Event()
    before = make_session(wishes[0][0].tournament, start=24 * 60, capacity=THREADS)
    early = make_players(before.event, THREADS)
    lanes = ThreadPoolExecutor(THREADS)

    def lane(number):
        sign_up(before, early[number], **BEFORE)
        if together.wait(60) == 0:
            begun.append(time.monotonic())
        together.wait(60)
        took = []
        try:
            for place in range(number, len(wishes), THREADS):
                due = begun[0] + place / rate if rate else time.monotonic()
                never.wait(max(0, due - time.monotonic()))
                with suppress(Refused):
                    sign_up(*wishes[place], **BEFORE)
                took.append(time.monotonic() - due)
        finally:
            connection.close()
        return took

    with lanes:
        took = sorted(one for lane_of in lanes.map(lane, range(THREADS)) for one in lane_of)
    return took, time.monotonic() - begun[0]


def faults():
    """How many pairs of places clash, and how many places are given beyond the capacity."""
    held = Booking.objects.filter(state__in=Booking.PLACED).select_related("session")
    by_player, by_session = {}, Counter()
    for one in held:
        by_player.setdefault(one.player_id, []).append(one.session)
        by_session[one.session_id] += 1
    pairs = (pair for sessions in by_player.values() for pair in combinations(sessions, 2))
    double = sum(a.starts_at < b.ends_at and b.starts_at < a.ends_at for a, b in pairs)
    capacities = dict(Session.objects.values_list("pk", "capacity"))
    return double, sum(max(0, count - capacities[pk]) for pk, count in by_session.items())


def make_rush():
    """Everybody wants a place in every session, and some cannot have it."""
    tournament = make_tournament()
    capacity = PEOPLE // SESSIONS - 10
    sessions = [
        make_session(tournament, start=30 * n, length=240, capacity=capacity)
        for n in range(SESSIONS)
    ]
    people = make_players(tournament.event, PEOPLE)
    return [(session, player) for player in people for session in sessions]


@pytest.mark.parametrize("rate", [None, RATE], ids=["all at once", "steadily"])
@pytest.mark.parametrize("sign_up", [plainly, services.book], ids=["check, then write", "holds"])
def test_places_that_a_rush_gives_twice(sign_up, rate, say):
    wishes = make_rush()
    took, seconds = rush(sign_up, wishes, rate=rate)
    double, over = faults()
    p50, p99 = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
    say(
        f"{connection.vendor}: {len(took)} wishes on {THREADS} threads,"
        f" {f'{rate} a second' if rate else 'all at once'}, {sign_up.__name__}:"
        f" {double} in two places, {over} over capacity, {len(took) / seconds:.0f}/s,"
        f" median {p50:.0f} ms, p99 {p99:.0f} ms; load {os.getloadavg()[0]:.1f}"
    )
    if sign_up is services.book:
        assert (double, over) == (0, 0)
        check_truth()


def test_what_a_sign_up_costs(say, monkeypatch):
    """Beside the plain way, in turn: a busy machine makes both dearer."""
    monkeypatch.setattr(settings, "CHECK_LOCK_ORDER", False)  # as on the running site
    session = make_session(length=240, capacity=2000)
    people = iter(make_players(session.event, 2 * BATCH * (BATCHES + 1)))

    def batch(sign_up):
        begun = time.process_time()
        for player in islice(people, BATCH):
            sign_up(session, player, **BEFORE)
        return (time.process_time() - begun) / BATCH * 1000

    ways = (services.book, plainly)
    took = [[batch(way) for way in ways] for _ in range(BATCHES + 1)][1:]  # SQL is made once
    ours, theirs = (sorted(column) for column in zip(*took, strict=True))
    say(
        f"{connection.vendor}: {ours[0]:.2f} ms of the processor for a sign-up at best,"
        f" median {median(ours):.2f}; the aim is {AIM_MS} ms; the plain way {theirs[0]:.2f} and"
        f" {median(theirs):.2f} ms; load {os.getloadavg()[0]:.1f}"
    )
    assert median(ours) <= MOST * median(theirs)
