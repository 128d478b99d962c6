"""A session that was cancelled takes place after all: what can be as it was is as it was."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    minutes,
    phone_of,
)
from tests.routes.controls import PageForms
from tests.tournaments.signup.parties.friends import make_party
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.deleting.services import cancel_tournament, reinstate_tournament
from tournaments.errors import ChangedSinceSeen
from tournaments.models import (
    Event,
    LedgerEntry,
    PartyBooking,
    PlayerHold,
    Round,
    Session,
    Tournament,
)
from tournaments.privacy.services import erase
from tournaments.results.ruling.annulling import annul_round
from tournaments.results.ruling.services import close_round
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.signup import errors, finishing, moving, promoting, queries, services
from tournaments.signup.parties import services as parties
from tournaments.timetable.errors import TournamentIsOver
from tournaments.timetable.hall.services import add_room, number_tables
from tournaments.timetable.queries import mark

# What comes back is decided in Python: test_sequences.py and test_places.py hold people and tables
# on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

BEFORE = {"by": ANNA, "at": NOON - minutes(60)}
LATER = {"by": ANNA, "at": NOON - minutes(50)}
SOON = {"by": ANNA, "at": NOON - minutes(20)}


def make_full():
    """A session with three places, and four people: the last is in the queue."""
    event = make_event()
    number_tables(add_room(event, name="Hall", **BEFORE), 1, 4, **BEFORE)
    session = make_session(event=event, capacity=3, first_table=1, last_table=2)
    people = make_players(event, 4)
    for player in people:
        services.join_queue(session, player, **BEFORE)
    return session, people


@pytest.fixture(scope="module")
def full_once(module_database):
    """Made once; what a test does with it is rolled back."""
    return make_full()


@pytest.fixture
def full(full_once):
    return deepcopy(full_once)


@pytest.fixture
def session(full):
    return full[0]


@pytest.fixture
def people(full):
    """Three with a place, and the last in the queue."""
    return full[1]


@pytest.fixture(autouse=True)
def _the_truth_holds():
    yield
    check_truth()


def cancelled(session, **who):
    return moving.cancel_session(session, **(who or BEFORE))


def restored(session, **who):
    return moving.restore_session(session, **(who or LATER))


def played(tournament, *, kind=Round.Kind.PRELIMINARY, status=Round.Status.CLOSED):
    """A round that stands on no timetable."""
    made = make_round(tournament, [make_entries(tournament, 3)], started_at=NOON - minutes(90))
    closed_at = NOON - minutes(70) if status == Round.Status.CLOSED else None
    Round.objects.filter(pk=made.pk).update(kind=kind, status=status, closed_at=closed_at)
    return Round.objects.get(pk=made.pk)


def test_everybody_is_where_they_were(session, people):
    assert restored(cancelled(session)).cancelled_at is None
    assert list(states(session).values()) == ["held", "held", "held", "waiting"]
    check_truth()
    restored(session)
    (said,) = LedgerEntry.objects.filter(verb="restore session")
    assert said.after == {"people": [one.name for one in people], "elsewhere": []}


def test_who_was_here_still_is_unless_people_do_not_come_yet(session, people):
    for player in (people[0], people[3]):
        services.check_in(session, player, **SOON)
    restored(cancelled(session, **SOON), **SOON)
    assert list(states(session).values()) == ["here", "held", "held", "waiting"]
    assert session.bookings.get(player=people[3]).here_at
    restored(cancelled(session, **SOON), **BEFORE)
    assert list(states(session).values()) == ["held", "held", "held", "waiting"]


def test_who_was_offered_a_place_waits_for_it_again(session, people):
    Event.objects.update(offer_minutes=10)
    services.cancel(session, people[0], **BEFORE)
    promoting.promote(session.pk, at=BEFORE["at"])
    restored(cancelled(session))
    assert states(session)[people[3].name] == "waiting"
    assert promoting.promote(session.pk, at=LATER["at"]) == 1
    assert states(session)[people[3].name] == "offered"


def test_a_party_waits_together_again(session, people):
    ann, bob = make_party(session.event, 2)
    parties.queue_party(session, ann, **BEFORE)
    restored(cancelled(session))
    assert PartyBooking.objects.get().queued == 2
    assert states(session)[bob.name] == "waiting"


def test_who_is_booked_elsewhere_by_now_stays_there_and_is_named(session, people):
    cancelled(session)
    other = make_session(event=session.event, start=60, capacity=8)
    services.book(other, people[0], **BEFORE)
    restored(session)
    assert list(states(session).values()) == ["lost", "held", "held", "waiting"]
    assert session.bookings.get(player=people[0]).reason == "elsewhere"
    assert states(other) == {people[0].name: "held"}
    (said,) = queries.not_restored(session.event, LATER["at"])
    assert said.endswith("booked elsewhere by now, so without a place: Guest 001.")


def test_who_stays_out_reads_on_both_pages_why(client, session, people, time_machine):
    time_machine.move_to(LATER["at"], tick=False)
    cancelled(session)
    services.book(make_session(event=session.event, start=60), people[0], **BEFORE)
    restored(session)
    phone_of(client, people[0])
    event = session.event.slug
    day = client.get(reverse("my-day", args=[event])).text
    assert "it is cancelled" not in day
    assert "it takes place after all, and you were booked elsewhere by then." in day
    found = client.get(reverse("session", args=[event, session.pk])).text
    assert "was cancelled and takes place after all" in found


def test_tables_that_another_session_has_by_now_stay_there(session, people):
    cancelled(session)
    make_session(event=session.event, start=60, first_table=2, last_table=3)
    assert restored(session).first_table is None
    (said,) = queries.not_restored(session.event, LATER["at"])
    assert said.endswith("another session has its tables by now. Choose others.")


def test_who_was_erased_meanwhile_stays_out(session, people):
    cancelled(session)
    erase(people[0], **BEFORE)
    restored(session)
    assert sorted(states(session).values()) == ["cancelled", "held", "held", "waiting"]


def test_it_is_too_late_once_it_would_have_ended(session):
    cancelled(session)
    with pytest.raises(errors.SessionIsOver):
        restored(session, by=ANNA, at=session.ends_at)


def test_it_names_what_it_saw(session, people):
    seen = mark(Session.objects.get(pk=session.pk))
    cancelled(session)
    with pytest.raises(ChangedSinceSeen):
        restored(session, seen=seen, **LATER)


class TestWithItsTournament:
    def test_the_sessions_that_were_cancelled_with_it_come_back_with_it(
        self, session, people, django_capture_on_commit_callbacks
    ):
        tournament = session.tournament
        alone = cancelled(make_session(tournament, start=300))
        with django_capture_on_commit_callbacks(execute=True):
            gone = cancel_tournament(tournament, **BEFORE)
        session.refresh_from_db()
        assert (session.cancelled_at, session.taken) == (BEFORE["at"], 0)
        with pytest.raises(TournamentIsOver):
            restored(session)
        with django_capture_on_commit_callbacks(execute=True):
            reinstate_tournament(gone, **LATER)
        assert list(states(session).values()) == ["held", "held", "held", "waiting"]
        for one, is_off in ((session, False), (alone, True)):
            one.refresh_from_db()
            assert bool(one.cancelled_at) == is_off

    def test_also_those_that_a_worker_cancelled(self, session, people):
        gone = cancel_tournament(session.tournament, **BEFORE)
        finishing.keep_free(now=BEFORE["at"])
        reinstate_tournament(gone, **LATER)
        finishing.restore_sessions(gone.pk, **LATER)
        assert list(states(session).values()) == ["held", "held", "held", "waiting"]

    def test_so_they_are_where_it_is_finished_before_their_time(
        self, session, people, django_capture_on_commit_callbacks
    ):
        Event.objects.update(offer_minutes=10)
        services.cancel(session, people[0], **BEFORE)
        promoting.promote(session.pk, at=BEFORE["at"])
        played(session.tournament)
        with django_capture_on_commit_callbacks(execute=True):
            finished = finish_tournament(session.tournament, **BEFORE)
        bookings = session.bookings.exclude(player=people[0])
        assert {(one.state, one.reason) for one in bookings} == {("lost", "cancelled")}
        assert not PlayerHold.objects.exists()
        with django_capture_on_commit_callbacks(execute=True):
            reopen_tournament(finished, **LATER)
        assert list(states(session).values()) == ["cancelled", "held", "held", "offered"]

    def test_one_that_is_under_way_when_it_is_finished_was_played(
        self, session, people, django_capture_on_commit_callbacks
    ):
        played(session.tournament)
        during = {"by": ANNA, "at": session.starts_at + minutes(5)}
        with django_capture_on_commit_callbacks(execute=True):
            finish_tournament(session.tournament, **during)
        finishing.keep_free(now=during["at"])
        session.refresh_from_db()
        assert session.cancelled_at is None
        assert list(states(session).values()) == ["held", "held", "held", "waiting"]

    def test_so_they_are_where_its_final_was_played_and_until_that_is_annulled(
        self, session, people, django_capture_on_commit_callbacks
    ):
        final = played(session.tournament, kind=Round.Kind.FINAL, status=Round.Status.RUNNING)
        final.tables.update(status="finished", end_reason="target", ended_at=BEFORE["at"])
        with django_capture_on_commit_callbacks(execute=True):
            close_round(final, **BEFORE)
        assert set(states(session).values()) == {"lost"}
        with django_capture_on_commit_callbacks(execute=True):
            annul_round(final, reason="the wrong people", **LATER)
        assert list(states(session).values()) == ["held", "held", "held", "waiting"]

    def test_a_worker_does_both_where_a_process_died(self, session, people):
        tournament = Tournament.objects.filter(pk=session.tournament_id)
        for status, is_off in (("finished", True), ("running", False), ("cancelled", True)):
            tournament.update(status=status)
            finishing.keep_free(now=LATER["at"])
            session.refresh_from_db()
            assert bool(session.cancelled_at) == is_off
            check_truth()


def test_a_conductor_brings_it_back_on_its_page(client, session, people, time_machine):
    time_machine.move_to(LATER["at"], tick=False)
    client.force_login(make_conductor(session.event))
    shown = reverse("session", args=[session.event.slug, session.pk])
    address = reverse("session-restore", args=[session.event.slug, session.pk])
    assert address not in client.get(shown).text
    cancelled(session)
    (form,) = [one for one in PageForms(client.get(shown).text).found if one.action == address]
    assert "takes place after all." in client.post(address, form.values, follow=True).text
    assert list(states(session).values()) == ["held", "held", "held", "waiting"]
    stale = client.post(address, form.values, follow=True)
    assert stale.status_code == 200
    cancelled(session, by=ANNA, at=NOON - minutes(40))
    time_machine.move_to(session.ends_at, tick=False)
    assert address not in client.get(shown).text
