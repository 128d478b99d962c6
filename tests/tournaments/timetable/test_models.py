"""Rooms and hall tables in the database, and what a table is called."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError

from tests.builders import make_entries, make_event, make_round, make_tournament
from tournaments.models import HallTable, Room, Table

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


def hall_table(event, number, room=None, **values):
    return HallTable.objects.create(
        event=event, number=number, code=f"H{number}", room=room, **values
    )


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


def test_a_table_at_no_hall_table_is_called_by_its_position(table):
    assert (str(table), table.shown, table.room_name) == ("Table 1", 1, "")


def test_a_table_is_called_by_its_hall_table_and_room_and_keeps_its_position(table):
    event = table.round.tournament.event
    table.hall_table = hall_table(event, 24, event.rooms.create(name="Room B"))
    table.save()
    table = Table.objects.get()
    assert (str(table), table.shown, table.number) == ("Table 24, Room B", 24, 1)
    assert str(table.hall_table) == "Table 24, Room B"


def test_a_hall_without_rooms_has_numbers_alone(table):
    table.hall_table = hall_table(table.round.tournament.event, 24)
    assert str(table) == str(table.hall_table) == "Table 24"


def test_where_tables_stand_is_read_with_them(django_assert_num_queries, table):
    event = table.round.tournament.event
    room = event.rooms.create(name="Room B")
    Table.objects.update(hall_table=hall_table(event, 24, room))
    with django_assert_num_queries(1):
        assert [str(one) for one in table.round.tables.all()] == ["Table 24, Room B"]


def test_no_two_rooms_have_one_name_and_no_two_hall_tables_one_number():
    event, other = make_event(), make_event("Summer Meet")
    event.rooms.create(name="Room B")
    other.rooms.create(name="Room B")
    with pytest.raises(IntegrityError), transaction.atomic():
        event.rooms.create(name="Room B")
    with pytest.raises(IntegrityError), transaction.atomic():
        event.rooms.create(name="")
    hall_table(event, 24)
    with pytest.raises(IntegrityError), transaction.atomic():
        HallTable.objects.create(event=event, number=24, code="OTHER")


def test_a_hall_table_with_a_game_stays_and_an_event_goes_with_its_hall(table):
    event = table.round.tournament.event
    hall = hall_table(event, 24, event.rooms.create(name="Room B"))
    Table.objects.update(hall_table=hall)
    with pytest.raises(RestrictedError):
        hall.delete()
    with pytest.raises(RestrictedError):
        Room.objects.get().delete()
    table.round.delete()
    event.delete()
    assert not HallTable.objects.exists()
    assert not Room.objects.exists()
