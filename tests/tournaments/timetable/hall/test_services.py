"""Conductors lay out the hall: rooms, numbers, marks; and move a game to another table."""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_tournament
from tests.selecting import ON_SQLITE
from tests.tournaments.timetable.hall.test_assigning import published, shown
from tournaments.clock.services import start_slot
from tournaments.errors import ChangedMeanwhile, ChangedSinceSeen
from tournaments.models import LedgerEntry, Table
from tournaments.timetable.hall import errors, queries, services

# Left to SQLite is what Python refuses; the others store rooms and tables on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
WHO = {"by": ANNA, "at": NOON}


@pytest.fixture
def event():
    return make_event()


def room(event, name="Room B", numbers=None):
    made = services.add_room(event, name, **WHO)
    if numbers:
        services.number_tables(made, *numbers, **WHO)
    return made


@ON_SQLITE
def test_a_room_is_added_after_the_others_and_moved_up(event):
    first, second = room(event, "Room A"), room(event, "  Room   B ")
    assert [str(one) for one in event.rooms.all()] == ["Room A", "Room B"]
    seen = queries.hall_of(event).order
    services.move_room_up(second, seen=seen, **WHO)
    assert [str(one) for one in event.rooms.all()] == ["Room B", "Room A"]
    with pytest.raises(ChangedSinceSeen):
        services.move_room_up(first, seen=seen, **WHO)


@ON_SQLITE
@pytest.mark.parametrize(
    ("name", "refusal"), [("  ", errors.RoomNeedsName), ("Room A", errors.RoomNameTaken)]
)
def test_a_room_needs_a_name_of_its_own(event, name, refusal):
    room(event, "Room A")
    with pytest.raises(refusal):
        services.add_room(event, name, **WHO)
    with pytest.raises(refusal):
        services.change_room(room(event), name=name, **WHO)


@ON_SQLITE
def test_two_people_change_one_room(event):
    made = room(event)
    seen = {"name": "Room B", "note": ""}
    services.change_room(made, seen=seen, name="Room B", note="upstairs", **WHO)
    assert services.change_room(made, seen=seen, name="Attic", note="", **WHO).note == "upstairs"
    with pytest.raises(ChangedMeanwhile):
        services.change_room(made, seen=seen, name="Loft", note="", **WHO)


def test_the_tables_of_a_room_are_numbered_and_keep_their_codes(event):
    made = room(event)
    assert services.number_tables(made, 21, 30, 4, **WHO) == 10
    codes = dict(event.hall_tables.values_list("number", "code"))
    assert services.number_tables(made, 26, 40, 6, **WHO) == 10
    after = dict(event.hall_tables.values_list("number", "code"))
    assert after.items() >= codes.items()
    assert sorted(after) == list(range(21, 41))
    assert list(made.hall_tables.filter(number__in=[25, 26]).values_list("seats", flat=True)) == [
        4,
        6,
    ]
    entry = LedgerEntry.objects.latest("pk")
    assert (entry.verb, entry.after) == ("number tables", {"first": 26, "last": 40, "seats": 6})


@pytest.mark.parametrize("numbers", [(5, 4), (0, 4), (990, 1000), (1, 301)])
def test_numbers_run_upward_and_are_not_too_many(event, numbers):
    with pytest.raises(errors.TablesOutOfOrder):
        services.number_tables(room(event), *numbers, **WHO)
    assert not event.hall_tables.exists()


@ON_SQLITE
def test_a_number_of_another_room_is_refused_and_nothing_is_done(event):
    room(event, "Room A", (1, 20))
    with pytest.raises(errors.TablesInAnotherRoom, match="another room: 19 to 20"):
        services.number_tables(room(event), 19, 40, **WHO)
    assert event.hall_tables.count() == 20


@ON_SQLITE
def test_a_table_says_where_it_is_and_that_no_step_leads_to_it(event):
    room(event, numbers=(21, 22))
    table = event.hall_tables.get(number=21)
    services.change_hall_table(table, name=" by  the window", seats=5, step_free=True, **WHO)
    table.refresh_from_db()
    assert (table.name, table.seats, table.step_free) == ("by the window", 5, True)


def test_a_room_goes_with_its_tables_but_for_those_that_were_played_at(event):
    made = room(event, numbers=(21, 24))
    round_ = start_slot(published(event), **WHO)
    use = queries.use_of(made)
    assert use.games == ["Table 21, Room B: Eurorails", "Table 22, Room B: Eurorails"]
    with pytest.raises(errors.RoomInUse, match="Games are played in Room B: Table 21, Room B"):
        services.remove_room(made, **WHO)
    round_.tables.update(status="finished", end_reason="target", ended_at=NOON)
    with pytest.raises(ChangedSinceSeen):
        services.remove_room(made, seen=use.mark, **WHO)
    services.remove_room(made, seen=queries.use_of(made).mark, **WHO)
    left = event.hall_tables.filter(number__gte=21)
    assert [(table.number, table.room) for table in left] == [(21, None), (22, None)]
    assert str(round_.tables.get(number=1)) == "Table 21"


# That no two games run at one table of the hall is shown on PostgreSQL by test_assigning.py.
@ON_SQLITE
def test_a_game_goes_on_at_another_table_where_nobody_plays(event):
    room(event, numbers=(21, 24))
    first = start_slot(published(event), **WHO)
    second = start_slot(published(event, name="Express"), **WHO)
    assert (shown(first), shown(second)) == ([21, 22], [23, 24])
    game = first.tables.get(number=1)
    with pytest.raises(errors.HallTableInUse, match="Table 24, Room B is in use: Round 1 of Expr"):
        services.move_game(game, 24, **WHO)
    with pytest.raises(errors.NoSuchHallTable):
        services.move_game(game, 99, **WHO)
    second.tables.filter(number=2).update(status="finished", end_reason="time", ended_at=NOON)
    assert str(services.move_game(game, 24, **WHO)) == "Table 24, Room B"
    entry = LedgerEntry.objects.latest("pk")
    assert (entry.before, entry.after) == ({"at": "Table 21, Room B"}, {"at": "Table 24, Room B"})
    Table.objects.filter(pk=game.pk).update(status="finished", end_reason="time", ended_at=NOON)
    with pytest.raises(errors.NothingToMove):
        services.move_game(game, 21, **WHO)


@pytest.mark.long("postgresql")
def test_the_page_takes_a_convention_from_no_rooms_to_cards(client, event):
    make_entries(make_tournament(event), 8)
    client.force_login(make_conductor(event))
    page = reverse("rooms", args=[event.slug])
    numbers = client.post(page, {"name": "Room B", "note": "upstairs"}).url
    assert client.post(numbers, {"first_number": 21, "last_number": 40, "seats": 4}).url == page
    text = " ".join(client.get(page).text.split())
    assert "Tables 21 to 40" in text
    assert "any free table" in text
    made = event.rooms.get()
    cards = client.get(reverse("room-cards", args=[event.slug, made.pk])).text
    assert all(table.code in cards for table in event.hall_tables.all())
    twice = client.post(page, {"name": "Room B"})
    assert twice.status_code == 409
    assert "There is a room called “Room B” already." in twice.text
    too_many = client.post(numbers, {"first_number": 21, "last_number": 20})
    assert "The numbers run from a lower one to a higher one" in too_many.text


# What the page does: the test above.
@pytest.mark.long
@pytest.mark.parametrize("tables", [4, 8])
def test_the_page_needs_the_same_queries_for_any_number_of_tables(
    client, event, tables, same_queries
):
    room(event, numbers=(1, tables))
    room(event, "Room C", (21, 20 + tables))
    published(event, people=4 * tables)
    client.force_login(make_conductor(event))
    with same_queries(at_most=12):
        client.get(reverse("rooms", args=[event.slug]))
