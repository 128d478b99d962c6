"""Many phones at once: nobody in two places, no place given twice, nothing aborted."""

import logging
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.examples import ALL
from tests.faults.test_lock_order import Deadlocks
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tournaments.errors import Refused
from tournaments.models import Booking, Event, Session
from tournaments.signup import moving, promoting, services

# SQLite writes one after the other: there is less to find.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]

PHONES = 8
#: What each phone does; a long run does it oftener.
ACTS = 25 if ALL else 6
BEFORE = {"by": ANNA, "at": NOON - minutes(20)}


@pytest.fixture
def aborted(caplog):
    """Fails a test in which the database aborted anything."""
    caplog.set_level(logging.WARNING, logger="tournaments.transactions")
    deadlocks = Deadlocks() if connection.vendor == "postgresql" else None
    yield
    if deadlocks:  # the one writer of SQLite may be busy, and is asked again
        assert not caplog.records
        assert deadlocks.count() == 0


def at_once(command, phones=PHONES) -> list:
    """Run ``command(n)`` on one thread for each phone, all starting together."""
    together = Barrier(phones)

    def phone(number):
        try:
            together.wait(60)
            return command(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(phones) as pool:
        return list(pool.map(phone, range(phones)))


def test_the_last_places_are_given_once(aborted):
    session = make_session(capacity=3)
    people = make_players(session.event, PHONES)
    answers = at_once(lambda n: services.join_queue(session, people[n], **BEFORE).state)
    assert sorted(answers) == ["held"] * 3 + ["waiting"] * (PHONES - 3)
    check_truth()


def test_one_person_on_many_phones_gets_one_place(aborted):
    first = make_session()
    sessions = [first, *(make_session(event=first.event, start=15 * n) for n in range(1, PHONES))]
    (player,) = make_players(first.event, 1)

    def sign_up(number):
        try:
            services.book(sessions[number], player, **BEFORE)
        except Refused as refusal:
            return refusal.code
        return "held"

    assert sorted(at_once(sign_up)) == ["booked-elsewhere"] * (PHONES - 1) + ["held"]
    check_truth()


def test_an_offer_is_taken_or_ends_and_never_both(aborted):
    """Somebody presses *Take it* at the moment at which workers end the offer."""
    session = make_session(start=60, capacity=1)
    Event.objects.update(offer_minutes=10)
    holder, *queue = make_players(session.event, 4)
    services.book(session, holder, **BEFORE)
    for player in queue:
        services.join_queue(session, player, **BEFORE)
    services.cancel(session, holder, **BEFORE)
    at, is_taken = BEFORE["at"], False
    while queue and not is_taken:
        until = session.bookings.get(state="offered").offered_until
        player = queue.pop(0)

        def act(number, player=player, until=until):
            if number % 2:
                return promoting.end_offers(session.pk, at=until)
            try:
                services.take_offer(session, player, by=ANNA, at=until - minutes(1))
            except Refused as refusal:
                return refusal.code
            return "taken"

        answers = at_once(act)
        is_taken = "taken" in answers
        assert ("offer-over" in answers) != is_taken
        assert answers.count(1) == (not is_taken)
        state = session.bookings.get(player=player).state
        assert state == ("held" if is_taken else "lost")
        check_truth()
        at = until
        promoting.keep_places(now=at)
        check_truth()
    session.refresh_from_db()
    assert session.taken + session.offered == (1 if is_taken or queue else 0)


def test_everything_at_once_leaves_the_truth(aborted):
    tournament = make_tournament(make_event(offer_minutes=5))
    sessions = [
        make_session(tournament, start=60 * n, capacity=4, release_minutes=0) for n in range(3)
    ]
    people = make_players(tournament.event, 12)

    def act(rng):
        session, player = rng.choice(sessions), rng.choice(people)
        verb = rng.choice(
            [services.book, services.join_queue, services.check_in] * 2
            + [services.cancel, services.leave, services.take_offer, move, work]
        )
        try:
            verb(session, player, conducts=True, **BEFORE)
        except Refused:
            return

    def move(session, player, **_more):
        start = random.Random(player.pk).randrange(8) * 15
        times = {"starts_at": NOON + minutes(start), "ends_at": NOON + minutes(start + 60)}
        moving.change_session(session, anyway=True, **times, **BEFORE)

    def work(session, player, **_more):
        promoting.keep_places(now=BEFORE["at"])

    def phone(number):
        rng = random.Random(number)
        for _ in range(ACTS):
            act(rng)

    at_once(phone)
    check_truth()
    # No promotion is lost: the worker leaves nobody waiting for whom there is a free place.
    promoting.keep_places(now=BEFORE["at"])
    check_truth()
    promoting.keep_places(now=BEFORE["at"])
    for session in Session.objects.all():
        free = promoting._first_in(session, BEFORE["at"])
        assert not free
    assert Booking.objects.count() > len(people) / 2  # most of what came at once was done
