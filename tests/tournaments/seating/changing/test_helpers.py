"""A helper fills a seat: the result holds a place at the table, and counts for nobody."""

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, seat
from tests.tournaments.seating.test_heats import come
from tests.tournaments.signup.sessions import make_players, make_session
from tests.tournaments.standings.exporting.event_files import normal, written
from tests.tournaments.standings.hands import close, report
from tournaments.clock.services import start_slot
from tournaments.models import Entry, Player, Round, Seat, Standing
from tournaments.registration.services import check_in, drop, enter, mark_missing
from tournaments.seasons.careers.queries import player_record
from tournaments.seasons.careers.ratings import compute
from tournaments.seating import errors
from tournaments.seating.changing.helpers import seat_helper
from tournaments.seating.changing.services import move_seat, remove_no_show, swap_seats, undo
from tournaments.seating.services import publish_round, seat_session
from tournaments.standings.computing.services import refresh
from tournaments.standings.exporting import event_reader
from tournaments.standings.next_round.services import seat_next_round

# Where a helper makes sense is Python. What is marked stores it on PostgreSQL as well.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}


@pytest.fixture
def tournament():
    return make_tournament(scheme="house", rounds_planned=3)


@pytest.fixture
def entries(tournament):
    return make_entries(tournament, 6)


@pytest.fixture
def round_(tournament, entries):
    """Two tables: four people, and two who lack a third. The round is published."""
    return make_round(tournament, [entries[:4], entries[4:]], started_at=None)


@pytest.fixture
def hal(tournament):
    """A person of the roster who does not play."""
    return Player.objects.create(event=tournament.event, name="Hal", identity="hal")


def helps(round_, player, number=2):
    return seat_helper(round_, player, round_.tables.get(number=number), **WHO)


def play(round_):
    """Play a round to its end; the helper at the second table comes first there."""
    start_slot(round_, **WHO)
    round_.refresh_from_db()
    first, second = round_.tables.order_by("number")
    report(first, [40, 30, 20, 10])
    report(second, [20, 10, 30])
    close(round_)
    refresh(round_.tournament_id, at=NOON)


def helping(round_):
    return set(round_.seats.filter(helps=True).values_list("entry__player__name", flat=True))


@pytest.mark.each_database
def test_the_result_of_a_helper_holds_a_place_and_counts_nowhere(round_, entries, hal):
    made = helps(round_, hal)
    assert (made.position, made.entry.status) == (3, Entry.Status.HELPER)
    play(round_)
    rows = {row.entry_id: row for row in Standing.objects.all()}
    assert rows.keys() == {entry.pk for entry in entries}
    assert (rows[entries[4].pk].wins, rows[entries[0].pk].wins) == (0, 1)
    assert [rows[entries[n].pk].score for n in (0, 4, 5)] == ["4", "5/2", "1"]
    assert not player_record(hal, at=NOON).games
    assert player_record(entries[4].player, at=NOON).games[0].place == 2
    assert len(compute(round_.tournament.game)) == len(entries)


# The test above publishes and plays a round with a helper.
@pytest.mark.long
def test_a_draft_with_a_helper_is_published(tournament, entries, hal):
    draft = seat_next_round(tournament, **WHO)
    helps(draft, hal)
    assert publish_round(draft, **WHO).status == Round.Status.PUBLISHED


@pytest.mark.long
def test_a_draft_of_a_heat_with_a_helper_is_published(tournament, hal):
    session = make_session(tournament)
    come(session, make_players(tournament.event, 6))
    draft = seat_session(session, tournament, **WHO)
    helps(draft, hal)
    assert publish_round(draft, **WHO).status == Round.Status.PUBLISHED


def test_a_draft_is_not_published_with_a_helper_who_sits_elsewhere(tournament, entries, hal):
    draft = seat_next_round(tournament, **WHO)
    helps(draft, hal)
    other = make_tournament(tournament.event, name="Other", slug="other")
    make_round(other, [[enter(hal, other, **WHO)]])
    with pytest.raises(errors.SeatedElsewhere):
        publish_round(draft, **WHO)


@pytest.mark.long
def test_every_page_about_the_round_says_who_helps(client, round_, hal):
    helps(round_, hal)
    client.force_login(make_conductor(round_.tournament.event))
    event, at = round_.tournament.event, [round_.tournament.event.slug, round_.tournament.slug, 1]
    pages = [
        reverse("round", args=at),
        reverse("result-slips", args=at),
        reverse("table-sheets", args=at),
        reverse("board", args=[event.slug]),
        reverse("table", args=[round_.tables.get(number=2).code]),
        reverse("find", args=[event.slug]) + f"?player={hal.pk}",
    ]
    assert [page for page in pages if "helps" not in client.get(page, follow=True).text] == []


# The first test stores a helper on PostgreSQL.
@ON_SQLITE
@pytest.mark.each_database
def test_a_helper_stays_one_wherever_they_are_moved_and_after_undo(round_, entries, hal):
    seated = helps(round_, hal)
    swap_seats(round_, seated.entry, entries[0], **WHO)
    assert helping(round_) == {"Hal"}
    move_seat(round_, seated.entry, table=round_.tables.get(number=2), **WHO)
    assert helping(round_) == {"Hal"}
    remove_no_show(round_, seated.entry, **WHO)
    assert helping(round_) == set()
    undo(round_, **WHO)
    assert helping(round_) == {"Hal"}


def test_nobody_expects_a_helper_later_and_who_enters_counts_from_then_on(round_, hal):
    entry = helps(round_, hal).entry
    play(round_)
    mark_missing(entry, **WHO)
    later = seat_next_round(round_.tournament, **WHO)
    assert not later.seats.filter(entry=entry).exists()
    check_in(enter(hal, round_.tournament, **WHO), **WHO)
    refresh(round_.tournament_id, at=NOON)
    assert not Standing.objects.filter(entry=entry).exists()
    assert Seat.objects.get(entry=entry).helps


def test_who_dropped_may_help_and_keeps_what_they_played(round_, entries):
    gone = entries[0]
    round_.seats.filter(entry=gone).delete()
    drop(gone, **WHO)
    helps(round_, gone.player)
    gone.refresh_from_db()
    assert (gone.status, helping(round_)) == (Entry.Status.DROPPED, {"Player 001"})


def test_nobody_helps_where_it_makes_no_sense(round_, entries, hal):
    with pytest.raises(errors.AlreadySeated):
        helps(round_, entries[0].player)
    check_in(enter(hal, round_.tournament, **WHO), **WHO)
    with pytest.raises(errors.PlaysThemselves):
        helps(round_, hal)
    swiss = head_to_head(P.DUTCH, 4, make_event("Other"))
    other = Player.objects.create(event=swiss.event, name="Ida", identity="ida")
    with pytest.raises(errors.NoHelperHere):
        helps(seat(swiss), other, 1)
    start_slot(round_, **WHO)
    report(round_.tables.get(number=2), [20, 10])
    ida = Player.objects.create(event=hal.event, name="Ida", identity="ida")
    with pytest.raises(errors.TablePlays):
        helps(round_, ida)


@pytest.mark.long
def test_an_event_file_has_the_helper(round_, hal):
    helps(round_, hal)
    play(round_)
    before = written(round_.tournament.event)
    brought = event_reader.load(before, by=ANNA, at=NOON)
    assert normal(written(brought)) == normal(before)
    assert Seat.objects.filter(round__tournament__event=brought, helps=True).count() == 1


@pytest.mark.long
def test_a_program_seats_a_helper(client, round_, hal):
    event = round_.tournament.event
    client.force_login(make_conductor(event))
    address = reverse("api-helpers", args=[event.slug, round_.tournament.slug, 1])
    answer = client.post(address, {"player_id": hal.pk, "table": 2}, "application/json")
    assert (answer.status_code, helping(round_)) == (200, {"Hal"})
    tables = client.get(reverse("api-tables", args=[event.slug, round_.tournament.slug, 1])).json()
    shown = {seat["player"]: seat["helps"] for seat in tables["results"][1]["seats"]}
    assert shown == {"Player 005": False, "Player 006": False, "Hal": True}
    again = client.post(address, {"player_id": hal.pk, "table": 1}, "application/json")
    assert again.json()["code"] == "already-seated"


def test_a_conductor_seats_a_helper_by_the_page(client, round_, hal):
    client.force_login(make_conductor(round_.tournament.event))
    at = [round_.tournament.event.slug, round_.tournament.slug, 1]
    page = client.get(reverse("round-helper", args=at))
    assert 'name="seen"' in page.text
    said = client.post(
        reverse("round-helper", args=at), {"player": hal.pk, "table": 2}, follow=True
    )
    assert "Hal helps: Table 2, seat 3." in said.text
