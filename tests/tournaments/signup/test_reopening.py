"""A game of a session that had ended goes on: its people and its table are taken again."""

from copy import deepcopy
from datetime import UTC

import pytest
from django.utils import timezone

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament, minutes
from tests.clocks import change_clock
from tests.tournaments.results.tables import play
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments import holds
from tournaments.clock.services import start_slot, undo_last
from tournaments.models import Booking, PlayerHold, Round, Table, TableHold
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.reporting.services import deal_hand
from tournaments.results.ruling import undoing
from tournaments.results.ruling.resuming import replace_voided, resume_game
from tournaments.results.ruling.services import end_game, void_hand
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import services
from tournaments.signup.errors import SomeoneBookedElsewhere
from tournaments.signup.moving import change_session
from tournaments.signup.reopening import not_taken
from tournaments.timetable.hall.services import add_room, number_tables

# What comes back is decided in Python: test_sequences.py and test_places.py hold people and tables
# on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AT = {"by": ANNA, "at": NOON}
WHY = {"by": ANNA, "reason": "It goes on"}


def at(count):
    return NOON + minutes(count)


def make_full(event):
    """A session of an event at tables of its hall, and the four who are here for it."""
    number_tables(add_room(event, name="Hall", **AT), 1, 4, **AT)
    session = make_session(make_tournament(event), first_table=1, last_table=2, capacity=4)
    people = make_players(event, 4)
    for player in people:
        services.check_in(session, player, conducts=True, **AT)
    return session, people


@pytest.fixture(scope="module")
def started_once(module_database):
    """Made once, and its round started; what a test does with it is rolled back."""
    session, people = make_full(make_event())
    made = publish_round(seat_session(session, session.tournament, **AT), **AT)
    table = start_slot(made, **AT).tables.get()
    session.refresh_from_db()
    return session, people, table


@pytest.fixture
def started(started_once):
    return deepcopy(started_once)


@pytest.fixture
def session(started):
    return started[0]


@pytest.fixture
def people(started):
    return started[1]


@pytest.fixture
def table(started):
    return started[2]


@pytest.fixture
def done(django_capture_on_commit_callbacks):
    """Do something as if it were committed: what comes after the commit is done, too."""

    def do(verb, *args, **facts):
        with django_capture_on_commit_callbacks(execute=True):
            return verb(*args, **facts)

    return do


@pytest.fixture
def out_of_time(table, session, done):
    """A table that played a hand and that time has ended: all are free."""
    done(play, table, at=at(1))
    assert done(end_tables_out_of_time, now=at(101)) == 1
    assert set(states(session).values()) == {"gone"}
    check_truth()
    return table


def now(table):
    return Table.objects.select_related("round__tournament").get(pk=table.pk)


def goes_on(table):
    """It is played, and its people and its table are taken."""
    session = table.round.session
    assert now(table).status != Table.Status.FINISHED
    assert set(states(session).values()) == {"here"}
    assert TableHold.objects.filter(session=session, hall_table=table.hall_table).exists()
    check_truth()
    return True


def test_a_table_that_is_given_time(out_of_time, people, done):
    other = make_session(event=out_of_time.round.tournament.event, start=60)
    done(change_clock, out_of_time.round, "extra", amount=minutes(15), at=at(101), **WHY)
    done(end_tables_out_of_time, now=at(102))
    assert goes_on(out_of_time)
    done(deal_hand, out_of_time, 2, by=ANNA, at=at(103))
    with pytest.raises(SomeoneBookedElsewhere):
        done(services.book, other, people[0], conducts=True, **AT)
    assert done(end_tables_out_of_time, now=at(117)) == 0  # the hand goes on
    assert goes_on(out_of_time)


def test_a_hand_that_is_dealt_before_the_worker_has_opened_the_table(out_of_time, done):
    done(change_clock, out_of_time.round, "extra", amount=minutes(15), at=at(101), **WHY)
    done(deal_hand, now(out_of_time), 2, by=ANNA, at=at(102))
    assert goes_on(out_of_time)


def test_a_hand_whose_report_is_undone(out_of_time, done):
    done(undoing.undo_last, out_of_time, at=at(103), **WHY)
    assert goes_on(out_of_time)


def test_another_hand_in_place_of_a_voided_one(out_of_time, done):
    done(void_hand, out_of_time, 1, at=at(103), **WHY)
    done(replace_voided, now(out_of_time), 1, by=ANNA, at=at(104))
    assert goes_on(out_of_time)


def test_a_game_that_a_conductor_had_ended(table, done):
    done(play, table, at=at(1))
    done(end_game, table, at=at(30), **WHY)
    done(resume_game, now(table), at=at(31), **WHY)
    assert goes_on(table)


def test_a_game_that_a_conductor_had_ended_and_that_time_has_ended_since_stays_ended(
    table, session, done
):
    done(play, table, at=at(1))
    done(end_game, table, at=at(30), **WHY)
    done(resume_game, now(table), at=at(105), **WHY)
    assert now(table).end_reason == Table.EndReason.TIME
    assert set(states(session).values()) == {"gone"}
    check_truth()


def test_a_start_that_is_undone(table, session, done):
    done(end_tables_out_of_time, now=at(101))
    assert set(states(session).values()) == {"gone"}
    done(undo_last, table.round, at=at(102), **WHY)
    assert goes_on(table)


def test_whoever_has_another_place_by_now_or_had_left_stays_away(table, session, people, done):
    done(services.leave, session, people[1], by=ANNA, at=at(20))
    done(end_game, table, at=at(30), **WHY)
    other = make_session(event=session.event, start=60)
    done(services.book, other, people[0], conducts=True, **AT)
    done(resume_game, now(table), at=at(31), **WHY)
    here = [people[2].name, people[3].name]
    assert [name for name, state in states(session).items() if state == "here"] == here
    check_truth()


def test_a_place_that_somebody_else_got_is_theirs(table, session, people, done):
    (late,) = make_players(session.event, 1)
    done(end_game, table, at=at(30), **WHY)
    done(services.check_in, session, late, conducts=True, by=ANNA, at=at(31))
    done(resume_game, now(table), at=at(32), **WHY)
    found = states(session)
    assert found[late.name] == "here"
    assert sorted(found.values()) == ["gone", "here", "here", "here", "here"]
    check_truth()


def test_a_conductor_reads_who_and_what_could_not_be_taken_again(
    table, session, people, client, done
):
    done(end_game, table, at=at(30), **WHY)
    tables = {"first_table": table.shown, "last_table": table.shown}
    other = make_session(event=session.event, start=60, capacity=4, **tables)
    done(services.book, other, people[0], conducts=True, **AT)
    for late in make_players(session.event, 2):
        done(services.check_in, session, late, conducts=True, by=ANNA, at=at(31))
    with timezone.override(UTC):
        assert not_taken(now(table).round) == []
        done(resume_game, now(table), at=at(32), **WHY)
        said = not_taken(now(table).round)
    assert said == [
        f"{people[0].name} is booked for Game 2, heat 1, 13:00 to 15:00.",
        f"{people[3].name} has no place in {session} any more: it is full.",
        f"Table {table.shown} is taken by Game 2, heat 1, 13:00 to 15:00.",
    ]
    client.force_login(make_conductor(session.event))
    address = table.round.get_absolute_url()
    shown = client.get(address, {"own": "page"}).text
    assert "Ask the people whether they stay." in shown
    assert f"{people[3].name} has no place" in shown
    client.logout()
    assert "has no place" not in client.get(address).text
    done(services.cancel, other, people[0], conducts=True, **AT)
    assert f"{people[0].name} has no place" in not_taken(now(table).round)[0]


def test_before_a_round_starts_nothing_is_said_to_go_on(client, done):
    session, people = make_full(make_event("Spring Meet"))
    made = publish_round(seat_session(session, session.tournament, **AT), **AT)
    done(services.leave, session, people[3], conducts=True, **AT)
    (late,) = make_players(session.event, 1)
    done(services.check_in, session, late, conducts=True, by=ANNA, at=at(1))
    client.force_login(make_conductor(session.event))
    shown = client.get(made.get_absolute_url(), {"own": "page"}).text
    assert f"{people[3].name} has no place" in shown
    assert "go on" not in shown
    assert "This round has not started" in shown


def test_a_draft_says_nothing_of_who_has_left_since(done):
    """No game of it goes on yet; publishing it says who is not here."""
    session, people = make_full(make_event("Spring Meet"))
    draft = seat_session(session, session.tournament, **AT)
    done(services.leave, session, people[3], conducts=True, **AT)
    (late,) = make_players(session.event, 1)
    done(services.check_in, session, late, conducts=True, by=ANNA, at=at(1))
    assert not_taken(Round.objects.get(pk=draft.pk)) == []


def test_a_hall_table_that_another_session_has_by_now_is_theirs(table, session, done):
    done(end_game, table, at=at(30), **WHY)
    other = make_session(
        event=session.event, start=30, first_table=table.shown, last_table=table.shown
    )
    done(resume_game, now(table), at=at(31), **WHY)
    held = TableHold.objects.filter(hall_table=table.hall_table, quarter__gte=0)
    assert set(held.values_list("session", flat=True)) == {other.pk}
    done(change_session, session, capacity=9, by=ANNA, at=at(32))
    assert set(held.values_list("session", flat=True)) == {other.pk}
    for model in (TableHold, PlayerHold):
        model.objects.all().delete()
    holds.rebuild(session.event_id)  # as where a file of the event is read
    assert set(held.values_list("session", flat=True)) == {other.pk}
    assert not Booking.objects.filter(session=session, state="gone").exists()
