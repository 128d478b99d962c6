"""When the games of a session begin, and what ends it although nobody played."""

import pytest

from tests.builders import ANNA, NOON, make_conductor, make_event, minutes
from tests.clocks import change_clock
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tests.tournaments.signup.test_playing import AT, REASON, make_full, published
from tournaments.clock.errors import TooLateToStart
from tournaments.clock.rules import Override
from tournaments.clock.services import start_slot, undo_last
from tournaments.clock.whole_slot import whole_slot
from tournaments.deleting.services import cancel_tournament
from tournaments.models import LedgerEntry, PlayerHold, Session, Table, TableHold
from tournaments.results.ruling.services import close_round, end_game
from tournaments.signup import finishing, promoting, services

# What it decides is Python, whatever stores it: test_sequences.py and test_places.py, and
# many at the same moment, hold people and tables on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture(scope="module")
def full(module_database):
    """Made once; what a test does with it is rolled back."""
    return make_full().pk


@pytest.fixture
def session(full):
    return Session.objects.select_related("event", "tournament__event").get(pk=full)


@pytest.fixture
def people(session):
    return list(session.event.players.order_by("pk"))


@pytest.mark.usefixtures("people")
def test_a_slot_that_starts_late_ends_as_published(session):
    """The cutoff counts back from that end too, when other games begin."""
    started = start_slot(published(session), by=ANNA, at=NOON + minutes(40))
    assert started.ends_at == session.ends_at
    assert started.cutoff_at == session.ends_at - session.tournament.cutoff


@pytest.mark.usefixtures("people")
def test_a_slot_that_starts_in_time_has_its_usual_length(session):
    tournament = session.tournament
    tournament.slot = minutes(60)
    tournament.save(update_fields=["slot"])
    started = start_slot(published(session), by=ANNA, at=NOON + minutes(40))
    assert started.ends_at == NOON + minutes(100)


@pytest.mark.usefixtures("people")
def test_a_slot_of_another_length_that_starts_late_ends_as_published_too(session):
    """Whether it was set for the round or for a table, before the start."""
    round_ = published(session)
    first, second = round_.tables.order_by("number")
    longer = Override(slot=minutes(150), cutoff=minutes(30))
    change_clock(round_, "rules", override=longer, **AT, **REASON)
    change_clock(second, "rules", override=Override(slot=minutes(180)), **AT, **REASON)
    late = NOON + minutes(40)
    assert whole_slot(round_, late).ends_at == late + minutes(150)
    started = start_slot(round_, by=ANNA, at=late)
    assert (started.ends_at, started.cutoff_at) == (
        session.ends_at,
        session.ends_at - minutes(30),
    )
    for table in (first, second):
        table.refresh_from_db()
        assert not table.has_own_clock
    undo_last(round_, by=ANNA, at=late, **REASON)
    again = start_slot(round_, by=ANNA, at=late, whole_slot=True)
    assert again.ends_at == late + minutes(150)


@pytest.mark.usefixtures("people")
def test_it_is_too_late_to_start_by_the_cutoff_that_was_set_for_the_round(session):
    round_ = published(session)
    late = session.ends_at - minutes(15)
    with pytest.raises(TooLateToStart):
        start_slot(round_, by=ANNA, at=late)
    change_clock(round_, "rules", override=Override(cutoff=minutes(10)), **AT, **REASON)
    started = start_slot(round_, by=ANNA, at=late)
    assert (started.cutoff_at, started.ends_at) == (late + minutes(5), session.ends_at)


def test_the_whole_slot_is_given_by_who_knows_what_comes_later(session, people, client):
    other = make_session(event=session.event, start=120, first_table=2, last_table=3)
    services.book(other, people[0], conducts=True, **AT)
    round_ = published(session)
    late = session.ends_at - minutes(1)
    with pytest.raises(TooLateToStart):
        start_slot(round_, by=ANNA, at=late)
    found = whole_slot(round_, late)
    assert found is not None
    assert found.people == [(people[0], other)]
    assert found.sessions == [other]
    assert whole_slot(round_, NOON - session.tournament.slot) is None
    client.force_login(make_conductor(session.event))
    page = client.get(f"{round_.get_absolute_url()}start/whole/").content.decode()
    assert "Game 2, heat 1" in page
    assert people[0].name in page
    started = start_slot(round_, by=ANNA, at=late, whole_slot=True)
    assert started.ends_at == late + session.tournament.slot


@pytest.mark.parametrize("by_worker", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_closed_round_ends_the_places_of_no_shows_and_the_queue(
    by_worker, django_capture_on_commit_callbacks
):
    """Their time is free although the session would go on; a worker frees it where a process died
    before it could."""
    event = make_event(offer_minutes=15)
    session = make_session(event=event, length=240, capacity=6)
    people = make_players(event, 8)
    early = {"by": ANNA, "at": NOON - minutes(10), "conducts": True}
    for player in people[:4]:
        services.check_in(session, player, **early)
    for player in people[4:]:
        services.join_queue(session, player, **early)
    services.cancel(session, people[4], **early | {"conducts": False})
    promoting.keep_places(now=NOON - minutes(10))
    assert list(states(session).values())[4:] == ["cancelled", "held", "offered", "waiting"]
    round_ = start_slot(published(session), **AT)
    with django_capture_on_commit_callbacks(execute=not by_worker):
        for table in Table.objects.filter(round=round_):
            end_game(table, **AT, **REASON)
        close_round(round_, **AT)
    if by_worker:
        finishing.keep_free(now=NOON + minutes(5))
    assert list(states(session).values()) == [
        *["gone"] * 4,
        *("cancelled", "released", "cancelled", "cancelled"),
    ]
    assert not PlayerHold.objects.filter(session=session).exists()
    late = LedgerEntry.objects.filter(verb="release no-shows").get()
    assert late.after["people"] == [people[5].name]
    check_truth()


def test_a_cancelled_tournament_cancels_its_sessions(
    session, people, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        cancel_tournament(session.tournament, **AT)
    session.refresh_from_db()
    assert session.cancelled_at == NOON
    assert set(session.bookings.values_list("state", "reason")) == {("lost", "cancelled")}
    assert not TableHold.objects.exists()
    check_truth()
