"""Copying an event: what was set up comes along, and nobody and no result does."""

from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_event, make_title, make_tournament
from tests.tournaments.rankings.conventions import convention, make_ranking
from tests.tournaments.signup.sessions import WHO, make_players, make_session
from tournaments.copying import contents, queries
from tournaments.copying.services import copy_event
from tournaments.events.errors import NotInTheCalendar
from tournaments.models import (
    Event,
    LedgerEntry,
    Session,
    TableHold,
    Tournament,
)
from tournaments.rankings.honours import services as honours
from tournaments.signup import services as signup
from tournaments.standings.exporting.event_writer import LISTS
from tournaments.timetable.hall.services import add_room, number_tables

# Rows are read and made by the ORM.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

A_YEAR_LATER = date(2027, 11, 20)


@pytest.fixture(scope="module")
def set_up(module_database):
    """A convention with a room, a title, two heats of which one has a guest, and a final."""
    found, _entries = convention()
    room = add_room(found, name="Depot", **WHO)
    number_tables(room, 21, 24, **WHO)
    make_title(found)
    heats = make_tournament(found, name="Heats")
    first = make_session(
        heats, room=room.pk, first_table=21, last_table=22, capacity=8, opens_at=NOON
    )
    make_session(heats, start=180, room=room.pk, first_table=21, last_table=24)
    (guest,) = make_players(found, 1)
    signup.book(first, guest, conducts=True, **WHO)
    make_ranking(found)
    return found


@pytest.fixture
def event(set_up):
    return Event.objects.get(pk=set_up.pk)


def copied(event, **values) -> Event:
    return copy_event(event, **{"name": "Next", "starts_on": A_YEAR_LATER, **WHO, **values})


def test_a_copy_has_what_was_set_up(event):
    made = copied(event)
    assert (made.starts_on, made.is_draft, made.time_zone) == (A_YEAR_LATER, True, event.time_zone)
    assert made.ends_on - made.starts_on == event.ends_on - event.starts_on
    for of in ("tournaments", "titles", "rooms", "hall_tables", "sessions", "rankings"):
        assert getattr(made, of).count() == getattr(event, of).count() > 0, of
    first, second = made.sessions.order_by("starts_at")
    assert (first.room.event, first.tournament.event) == (made, made)
    assert (first.first_table, first.capacity, first.number) == (21, 8, 1)
    assert first.room.name == "Depot"
    assert second.number == 2
    assert TableHold.objects.filter(session=first).count() == 2 * 8


def test_times_on_the_clock_stay_and_days_go_on(event):
    made = copied(event)
    days = made.starts_on - event.starts_on
    before, after = (one.sessions.order_by("starts_at").first() for one in (event, made))
    for column in ("starts_at", "ends_at", "opens_at"):
        was, now = (getattr(one, column).astimezone(event.zone) for one in (before, after))
        assert (now.date() - was.date(), now.time()) == (days, was.time()), column


def test_a_session_that_took_the_tables_of_games_that_had_ended_has_none_in_the_copy(event):
    first = event.sessions.earliest("starts_at")
    TableHold.objects.filter(session=first).delete()  # its games have ended early
    make_session(first.tournament, start=60, first_table=21, last_table=22)
    made = copied(event)
    tables = made.sessions.order_by("starts_at").values_list("first_table", flat=True)
    assert list(tables) == [21, None, 21]
    assert queries.without_tables(made) == [
        "Heats, heat 3: another session has its tables by now. Choose others."
    ]


def test_nobody_no_result_and_no_secret_comes_along(event):
    made = copied(event)
    assert not made.players.exists()
    assert not made.staff.exists()
    assert set(made.tournaments.values_list("status", flat=True)) == {Tournament.Status.OPEN}
    for path in ("rounds", "entries", "standings"):
        assert not any(getattr(one, path).exists() for one in made.tournaments.all()), path
    assert set(made.sessions.values_list("taken", "published_at")) == {(0, None)}
    codes = [set(one.hall_tables.values_list("code", flat=True)) for one in (event, made)]
    assert not codes[0] & codes[1]
    lots = [set(one.tournaments.values_list("lot_seed", flat=True)) for one in (event, made)]
    assert not lots[0] & lots[1]


def test_whoever_copies_owns_the_copy_and_the_ledger_says_of_what(event):
    user = make_conductor(event)
    made = copied(event, by=replace(ANNA, user=user))
    assert [one.user for one in made.staff.all()] == [user]
    entry = LedgerEntry.objects.get(event=made, verb="copy event")
    assert entry.after["from"] == event.name
    assert entry.after["sessions"] == 2


def test_a_prize_is_set_out_again_and_given_to_nobody(event):
    ranking, player = event.rankings.get(), event.players.first()
    novices = honours.add_class(ranking, name="Novices", rule="", members=player.name, **WHO)
    prize = {"of": "class", "of_class": novices.pk, "place": 1, "label": "Cup"}
    honours.give_prize(honours.add_prize(ranking, **prize, **WHO), player, **WHO)
    (again,) = copied(event).rankings.get().prizes.all()
    assert (again.label, again.player, again.given_at) == ("Cup", None, None)
    assert again.of_class.name == "Novices"
    assert not again.of_class.members.exists()


def test_a_ranking_counts_the_tournaments_of_the_copy(event):
    part = event.rankings.get().parts.create(tournament=event.tournaments.first(), category="1")
    (again,) = copied(event).rankings.get().parts.all()
    assert (again.category, again.tournament.name) == ("1", part.tournament.name)
    assert again.tournament.event_id == again.ranking.event_id != event.pk


def test_the_preview_counts_no_session_of_a_tournament_that_was_cancelled(event):
    """A session that had been played by then is not cancelled itself."""
    Tournament.objects.filter(name="Heats").update(status=Tournament.Status.CANCELLED)
    assert "session" not in queries.preview(event, starts_on=A_YEAR_LATER)
    assert not copied(event).sessions.exists()


def test_what_was_cancelled_or_picked_up_stays_behind(event):
    gone, *_others = event.sessions.order_by("-starts_at")
    Session.objects.filter(pk=gone.pk).update(cancelled_at=NOON)
    off = make_session(event=event, start=600).tournament
    Tournament.objects.filter(pk=off.pk).update(status=Tournament.Status.CANCELLED)
    collects = make_session(event=event, start=900)
    Session.objects.filter(pk=collects.pk).update(kind=Session.Kind.PICK_UP)
    Tournament.objects.filter(pk=collects.tournament_id).update(is_open_play=True)
    made = copied(event)
    assert made.sessions.count() == 1
    left = {off.name, collects.tournament.name}
    assert left.isdisjoint(made.tournaments.values_list("name", flat=True))


def test_each_list_of_the_event_file_is_copied_or_left_behind():
    copied, lists = set(contents.COPIED), {name for name, *_more in LISTS}
    assert copied | contents.LEFT == lists
    assert not copied & contents.LEFT


def test_a_year_past_the_calendar_is_refused_and_nothing_is_stored(event):
    with pytest.raises(NotInTheCalendar):
        copied(event, starts_on=date(9999, 12, 31))
    assert Event.objects.count() == 1


# --- The page and the API -------------------------------------------------------------------------


def test_the_page_says_what_the_copy_has_and_then_makes_it(client, event):
    client.force_login(make_conductor(event))
    page = reverse("event-copy", args=[event.slug])
    seen = client.post(page, {"name": "Next Meet", "starts_on": "2027-11-20"}).content.decode()
    assert "Saturday, 20 November 2027" in seen
    tables = event.hall_tables.count()
    said = f"4 tournaments, 1 game of its own, 1 room, {tables} tables of the hall, 2 sessions"
    assert said in seen
    assert Event.objects.count() == 1
    answer = client.post(page, {"name": "Next Meet", "starts_on": "2027-11-20", "act": "copy"})
    assert answer.url.partition("?")[0] == reverse("event", args=["next-meet"])
    refused = client.post(page, {"name": "Next Meet", "starts_on": "soon", "act": "copy"})
    assert refused.status_code == 422
    assert Event.objects.count() == 2


def test_the_page_suggests_the_next_year(event):
    Event.objects.update(name="Railcon 2026")
    event.refresh_from_db()
    found = queries.first_values(event, NOON)
    assert (found["name"], found["starts_on"]) == ("Railcon 2027", A_YEAR_LATER)


@pytest.mark.parametrize("count", [2, 12])
def test_a_copy_of_more_tables_takes_as_many_queries(count, same_queries):
    event = make_event("Hall Day")
    room = add_room(event, name="Depot", **WHO)
    number_tables(room, 1, count, **WHO)
    make_tournament(event)
    with same_queries(at_most=40):
        copied(event)
