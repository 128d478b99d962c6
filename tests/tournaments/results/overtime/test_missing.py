"""Whoever plays past the end of one session gives up the place in the next."""

import pytest
import time_machine
from django.urls import reverse

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes, phone_of
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.clock.services import start_slot
from tournaments.models import Entry, LedgerEntry, Session, Table
from tournaments.results.overtime import missing
from tournaments.results.overtime import services as overtime
from tournaments.seating.changing import takeovers
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import services as signup

# Who gives up a place is decided in Python: test_services.py agrees on PostgreSQL, and the tests of
# signing up hold people there.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AT = {"by": ANNA, "at": NOON}
LATE = {"by": ANNA, "at": NOON + minutes(110)}


@pytest.fixture(scope="module")
def planned(django_db_setup, django_db_blocker, redis_server):
    """A session that four of six people play until 14:00, and one of three places from then on.

    Two of them are booked for that, and one queues for it. Made once; what a test does with it is
    rolled back.
    """
    with forgotten(django_db_blocker):
        event = make_event(time_zone="UTC")
        people = make_players(event, 6)
        session = make_session(make_tournament(event, name="Long game"))
        for player in people[:4]:
            signup.check_in(session, player, conducts=True, **AT)
        round_ = publish_round(seat_session(session, session.tournament, **AT), **AT)
        table = start_slot(round_, **AT).tables.get()
        later = make_session(event=event, start=120, capacity=3)
        for player in (people[0], people[1], people[4]):
            signup.book(later, player, conducts=True, **AT)
        signup.join_queue(later, people[5], conducts=True, **AT)
        yield table.pk, later.pk


@pytest.fixture
def table(planned):
    return Table.objects.get(pk=planned[0])


@pytest.fixture
def next_session(planned):
    return Session.objects.get(pk=planned[1])


@pytest.fixture
def event(next_session):
    return next_session.event


@pytest.fixture
def people(event):
    return list(event.players.order_by("pk"))


def agree(table, *positions):
    for position in positions:
        overtime.agree(table, position, **LATE)


def test_the_place_is_free_for_the_queue_once_the_last_one_agrees(
    table, people, next_session, django_capture_on_commit_callbacks
):
    names = [player.name for player in people]
    with django_capture_on_commit_callbacks(execute=True):
        agree(table, 1, 2, 3)
    assert states(next_session)[names[0]] == "held"
    with django_capture_on_commit_callbacks(execute=True):
        agree(table, 4)
    assert states(next_session) == {
        names[0]: "lost", names[1]: "lost", names[4]: "held", names[5]: "held",
    }  # fmt: skip
    assert set(next_session.bookings.filter(state="lost").values_list("reason", flat=True)) == {
        "overtime"
    }
    assert LedgerEntry.objects.filter(verb="miss session").count() == 2
    check_truth()


def test_a_worker_frees_it_where_a_process_died_and_nothing_that_is_booked_later(
    table, people, event, next_session
):
    agree(table, 1, 2, 3, 4)
    assert states(next_session)[people[0].name] == "held"
    after = make_session(event=event, start=150)
    later = {"by": ANNA, "at": NOON + minutes(115)}
    signup.book(after, people[2], conducts=True, **later)
    far = make_session(event=event, start=240)
    signup.book(far, people[0], conducts=True, **AT)
    missing.keep_free(now=NOON + minutes(116))
    missing.keep_free(now=NOON + minutes(117))
    assert states(next_session)[people[0].name] == "lost"
    assert states(after) == {people[2].name: "held"}
    assert states(far) == {people[0].name: "held"}
    assert LedgerEntry.objects.filter(verb="miss session").count() == 2
    check_truth()


def test_pages_name_the_place_before_they_agree_and_why_it_is_gone_after(
    client, table, people, event, next_session
):
    phone_of(client, people[0])
    with time_machine.travel(LATE["at"], tick=False):
        page = client.get(reverse("table", args=[table.code])).content.decode()
        assert page.count(f"is booked for {next_session} at 14:00, and loses that place") == 2
        agree(table, 1, 2, 3, 4)
        missing.free_missed(table.pk, now=LATE["at"])
        assert "past the end of another game" in client.get(f"/e/{event.slug}/me/").content.decode()
        session = reverse("session", args=[event.slug, next_session.pk])
        assert "You gave up your place" in client.get(session).content.decode()


def test_whoever_took_a_seat_over_gives_up_a_place_and_who_left_the_game_does_not(
    client, table, people, next_session, django_capture_on_commit_callbacks
):
    began, comes = people[0], people[4]
    seat = Entry.objects.get(player=began, tournament=table.round.tournament)
    takeovers.take_over(
        table.round, seat, comes, counts_for="began", reason="left for the next game", **AT
    )
    phone_of(client, comes)
    with time_machine.travel(LATE["at"], tick=False):
        page = client.get(reverse("table", args=[table.code])).text
        assert f"{comes.name} agrees" in page
        assert f"{began.name} agrees" not in page
    with django_capture_on_commit_callbacks(execute=True):
        agree(table, 1, 2, 3, 4)
    found = states(next_session)
    assert (found[began.name], found[comes.name]) == ("held", "lost")
    check_truth()
