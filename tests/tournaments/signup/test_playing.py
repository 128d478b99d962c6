"""The time of people and tables while a session is played: it ends as published, or earlier."""

import pytest

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.clock.services import start_slot
from tournaments.deleting.services import cancel_tournament
from tournaments.models import PlayerHold, Round, Session, Table, TableHold
from tournaments.registration import services as registration
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.services import close_round, end_game
from tournaments.seating.changing import takeovers
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import finishing, moving, promoting, services
from tournaments.signup.errors import NoPlaceToPlayOn, SessionIsPlayed, SomeoneBookedElsewhere
from tournaments.timetable.hall.services import add_room, number_tables

# What it decides is Python, whatever stores it: test_sequences.py and test_places.py, and
# many at the same moment, hold people and tables on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AT = {"by": ANNA, "at": NOON}
REASON = {"reason": "They had to catch a train"}


def make_full() -> Session:
    """A session at two tables of a hall of four, with all its people here, and one who is not."""
    event = make_event("Hall Day")
    number_tables(add_room(event, name="Hall", **AT), 1, 4, **AT)
    made = make_session(make_tournament(event), first_table=1, last_table=2, capacity=8)
    for player in make_players(event, 9)[:8]:
        services.check_in(made, player, conducts=True, **AT)
    return made


def published(session) -> Round:
    made = seat_session(session, session.tournament, **AT)
    return publish_round(made, **AT)


@pytest.fixture(scope="module")
def full(module_database):
    """Such a session whose round was started. Made once; what a test does is rolled back."""
    session = make_full()
    start_slot(published(session), **AT)
    return session.pk


@pytest.fixture
def session(full):
    return Session.objects.select_related("event", "tournament__event").get(pk=full)


@pytest.fixture
def people(session):
    return list(session.event.players.order_by("pk"))


@pytest.fixture
def round_(session):
    return Round.objects.select_related("tournament__event", "session").get(session=session)


def test_a_table_that_finishes_early_frees_its_people_and_itself(
    session, people, django_capture_on_commit_callbacks, round_
):
    table = Table.objects.filter(round=round_).order_by("number")[0]
    services.check_in(session, people[8], conducts=True, **AT)  # waits: all eight places are taken
    with django_capture_on_commit_callbacks(execute=True):
        end_game(table, **AT, **REASON)
    done = {seat.entry.player for seat in table.seats.select_related("entry__player")}
    assert not PlayerHold.objects.filter(player__in=done).exists()
    assert {player.name for player in done} == {
        name for name, state in states(session).items() if state == "gone"
    }
    assert not TableHold.objects.filter(hall_table=table.hall_table).exists()
    assert make_session(event=session.event, start=30, first_table=1, last_table=1).pk
    promoting.keep_places(now=NOON + minutes(5))
    assert states(session)[people[8].name] == "waiting"  # nobody plays any longer for a place
    check_truth()


@pytest.mark.parametrize(
    "counts_for",
    ["plays_on", *(pytest.param(one, marks=pytest.mark.long) for one in ("began", "nobody"))],
)
def test_the_time_is_taken_of_the_one_who_plays_on(session, people, counts_for, round_):
    later = make_session(event=session.event, start=60)
    seat = round_.seats.select_related("entry__player", "table").order_by("table__number").first()
    began, comes = seat.entry.player, people[8]
    registration.check_in(registration.enter(comes, session.tournament, **AT), **AT)
    services.book(later, comes, conducts=True, **AT)
    facts = {"counts_for": counts_for, **AT, **REASON}
    with pytest.raises(SomeoneBookedElsewhere, match="is booked for Game 2, heat 1"):
        takeovers.take_over(round_, seat.entry, comes, **facts)
    services.cancel(later, comes, conducts=True, **AT)
    taken = takeovers.take_over(round_, seat.entry, comes, **facts)
    services.book(later, began, conducts=True, **AT)  # their time is free
    assert states(session)[comes.name] == "here"
    check_truth()
    with pytest.raises(SomeoneBookedElsewhere):
        takeovers.take_back(round_, taken.entry, **AT, **REASON)
    services.cancel(later, began, conducts=True, **AT)
    takeovers.take_back(round_, taken.entry, **AT, **REASON)
    assert states(session) == {p.name: "here" for p in people[:8]} | {comes.name: "gone"}
    seat.refresh_from_db()
    takeovers.take_over(round_, seat.entry, comes, **facts)
    end_game(seat.table, **AT, **REASON)
    finishing.keep_free(now=NOON)
    assert not PlayerHold.objects.filter(player__in=[began, comes]).exists()
    check_truth()


def take_over_from(player, round_, comes):
    entry = round_.seats.get(entry__player=player).entry
    return takeovers.take_over(round_, entry, comes, counts_for="began", **AT, **REASON)


def test_who_plays_on_for_somebody_who_pressed_leave_is_in_one_place(session, people, round_):
    later = make_session(event=session.event, start=60)
    began, comes = people[0], people[8]
    services.book(later, comes, conducts=True, **AT)
    services.leave(session, began, **AT)
    with pytest.raises(SomeoneBookedElsewhere, match="is booked for Game 2, heat 1"):
        take_over_from(began, round_, comes)
    services.cancel(later, comes, conducts=True, **AT)
    take_over_from(began, round_, comes)
    with pytest.raises(SomeoneBookedElsewhere):
        services.book(later, comes, conducts=True, **AT)
    assert states(session)[comes.name] == "here"
    check_truth()


def test_who_got_the_place_of_somebody_who_left_takes_over_the_seat_or_another_place_is_made(
    session, people, django_capture_on_commit_callbacks, round_
):
    (another,) = make_players(session.event, 1)
    services.check_in(session, people[8], conducts=True, **AT)  # waits: all places are taken
    with django_capture_on_commit_callbacks(execute=True):
        services.leave(session, people[0], **AT)
    assert states(session)[people[8].name] == "here"
    with pytest.raises(NoPlaceToPlayOn):
        take_over_from(people[0], round_, another)
    take_over_from(people[0], round_, people[8])
    moving.change_session(session, capacity=9, **AT)
    take_over_from(people[1], round_, another)
    check_truth()


def test_a_seat_of_a_game_that_has_ended_takes_no_time(session, people, round_):
    end_game(round_.seats.get(entry__player=people[0]).table, **AT, **REASON)
    take_over_from(people[0], round_, people[8])
    assert not PlayerHold.objects.filter(player__in=[people[0], people[8]]).exists()
    finishing.keep_free(now=NOON)
    check_truth()


@pytest.mark.usefixtures("people")
def test_a_closed_round_frees_all(session, django_capture_on_commit_callbacks, round_):
    with django_capture_on_commit_callbacks(execute=True):
        for table in Table.objects.filter(round=round_):
            end_game(table, **AT, **REASON)
        close_round(round_, **AT)
    assert not PlayerHold.objects.exists()
    assert not TableHold.objects.exists()


def test_nobody_signs_up_for_a_session_whose_round_is_closed_unless_that_is_annulled(
    session, people, django_capture_on_commit_callbacks, round_
):
    with django_capture_on_commit_callbacks(execute=True):
        for table in Table.objects.filter(round=round_):
            end_game(table, **AT, **REASON)
        close_round(round_, **AT)
    for verb in (services.book, services.join_queue, services.check_in):
        with pytest.raises(SessionIsPlayed, match="is over: its games have ended"):
            verb(session, people[8], conducts=True, **AT)
    annul_round(round_, **AT, **REASON)
    services.check_in(session, people[8], conducts=True, **AT)
    assert states(session)[people[8].name] == "here"


@pytest.mark.usefixtures("people")
def test_a_worker_frees_what_a_process_that_died_did_not(session, round_):
    for table in Table.objects.filter(round=round_):
        end_game(table, **AT, **REASON)
    assert PlayerHold.objects.exists()
    finishing.keep_free(now=NOON + minutes(5))
    assert not PlayerHold.objects.exists()
    check_truth()


def test_who_played_in_a_round_that_is_annulled_can_be_here_for_its_session_again(
    session, people, django_capture_on_commit_callbacks, round_
):
    with django_capture_on_commit_callbacks(execute=True):
        end_game(round_.tables.get(number=1), **AT, **REASON)
    assert sorted(states(session).values()) == ["gone"] * 4 + ["here"] * 4
    annul_round(round_, **AT, **REASON)
    for player in people[:8]:
        services.check_in(session, player, conducts=True, **AT)
    finishing.keep_free(now=NOON + minutes(5))
    assert set(states(session).values()) == {"here"}
    restore_round(round_, **AT, **REASON)
    finishing.keep_free(now=NOON + minutes(10))
    assert sorted(states(session).values()) == ["gone"] * 4 + ["here"] * 4
    check_truth()


def test_hall_tables_of_games_that_had_ended_are_taken_until_an_annulled_round_is_restored(
    session, people, django_capture_on_commit_callbacks, round_
):
    """Until the session is seated again, and played, nobody else gets them."""
    table = round_.tables.select_related("hall_table").get(number=1)
    with django_capture_on_commit_callbacks(execute=True):
        end_game(table, **AT, **REASON)
    assert not TableHold.objects.filter(hall_table=table.hall_table).exists()
    for close in (False, True):
        with django_capture_on_commit_callbacks(execute=True):
            if close:
                end_game(round_.tables.get(number=2), **AT, **REASON)
                close_round(round_, **AT)
        with django_capture_on_commit_callbacks(execute=True):
            annul_round(round_, **AT, **REASON)
        assert TableHold.objects.filter(hall_table=table.hall_table).exists()
        check_truth()
        with django_capture_on_commit_callbacks(execute=True):
            restore_round(round_, **AT, **REASON)
        assert not TableHold.objects.filter(hall_table=table.hall_table).exists()
        check_truth()


def test_a_hall_table_that_another_session_got_before_a_round_is_annulled_is_theirs(
    session, people, django_capture_on_commit_callbacks, round_
):
    table = round_.tables.select_related("hall_table").get(number=1)
    with django_capture_on_commit_callbacks(execute=True):
        end_game(table, **AT, **REASON)
    other = make_session(
        event=session.event, start=30, first_table=table.shown, last_table=table.shown
    )
    with django_capture_on_commit_callbacks(execute=True):
        annul_round(round_, **AT, **REASON)
    of_it = TableHold.objects.filter(hall_table=table.hall_table)
    assert set(of_it.values_list("session", flat=True)) == {other.pk}


@pytest.mark.usefixtures("people")
def test_a_cancelled_tournament_cancels_also_a_session_whose_round_is_annulled(
    session, django_capture_on_commit_callbacks, round_
):
    annul_round(round_, **AT, **REASON)
    with django_capture_on_commit_callbacks(execute=True):
        cancel_tournament(session.tournament, **AT)
    session.refresh_from_db()
    assert session.cancelled_at == NOON
    check_truth()
