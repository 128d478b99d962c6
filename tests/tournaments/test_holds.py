"""One person in one place, and one session at a table: facts of the database."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.builders import NOON, minutes
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments import holds
from tournaments.errors import PersonTakenMeanwhile, TableTakenMeanwhile
from tournaments.models import Booking, HallTable, PlayerHold, Session, TableHold
from tournaments.transactions import atomic

QUARTER = timedelta(minutes=15)


@pytest.fixture(scope="module")
def session_once(module_database) -> Session:
    """Made once; what a test does with it is rolled back."""
    return make_session(length=60, capacity=4)


@pytest.fixture
def session(session_once, db) -> Session:
    return deepcopy(session_once)


def test_a_quarter_that_is_begun_is_taken_whole():
    day = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert len(holds.quarters(day, day + 4 * QUARTER)) == 4
    assert len(holds.quarters(day + timedelta(minutes=7), day + QUARTER)) == 1
    assert len(holds.quarters(day, day + QUARTER + timedelta(seconds=1))) == 2
    first = holds.quarters(day, day + QUARTER)
    assert first.stop == holds.quarters(day + QUARTER, day + 2 * QUARTER).start


@atomic
def hold_twice(model, **facts):
    for session in Session.objects.order_by("pk"):
        model.objects.create(quarter=1, session=session, **facts)


def test_the_database_refuses_a_person_in_two_places_and_says_so(session):
    make_session(event=session.event)
    (player,) = make_players(session.event, 1)
    with pytest.raises(PersonTakenMeanwhile):
        hold_twice(PlayerHold, player=player)
    assert not PlayerHold.objects.exists()


def test_the_database_refuses_two_sessions_at_one_table_and_says_so(session):
    make_session(event=session.event)
    table = HallTable.objects.create(event=session.event, number=1)
    with pytest.raises(TableTakenMeanwhile):
        hold_twice(TableHold, hall_table=table)
    assert not TableHold.objects.exists()


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"starts_at": NOON + minutes(7)}, "quarter"),
        ({"ends_at": NOON + timedelta(hours=1, seconds=1)}, "quarter"),
        ({"ends_at": NOON + timedelta(hours=1, milliseconds=2)}, "quarter"),
        ({"ends_at": NOON}, "ends_after"),
        ({"taken": 5}, "capacity"),
        ({"capacity": 0}, "places"),
        ({"first_table": 3}, "tables"),
        ({"first_table": 3, "last_table": 2}, "tables"),
        ({"kind": "other"}, "something_else"),
        ({"tournament": None, "name": "Talk"}, "something_else"),
        ({"opens_at": NOON, "closes_at": NOON}, "sign_up"),
    ],
)
def test_the_database_refuses_a_session_that_cannot_be(session, values, constraint):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(**values)


def test_the_database_takes_every_quarter_hour(session):
    for start in (15, 30, 45):
        at = NOON + minutes(start)
        Session.objects.filter(pk=session.pk).update(starts_at=at, ends_at=at + QUARTER)


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        ({"state": "nowhere"}, "state_is_known"),
        ({"state": "here"}, "since_when"),
        ({"state": "lost"}, "says_why"),
        ({"state": "held", "reason": "moved"}, "says_why"),
    ],
)
def test_the_database_refuses_a_booking_that_cannot_be(session, values, constraint):
    (player,) = make_players(session.event, 1)
    facts = {"state": "held", "via": "player", "queued_at": NOON, "at": NOON} | values
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Booking.objects.create(session=session, player=player, **facts)


def test_a_person_has_one_booking_of_a_session(session):
    (player,) = make_players(session.event, 1)
    facts = {"state": "held", "via": "player", "queued_at": NOON, "at": NOON}
    Booking.objects.create(session=session, player=player, **facts)
    with pytest.raises(IntegrityError), transaction.atomic():
        Booking.objects.create(session=session, player=player, **facts)
