"""Signing up, the queue, coming and leaving."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import translation

from tests.builders import ANNA, NOON, make_event, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.ledger import Actor
from tournaments.models import (
    Booking,
    Entry,
    Event,
    LedgerEntry,
    PlayerHold,
    Session,
    Tournament,
    with_is_played,
)
from tournaments.registration import services as registration
from tournaments.registration.errors import Dropped
from tournaments.signup import errors, finishing, promoting, queries, services

pytestmark = pytest.mark.django_db

BEFORE = {"by": ANNA, "at": NOON - minutes(60)}
THERE = {"by": ANNA, "at": NOON - minutes(30)}
LATER = {"by": ANNA, "at": NOON + minutes(10)}
CONDUCTS = {"conducts": True}


@pytest.fixture(scope="module")
def made_once(module_database):
    """Made once; what a test does with it is rolled back."""
    session = make_session(event=make_event("Full Meet"), capacity=2, release_minutes=10)
    return session, make_players(session.event, 5)


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


@pytest.fixture
def session(made):
    return made[0]


@pytest.fixture
def people(made):
    return made[1]


@pytest.fixture(autouse=True)
def _the_truth_holds():
    yield
    check_truth()


@ON_SQLITE
def test_a_sign_up_asks_little(session, people, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):  # with the savepoint of the test
        services.book(session, people[0], **BEFORE)


def test_a_place_takes_the_time_of_the_session(session, people):
    booking = services.book(session, people[0], **BEFORE)
    assert (booking.state, booking.via) == ("held", "player")
    assert PlayerHold.objects.filter(player=people[0]).count() == 8
    session.refresh_from_db()
    assert (session.taken, session.places_left) == (1, 1)
    assert services.book(session, people[0], **LATER) == booking
    entry = LedgerEntry.objects.filter(verb="book").get()
    assert (entry.subject, entry.after["session"]) == ("Guest 001", "Game 1, heat 1")


@pytest.mark.long("postgresql")
def test_the_ledger_names_the_session_in_the_language_of_the_site(session, people):
    with translation.override("de"):  # that of a phone
        for player in people[:3]:
            services.join_queue(session, player, **BEFORE)
        services.cancel(session, people[0], **BEFORE)
        promoting.promote(session.pk, at=BEFORE["at"])
        promoting.release_no_shows(session.pk, at=LATER["at"])
    entries = LedgerEntry.objects.filter(after__has_key="session")
    assert {entry.verb for entry in entries} >= {"book", "join queue", "promote"}
    assert {entry.after["session"] for entry in entries} == {"Game 1, heat 1"}


@pytest.mark.long("postgresql")
def test_a_refusal_says_the_day_where_it_is_not_today(session, people):
    opens = NOON - timedelta(days=2)
    Session.objects.filter(pk=session.pk).update(opens_at=opens)
    for early, said in ((timedelta(days=7), "19 Nov 12:00"), (minutes(30), "12:00")):
        with pytest.raises(errors.NotOpenYet, match=rf"opens at {said}\.$"):
            services.book(session, people[0], by=ANNA, at=opens - early)
    with pytest.raises(errors.TooEarly, match="from 21 Nov 11:30, 30 minutes"):
        services.check_in(session, people[0], by=ANNA, at=NOON - timedelta(days=1))
    with pytest.raises(errors.SessionIsOver, match=r"ended at 21 Nov 14:00\.$"):
        services.book(session, people[0], by=ANNA, at=NOON + timedelta(days=1))


def test_nobody_is_in_two_places(session, people):
    other = make_session(event=session.event, start=60)
    services.book(session, people[0], **BEFORE)
    with pytest.raises(errors.BookedElsewhere) as refused:
        services.book(other, people[0], **BEFORE)
    assert str(refused.value) == "You are booked for Game 1, heat 1, 12:00 to 14:00."
    with pytest.raises(errors.SomeoneBookedElsewhere) as refused:
        services.book(other, people[0], conducts=True, **BEFORE)
    assert str(refused.value) == "Guest 001 is booked for Game 1, heat 1, 12:00 to 14:00."
    with pytest.raises(errors.BookedElsewhere):
        services.check_in(other, people[0], by=ANNA, at=NOON + minutes(45))
    services.cancel(session, people[0], **BEFORE)
    assert services.book(other, people[0], **BEFORE).state == "held"


@ON_SQLITE
def test_sessions_that_follow_one_another_are_no_clash(session, people):
    services.book(session, people[0], **BEFORE)
    services.book(make_session(event=session.event, start=120), people[0], **BEFORE)
    services.book(make_session(event=session.event, start=-120), people[0],
                  by=ANNA, at=NOON - minutes(200))  # fmt: skip


def test_a_full_session_has_a_queue(session, people):
    for player in people[:2]:
        services.join_queue(session, player, **BEFORE)  # there is a place: they get it
    with pytest.raises(errors.SessionFull, match="You can join the queue"):
        services.book(session, people[2], **BEFORE)
    with pytest.raises(errors.SessionFull, match="you can put them in the queue"):
        services.book(session, people[2], conducts=True, **BEFORE)
    for player in people[2:]:
        assert services.join_queue(session, player, **BEFORE).state == "waiting"
    session.refresh_from_db()
    assert (session.taken, session.waiting) == (2, 3)


def test_a_place_given_up_goes_to_the_first_in_the_queue(
    session, people, django_capture_on_commit_callbacks
):
    for player in people:
        services.join_queue(session, player, **BEFORE)
    with django_capture_on_commit_callbacks(execute=True):
        services.cancel(session, people[0], **BEFORE)
    assert list(states(session).values()) == ["cancelled", "held", "held", "waiting", "waiting"]
    assert session.bookings.get(player=people[2]).via == "promotion"


def test_a_worker_promotes_where_the_process_died(session, people):
    for player in people[:3]:
        services.join_queue(session, player, **BEFORE)
    services.cancel(session, people[0], **BEFORE)
    assert states(session)["Guest 003"] == "waiting"
    promoting.keep_places(now=BEFORE["at"])
    assert states(session)["Guest 003"] == "held"


@pytest.mark.long("postgresql")
def test_who_is_elsewhere_keeps_their_place_in_the_queue(session, people):
    for player in people[:4]:
        services.join_queue(session, player, **BEFORE)
    services.book(make_session(event=session.event), people[2], **BEFORE)
    services.cancel(session, people[0], **BEFORE)
    assert promoting.promote(session.pk, at=BEFORE["at"]) == 1
    assert list(states(session).values()) == ["cancelled", "held", "waiting", "held"]


@ON_SQLITE
def test_i_am_here_from_half_an_hour_before(session, people):
    services.book(session, people[0], **BEFORE)
    with pytest.raises(errors.TooEarly) as refused:
        services.check_in(session, people[0], by=ANNA, at=NOON - minutes(31))
    assert str(refused.value) == ("Say that you are here from 11:30, 30 minutes before the start.")
    booking = services.check_in(session, people[0], **THERE)
    assert (booking.state, booking.here_at) == ("here", THERE["at"])
    assert services.check_in(session, people[0], **LATER).here_at == THERE["at"]
    entry = Entry.objects.get()
    assert (entry.tournament, entry.status) == (session.tournament, "checked_in")


def test_a_walk_up_gets_a_place_or_waits_as_somebody_who_is_here(session, people):
    for player in people[:2]:
        assert services.check_in(session, player, **THERE).state == "here"
    assert session.bookings.get(player=people[0]).via == "walk-up"
    waiting = services.check_in(session, people[2], **THERE)
    assert (waiting.state, waiting.here_at) == ("waiting", THERE["at"])
    services.check_in(session, people[2], **LATER)
    assert LedgerEntry.objects.filter(verb="wait here").count() == 1
    assert set(Entry.objects.values_list("player__name", flat=True)) == {"Guest 001", "Guest 002"}


@pytest.mark.long("postgresql")
def test_who_leaves_is_free_and_so_is_the_place(
    session, people, django_capture_on_commit_callbacks
):
    for player in people[:3]:
        services.check_in(session, player, **THERE)
    with django_capture_on_commit_callbacks(execute=True):
        assert services.leave(session, people[0], **LATER).state == "gone"
    assert list(states(session).values()) == ["gone", "here", "here"]
    services.book(make_session(event=session.event, start=15), people[0], **LATER)
    assert Entry.objects.filter(player=people[2], status="checked_in").exists()


@pytest.mark.long("postgresql")
def test_those_who_move_up_together_may_be_in_another_order_in_the_tournament(session, people):
    """Their entries are locked by the order of the keys, or two promotions wait for each other."""
    late, early = people[2:4]
    for player in (early, late):
        registration.enter(player, session.tournament, **BEFORE)
    for player in (*people[:2], late, early):
        services.check_in(session, player, **THERE)
    for player in people[:2]:
        services.leave(session, player, **THERE)
    assert promoting.promote(session.pk, at=THERE["at"]) == 2
    assert set(Entry.objects.filter(player__in=(early, late)).values_list("status", flat=True)) == {
        "checked_in"
    }


def test_no_shows_lose_their_place_to_those_who_are_here(session, people):
    for player in people[:2]:
        services.book(session, player, **BEFORE)
    services.join_queue(session, people[2], **BEFORE)  # first in the queue, and not here
    services.check_in(session, people[0], **THERE)
    services.check_in(session, people[3], **THERE)
    promoting.keep_places(now=NOON + minutes(9))
    assert states(session)["Guest 002"] == "held"
    promoting.keep_places(now=NOON + minutes(10))
    assert states(session) == {
        "Guest 001": "here", "Guest 002": "released", "Guest 003": "waiting", "Guest 004": "here"
    }  # fmt: skip
    entry = LedgerEntry.objects.get(verb="release no-shows")
    assert entry.after["people"] == ["Guest 002"]
    # Who comes late after all is a walk-up.
    assert services.check_in(session, people[1], **LATER).state == "waiting"


@pytest.mark.long("postgresql")
def test_without_minutes_nobody_is_released(people):
    event = people[0].event
    session = make_session(event=event)
    services.book(session, people[0], **BEFORE)
    promoting.keep_places(now=NOON + minutes(60))
    assert states(session)["Guest 001"] == "held"


@pytest.mark.long("postgresql")
def test_giving_up_twice_changes_nothing_and_who_comes_again_is_last(session, people):
    for player in people[:4]:
        services.join_queue(session, player, **BEFORE)
    services.cancel(session, people[2], **BEFORE)
    services.cancel(session, people[2], **BEFORE)
    services.join_queue(session, people[2], by=ANNA, at=BEFORE["at"] + timedelta(seconds=1))
    services.cancel(session, people[0], **BEFORE)
    promoting.promote(session.pk, at=BEFORE["at"])
    assert states(session)["Guest 004"] == "held"
    assert states(session)["Guest 003"] == "waiting"


@ON_SQLITE
def test_who_is_here_does_not_cancel_and_a_stranger_gives_nothing_up(session, people):
    services.check_in(session, people[0], **THERE)
    with pytest.raises(errors.CheckedInAlready):
        services.cancel(session, people[0], **THERE)
    for verb in (services.cancel, services.leave):
        with pytest.raises(errors.NotBooked):
            verb(session, people[1], **THERE)


@pytest.mark.parametrize(
    ("values", "at", "refused"),
    [
        ({"published": False}, BEFORE, errors.NotOnTheTimetable),
        ({"joins": "none"}, BEFORE, errors.NoSignUp),
        ({"opens_at": NOON - minutes(30)}, BEFORE, errors.NotOpenYet),
        ({"closes_at": NOON - minutes(60)}, BEFORE, errors.SignUpClosed),
        ({}, {"by": ANNA, "at": NOON + minutes(120)}, errors.SessionIsOver),
    ],
)
@pytest.mark.long("postgresql")
def test_when_players_cannot_sign_up(values, at, refused):
    session = make_session(**values)
    (player,) = make_players(session.event, 1)
    with pytest.raises(refused) as error:
        services.book(session, player, **at)
    assert "Game 1" in str(error.value)
    if refused is not errors.SessionIsOver:
        assert services.book(session, player, conducts=True, **at).via == "conductor"


@ON_SQLITE
def test_somebody_of_another_event_gets_no_place(session):
    (stranger,) = make_players(make_event("Other", slug="other"), 1)
    with pytest.raises(errors.OfAnotherEvent):
        services.book(session, stranger, conducts=True, **BEFORE)


@ON_SQLITE
def test_who_has_dropped_out_of_the_tournament_is_brought_back_first(session, people):
    Entry.objects.create(tournament=session.tournament, player=people[0], status="dropped",
                         entered_at=NOON, status_at=NOON)  # fmt: skip
    with pytest.raises(Dropped):
        services.check_in(session, people[0], **THERE)
    assert states(session) == {}


def test_a_sign_up_asks_the_database_a_bounded_number_of_questions(
    session, people, django_assert_max_num_queries
):
    with django_assert_max_num_queries(10):
        services.book(session, people[0], **BEFORE)


@ON_SQLITE
def test_players_see_who_acted(session, people):
    services.book(session, people[0], by=Actor("Guest 001", player=people[0]), at=BEFORE["at"])
    assert LedgerEntry.objects.get(verb="book").actor == "Guest 001"


@pytest.mark.long("postgresql")
def test_who_drops_out_has_no_place_any_more_unless_it_was_taken_later(session, people):
    out, again, stays = people[:3]
    for player in (out, stays):
        services.book(session, player, **BEFORE)
    for player in (out, again):
        Entry.objects.create(tournament=session.tournament, player=player, status="dropped",
                             entered_at=BEFORE["at"], status_at=BEFORE["at"])  # fmt: skip
    services.join_queue(session, again, by=ANNA, at=BEFORE["at"] + minutes(1))
    finishing.keep_free(now=BEFORE["at"] + minutes(2))
    promoting.keep_places(now=BEFORE["at"] + minutes(2))
    assert list(states(session).values()) == ["lost", "held", "held"]
    assert not PlayerHold.objects.filter(player=out).exists()


@ON_SQLITE
def test_a_session_of_a_finished_tournament_takes_nobody_and_can_be_left(session, people):
    services.book(session, people[0], **BEFORE)
    Tournament.objects.filter(pk=session.tournament_id).update(status="finished")
    for verb in (services.book, services.join_queue, services.check_in):
        with pytest.raises(errors.TournamentHasEnded):
            verb(session, people[1], conducts=True, **THERE)
    found = with_is_played(Session.objects.all()).get()
    assert queries.mine(found, people[0], BEFORE["at"]).is_open
    services.cancel(session, people[0], **BEFORE)


@ON_SQLITE
def test_a_cancelled_tournament_takes_nobody(session, people):
    Tournament.objects.filter(pk=session.tournament_id).update(status="cancelled")
    for verb in (services.book, services.check_in):
        with pytest.raises(errors.TournamentHasEnded):
            verb(session, people[0], **THERE)


@pytest.mark.long("postgresql")
def test_a_place_ends_the_waiting_at_its_time_where_the_event_says_so(people):
    event = people[0].event
    full, beside, later = (
        make_session(event=event, start=start, capacity=1) for start in (0, 60, 240)
    )
    for session in (full, beside, later):
        services.book(session, people[0 if session != beside else 1], **BEFORE)
        services.join_queue(session, people[2], **BEFORE)
    free = make_session(event=event, start=0)
    services.book(free, people[2], **BEFORE)
    promoting.keep_places(now=BEFORE["at"])
    waiting = Booking.objects.filter(player=people[2], state="waiting")
    assert waiting.count() == 3  # until the event says so

    Event.objects.update(place_ends_waiting=True)
    promoting.keep_places(now=BEFORE["at"])
    assert [one.session for one in waiting.all()] == [later]
    said = LedgerEntry.objects.filter(verb="end waiting")
    assert {one.after["session"] for one in said} == {str(full), str(beside)}

    for verb in (services.join_queue, services.check_in):
        with pytest.raises(errors.BookedElsewhere):
            verb(full, people[2], **THERE)
    services.cancel(free, people[2], **BEFORE)
    services.join_queue(full, people[2], **BEFORE)
    assert waiting.all().count() == 2
