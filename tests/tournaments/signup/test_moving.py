"""A session is moved or cancelled together with its people: nobody loses a place unasked."""

from copy import deepcopy

import pytest

from tests.builders import ANNA, NOON, make_round, minutes
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.errors import ChangedMeanwhile, ChangedSinceSeen
from tournaments.models import HallTable, LedgerEntry, Round, Session
from tournaments.signup import errors, moving, promoting, services
from tournaments.timetable.errors import SessionCancelled, TableTaken
from tournaments.timetable.queries import mark

# What a change of times brings is Python: test_sequences.py and test_places.py hold people and
# tables on PostgreSQL in every run.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

BEFORE = {"by": ANNA, "at": NOON - minutes(60)}
EVENING = {"starts_at": NOON + minutes(360), "ends_at": NOON + minutes(480)}


@pytest.fixture(scope="module")
def full_once(module_database):
    """Made once; what a test does with it is rolled back."""
    session = make_session(capacity=3)
    people = make_players(session.event, 4)
    for player in people:
        services.join_queue(session, player, **BEFORE)
    return session, people


@pytest.fixture
def full(full_once):
    return deepcopy(full_once)


@pytest.fixture
def session(full):
    return full[0]


@pytest.fixture
def people(full):
    return full[1]


@pytest.fixture
def evening(session, people):
    """Another session in the evening, for which the first two are booked."""
    made = make_session(event=session.event, start=360)
    for player in people[:2]:
        services.book(made, player, **BEFORE)
    return made


@pytest.fixture(autouse=True)
def _the_truth_holds():
    yield
    check_truth()


def test_people_are_taken_along(session, people):
    moved = moving.change_session(session, **EVENING, **BEFORE)
    assert moved.version == 2
    assert list(states(session).values()) == ["held", "held", "held", "waiting"]
    entry = LedgerEntry.objects.get(verb="change session")
    assert entry.before["starts_at"] < entry.after["starts_at"]


def test_who_would_be_in_two_places_is_named_first(session, people, evening):
    with pytest.raises(errors.WouldDoubleBook) as refused:
        moving.change_session(session, **EVENING, **BEFORE)
    assert "2 of the people" in str(refused.value)
    assert "Guest 001, Guest 002" in str(refused.value)
    session.refresh_from_db()
    assert session.starts_at == NOON


def test_moved_anyway_they_lose_the_place_and_it_says_why(session, people, evening):
    moving.change_session(session, anyway=True, **EVENING, **BEFORE)
    assert list(states(session).values()) == ["lost", "lost", "held", "waiting"]
    lost = session.bookings.get(player=people[0])
    assert lost.reason == "moved"
    assert promoting.promote(session.pk, at=BEFORE["at"]) == 1
    assert list(states(session).values()) == ["lost", "lost", "held", "held"]


class TestWhoIsHereAlready:
    """The first of them plays, and the last in the queue waits at the desk."""

    AT = {"by": ANNA, "at": NOON - minutes(20)}

    @pytest.fixture(autouse=True)
    def _here(self, session, people):
        for player in (people[0], people[3]):
            services.check_in(session, player, **self.AT)
        assert list(states(session).values()) == ["here", "held", "held", "waiting"]

    def here(self, session):
        return [one.here_at for one in session.bookings.order_by("player__name")]

    def test_says_so_again_where_it_begins_much_later(self, session):
        moved = moving.change_session(session, **EVENING, **self.AT)
        assert list(states(moved).values()) == ["held", "held", "held", "waiting"]
        assert self.here(moved) == [None] * 4
        check_truth()
        again = {"by": ANNA, "at": EVENING["starts_at"] - minutes(10)}
        services.check_in(moved, moved.bookings.earliest("player__name").player, **again)
        assert list(states(moved).values()) == ["here", "held", "held", "waiting"]

    def test_stays_here_where_it_begins_a_little_later(self, session):
        soon = {"by": ANNA, "at": NOON - minutes(10)}
        later = moving.change_session(session, starts_at=NOON + minutes(15), **soon)
        assert list(states(later).values()) == ["here", "held", "held", "waiting"]
        assert [bool(at) for at in self.here(later)] == [True, False, False, True]


def test_moving_a_little_clashes_with_nothing_of_its_own(session, people):
    moving.change_session(session, starts_at=NOON + minutes(30), **BEFORE)
    assert list(states(session).values()) == ["held", "held", "held", "waiting"]


def test_capacity_is_not_put_below_those_who_have_a_place(session, people):
    with pytest.raises(errors.FewerThanTaken) as refused:
        moving.change_session(session, capacity=2, **BEFORE)
    assert str(refused.value) == "3 places are taken already, so there cannot be fewer."


def test_more_places_go_to_the_queue(session, people, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        moving.change_session(session, capacity=None, **BEFORE)
    assert list(states(session).values()) == ["held"] * 4


def test_two_conductors_move_it_and_the_second_is_told(session, people):
    seen = {"starts_at": session.starts_at, "ends_at": session.ends_at}
    moving.change_session(session, seen=seen, starts_at=NOON + minutes(30), **BEFORE)
    with pytest.raises(ChangedMeanwhile):
        moving.change_session(session, seen=seen, starts_at=NOON + minutes(45), **BEFORE)


def test_tables_move_with_it_or_nothing_does(session, people):
    HallTable.objects.bulk_create(
        HallTable(event=session.event, number=n, code=f"H{n}") for n in (1, 2)
    )
    moving.change_session(session, first_table=1, last_table=2, **BEFORE)
    make_session(event=session.event, start=360, first_table=2, last_table=2)
    with pytest.raises(TableTaken):
        moving.change_session(session, **EVENING, **BEFORE)
    moving.change_session(session, last_table=1, **EVENING, **BEFORE)


def test_a_cancelled_session_frees_its_people_and_says_so(session, people):
    cancelled = moving.cancel_session(session, **BEFORE)
    assert set(states(session).values()) == {"lost"}
    assert set(session.bookings.values_list("reason", flat=True)) == {"cancelled"}
    assert (cancelled.taken, cancelled.waiting) == (0, 0)
    moving.cancel_session(session, **BEFORE)
    assert LedgerEntry.objects.filter(verb="cancel session").count() == 1
    with pytest.raises(errors.SessionIsCancelled):
        services.book(session, people[0], **BEFORE)
    with pytest.raises(SessionCancelled):
        moving.change_session(session, name="Again", **BEFORE)


def test_cancelling_names_what_it_saw(session, people):
    seen = mark(Session.objects.get(pk=session.pk))
    services.cancel(session, people[3], **BEFORE)
    with pytest.raises(ChangedSinceSeen):
        moving.cancel_session(session, seen=seen, **BEFORE)


def test_a_session_whose_tables_are_made_stays_where_it_is(session, people):
    round_ = make_round(session.tournament, [])
    Round.objects.filter(pk=round_.pk).update(session=session)
    with pytest.raises(errors.SeatedAlready):
        moving.change_session(session, **EVENING, **BEFORE)
    with pytest.raises(errors.SeatedAlready):
        moving.cancel_session(session, **BEFORE)
    moving.change_session(session, name="Heat of the morning", **BEFORE)
