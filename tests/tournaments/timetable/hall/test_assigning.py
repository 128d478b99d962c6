"""The tables of rounds stand at tables of the hall, and no two running ones at the same."""

import pytest

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament
from tests.selecting import ON_SQLITE
from tournaments.clock.services import start_slot
from tournaments.models import HallTable, Table
from tournaments.seating.changing.late import open_table
from tournaments.seating.queries import seating
from tournaments.seating.review import review
from tournaments.seating.services import publish_round
from tournaments.standings.next_round.services import reseat_round, seat_next_round
from tournaments.timetable.hall import errors
from tournaments.timetable.hall.codes import new_codes

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
WHO = {"by": ANNA, "at": NOON}


def lay_out(event, numbers, room="Room B"):
    """Tables of a room with these numbers."""
    room, _ = event.rooms.get_or_create(name=room)
    HallTable.objects.bulk_create(
        HallTable(event=event, number=number, code=code, room=room)
        for number, code in zip(numbers, new_codes(len(numbers)), strict=True)
    )


def shown(round_):
    """Where the tables of a round stand, in the order of their positions."""
    return [table.shown for table in round_.tables.order_by("number")]


def a_tournament(event, name="Eurorails", people=8, **fields):
    tournament = make_tournament(event, name=name, **fields)
    make_entries(tournament, people)
    return tournament


def seated(event, **fields):
    return seat_next_round(a_tournament(event, **fields), **WHO)


def published(event, **fields):
    return publish_round(seated(event, **fields), **WHO)


@pytest.mark.long("postgresql")
def test_without_a_hall_tables_count_from_one_in_each_tournament():
    event = make_event()
    assert shown(published(event)) == shown(published(event, name="Express")) == [1, 2]
    assert not Table.objects.filter(hall_table__isnull=False).exists()


@ON_SQLITE
def test_a_tournament_sits_at_its_range_in_order_and_positions_stay():
    event = make_event()
    lay_out(event, range(21, 41))
    round_ = published(event, first_table=31, last_table=40)
    assert shown(round_) == [31, 32]
    assert [table.number for table in round_.tables.order_by("number")] == [1, 2]
    assert str(round_.tables.get(number=1)) == "Table 31, Room B"


@pytest.mark.long("postgresql")
def test_a_tournament_without_a_range_takes_free_tables_that_nobody_was_promised():
    event = make_event()
    lay_out(event, range(1, 7))
    a_tournament(event, name="Promised", first_table=1, last_table=2)
    assert shown(published(event)) == [3, 4]
    assert shown(published(event, name="Express")) == [5, 6]


@ON_SQLITE
def test_a_range_without_rooms_needs_nobody_to_number_the_hall():
    event = make_event()
    assert shown(published(event, first_table=11, last_table=20)) == [11, 12]
    # Nobody sees a second table 11, though nobody has numbered the hall.
    assert shown(published(event, name="Express", people=48)) == [*range(1, 11), 21, 22]


@pytest.mark.long("postgresql")
def test_tables_in_use_are_passed_over():
    event = make_event()
    lay_out(event, range(1, 9))
    first = published(event, first_table=1, last_table=8)
    start_slot(first, **WHO)
    assert shown(seated(event, name="Express", first_table=1, last_table=8)) == [3, 4]
    # Of a game that is over the table is free.
    Table.objects.filter(round=first, number=1).update(
        status="finished", end_reason="target", ended_at=NOON
    )
    assert shown(seated(event, name="Metro", first_table=1, last_table=8)) == [1, 5]


@ON_SQLITE
def test_a_range_that_is_too_small_is_said_before_publishing_and_widening_it_is_enough():
    event = make_event()
    lay_out(event, range(1, 9))
    draft = seated(event, first_table=1, last_table=1)
    assert "needs 2 tables" in review(seating(draft)).hall
    with pytest.raises(errors.HallTooSmall, match=r"needs 2 tables.* sits at 1: 1. Give it more"):
        publish_round(draft, **WHO)
    tournament = draft.tournament
    tournament.last_table = 4
    tournament.save()
    assert review(seating(draft)).hall == ""
    assert shown(publish_round(draft, **WHO)) == [1, 2]


@ON_SQLITE
def test_a_range_where_the_hall_has_no_tables_is_refused():
    event = make_event()
    lay_out(event, range(1, 9))
    draft = seated(event, first_table=21, last_table=24)
    with pytest.raises(errors.NoHallTables, match="a number from 21 to 24"):
        publish_round(draft, **WHO)


@ON_SQLITE
def test_another_proposal_follows_a_range_that_has_moved():
    event = make_event()
    lay_out(event, range(1, 9))
    draft = seated(event, first_table=1, last_table=4)
    tournament = draft.tournament
    tournament.first_table, tournament.last_table = 5, 8
    tournament.save()
    assert shown(reseat_round(draft, **WHO)) == [5, 6]


def test_no_two_rounds_run_at_one_table_of_the_hall():
    event = make_event()
    lay_out(event, range(21, 23))
    first = published(event, first_table=21, last_table=22)
    second = published(event, name="Express", first_table=21, last_table=22)
    assert shown(first) == shown(second) == [21, 22]
    start_slot(first, **WHO)
    with pytest.raises(
        errors.HallTableInUse, match="Table 21, Room B is in use: Round 1 of Eurorails"
    ):
        start_slot(second, **WHO)
    first.tables.update(status="finished", end_reason="target", ended_at=NOON)
    start_slot(second, **WHO)


@pytest.mark.long("postgresql")
def test_a_table_opened_late_gets_a_place_or_is_refused():
    event = make_event()
    lay_out(event, range(21, 24))
    round_ = start_slot(published(event, first_table=21, last_table=23), **WHO)
    table = open_table(round_, make_entries(round_.tournament, 3), **WHO)
    assert (table.number, table.shown) == (3, 23)
    with pytest.raises(errors.HallTooSmall):
        open_table(round_, make_entries(round_.tournament, 3), **WHO)
