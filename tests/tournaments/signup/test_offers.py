"""A place that the queue gets is kept for the first, who takes it or passes."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.builders import ANNA, NOON, make_event, minutes, phone_of
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.models import Booking, Event, LedgerEntry, PlayerHold, Session
from tournaments.signup import errors, moving, promoting, services

# Who is offered a place is decided in Python: test_sequences.py and test_places.py hold people and
# tables on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

BEFORE = {"by": ANNA, "at": NOON - minutes(120)}
SOON = {"by": ANNA, "at": NOON - minutes(115)}
OVER = {"by": ANNA, "at": NOON - minutes(110)}


@pytest.fixture(scope="module")
def offered_once(module_database):
    """Made once; what a test does with it is rolled back."""
    session = make_session(event=make_event(offer_minutes=10), capacity=1)
    people = make_players(session.event, 4)
    for player in people:
        services.join_queue(session, player, **BEFORE)
    services.cancel(session, people[0], **BEFORE)
    promoting.promote(session.pk, at=BEFORE["at"])
    return session, people


@pytest.fixture
def made(offered_once):
    return deepcopy(offered_once)


@pytest.fixture
def session(made):
    return made[0]


@pytest.fixture
def people(made):
    """The first has given the place up; the others were in the queue, in this order."""
    return made[1]


@pytest.fixture
def empty():
    """A session that nobody is in yet."""
    return make_session(event=make_event("Spring Meet", offer_minutes=10), capacity=1)


@pytest.fixture(autouse=True)
def _the_truth_holds():
    yield
    check_truth()


def state_of(session, player) -> str:
    return session.bookings.get(player=player).state


def test_the_first_in_the_queue_is_offered_the_place_and_nobody_else_gets_it(session, people):
    offer = session.bookings.get(player=people[1])
    assert (offer.state, offer.offered_until) == ("offered", OVER["at"])
    assert not PlayerHold.objects.filter(player=people[1]).exists()
    session.refresh_from_db()
    assert (session.taken, session.offered, session.is_full) == (0, 1, True)
    (another,) = make_players(session.event, 1)
    with pytest.raises(errors.SessionFull):
        services.book(session, another, **SOON)
    assert LedgerEntry.objects.get(verb="offer place").subject == people[1].name


def test_whoever_takes_it_has_the_place_and_taking_it_again_changes_nothing(session, people):
    for _twice in range(2):
        services.take_offer(session, people[1], **SOON)
    assert state_of(session, people[1]) == "held"
    assert LedgerEntry.objects.filter(verb="take offer").count() == 1


def test_signing_up_takes_it_as_well(session, people):
    assert services.book(session, people[1], **SOON).state == "held"


def test_whoever_passes_leaves_it_to_the_next(session, people):
    services.cancel(session, people[1], **SOON)
    promoting.promote(session.pk, at=SOON["at"])
    assert states(session) == {
        "Guest 001": "cancelled", "Guest 002": "cancelled", "Guest 003": "offered",
        "Guest 004": "waiting",
    }  # fmt: skip
    assert LedgerEntry.objects.get(verb="pass offer").subject == people[1].name


def test_what_nobody_takes_in_time_goes_to_the_next_and_the_booking_says_why(session, people):
    promoting.keep_places(now=OVER["at"] - timedelta(seconds=1))
    assert state_of(session, people[1]) == "offered"
    promoting.keep_places(now=OVER["at"])
    late = session.bookings.get(player=people[1])
    assert (late.state, late.reason, late.offered_until) == ("lost", "expired", None)
    assert state_of(session, people[2]) == "offered"
    with pytest.raises(errors.OfferIsOver):
        services.take_offer(session, people[1], **OVER)
    assert services.join_queue(session, people[1], **OVER).state == "waiting"


def test_a_minute_too_late_is_too_late_before_the_worker_has_come(session, people):
    with pytest.raises(errors.OfferIsOver):
        services.take_offer(session, people[1], **OVER)
    assert services.take_offer(session, people[1], conducts=True, **OVER).state == "held"


def test_an_offer_ends_with_the_start_and_then_the_place_is_for_those_who_are_here(empty):
    first, second, here = make_players(empty.event, 3)
    for player in (first, second, here):
        services.join_queue(empty, player, **BEFORE)
    late = {"by": ANNA, "at": NOON - minutes(5)}
    services.cancel(empty, first, **late)
    promoting.promote(empty.pk, at=late["at"])
    assert empty.bookings.get(player=second).offered_until == NOON
    services.check_in(empty, here, **late)
    promoting.keep_places(now=NOON)
    assert (state_of(empty, second), state_of(empty, here)) == ("lost", "here")


def test_an_offer_ends_sooner_where_the_session_is_moved_before_its_end():
    session = make_session(event=make_event("Spring Meet", offer_minutes=60), capacity=1)
    first, second = make_players(session.event, 2)
    for player in (first, second):
        services.join_queue(session, player, **BEFORE)
    services.cancel(session, first, **BEFORE)
    promoting.promote(session.pk, at=BEFORE["at"])
    begins = NOON - minutes(90)
    moving.change_session(session, starts_at=begins, ends_at=NOON, **SOON)
    assert session.bookings.get(player=second).offered_until == begins
    promoting.keep_places(now=begins)
    assert state_of(session, second) == "lost"


def test_whoever_is_here_gets_a_place_at_once(empty):
    first, second = make_players(empty.event, 2)
    there = {"by": ANNA, "at": NOON - minutes(20)}
    services.book(empty, first, **BEFORE)
    services.check_in(empty, second, **there)
    services.cancel(empty, first, **there)
    promoting.promote(empty.pk, at=there["at"])
    assert state_of(empty, second) == "here"


def test_coming_takes_it(session, people):
    Booking.objects.filter(state="offered").update(offered_until=NOON)
    booking = services.check_in(session, people[1], by=ANNA, at=NOON - minutes(20))
    assert booking.state == "here"


def test_nobody_takes_it_who_is_booked_elsewhere(session, people):
    beside = make_session(event=session.event)
    services.book(beside, people[1], **SOON)
    with pytest.raises(errors.BookedElsewhere):
        services.take_offer(session, people[1], **SOON)


def test_a_place_elsewhere_ends_it_where_that_ends_the_waiting(session, people):
    services.book(make_session(event=session.event), people[1], **SOON)
    Event.objects.update(place_ends_waiting=True)
    promoting.keep_places(now=SOON["at"])
    assert (state_of(session, people[1]), state_of(session, people[2])) == ("cancelled", "offered")


def test_a_session_has_no_fewer_places_than_are_kept(session, people):
    with pytest.raises(errors.FewerThanTaken):
        moving.change_session(make_full(session), capacity=1, **SOON)


def make_full(session) -> Session:
    """The session with two places, one of them taken and the other kept."""
    (guest,) = make_players(session.event, 1)
    moving.change_session(session, capacity=2, **SOON)
    promoting.end_offers(session.pk, at=OVER["at"])
    services.book(session, guest, conducts=True, **SOON)
    promoting.promote(session.pk, at=SOON["at"])
    session.refresh_from_db()
    assert (session.taken, session.offered) == (1, 1)
    return session


def test_a_session_that_is_cancelled_ends_it(session, people):
    moving.cancel_session(session, **SOON)
    assert states(session)[people[1].name] == "lost"


@pytest.mark.parametrize(
    "values", [{"state": "offered"}, {"offered_until": NOON}, {"state": "kept"}]
)
def test_the_database_refuses_an_offer_without_an_end_and_an_end_without_an_offer(empty, values):
    (player,) = make_players(empty.event, 1)
    services.book(empty, player, **BEFORE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Booking.objects.update(**values)


def test_the_database_keeps_an_offered_place_within_the_capacity(session, people):
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.update(offered=2)


# --- On a phone -----------------------------------------------------------------------------------


@pytest.fixture
def offered(client, session, people, time_machine):
    """The phone of the one who is offered the place, five minutes later."""
    time_machine.move_to(SOON["at"])
    phone_of(client, people[1])
    return client


def test_my_day_counts_down_and_takes_it_by_one_tap(offered, session, people):
    page = offered.get(reverse("me", args=[session.event.slug])).content.decode()
    assert "a place is yours until 10:10" in page
    assert f'data-ends-at="{OVER["at"].isoformat()}"' in page
    place = reverse("session-place", args=[session.event.slug, session.pk])
    offered.post(place, {"act": "take", "my_day": "on"})
    assert state_of(session, people[1]) == "held"


def test_the_page_of_the_session_has_both_answers(offered, session, people):
    page = offered.get(reverse("session", args=[session.event.slug, session.pk])).content.decode()
    assert "Take it" in page
    assert "Pass" in page
    promoting.keep_places(now=OVER["at"])
    page = offered.get(reverse("session", args=[session.event.slug, session.pk])).content.decode()
    assert "you did not take it in time" in page
