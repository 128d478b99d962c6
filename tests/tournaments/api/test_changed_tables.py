"""A program that follows the tables of a round hears of each that changed, whatever changed it."""

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tests.selecting import ON_SQLITE
from tests.tournaments.results.tables import at_seat, deal, play, report
from tournaments.models import HallTable, Player, Round, Table
from tournaments.results.confirming.services import confirm_sheet
from tournaments.results.overtime import services as overtime
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.results.ruling.resuming import resume_game
from tournaments.results.ruling.services import end_game
from tournaments.seating.changing.takeovers import take_over
from tournaments.timetable.hall.services import move_game

# PostgreSQL finds what changed since a moment for hands and for the clock; which acts change a
# table, Python decides.
pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

LATER = NOON + minutes(20)
NOW = {"by": ANNA, "at": LATER}


@pytest.fixture
def round_(time_machine):
    time_machine.move_to(NOON, tick=False)
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, 8)
    return make_round(tournament, [entries[:4], entries[4:]], started_at=NOON)


@pytest.fixture
def table(round_):
    return round_.tables.get(number=1)


@pytest.fixture
def changed(client, round_, time_machine):
    """The numbers of the tables that an act changed, as a program reads that follows them."""

    def changed_by(act, at=LATER):
        time_machine.move_to(at, tick=False)
        act()
        event, tournament = round_.tournament.event, round_.tournament
        address = f"/api/v1/events/{event.slug}/tournaments/{tournament.slug}/rounds/1/tables/"
        since = (at - minutes(1)).isoformat()
        found = client.get(address, {"updated_since": since}).json()["results"]
        return [one["number"] for one in found]

    return changed_by


@ON_SQLITE
def test_nothing_changed(changed, table):
    play(table)
    assert changed(lambda: None) == []


def test_a_hand_is_dealt_reported_and_agreed_to(changed, table):
    assert changed(lambda: deal(table, at=LATER)) == [1]
    assert changed(lambda: report(table, at=LATER + minutes(5)), LATER + minutes(5)) == [1]
    at = LATER + minutes(10)
    assert changed(lambda: confirm_sheet(table, 1, by=at_seat(table, 2), at=at), at) == [1]


@ON_SQLITE
def test_a_game_that_was_ended_goes_on(changed, table):
    end_game(table, by=ANNA, at=NOON, reason="it is late")
    assert changed(lambda: resume_game(table, reason="it is not", **NOW)) == [1]


@ON_SQLITE
def test_somebody_takes_a_seat_over(changed, table, round_):
    hal = Player.objects.create(event=round_.tournament.event, name="Hal", identity="hal")
    entry = table.seats.get(position=1).entry
    act = {"counts_for": "began", "reason": "a train", **NOW}
    assert changed(lambda: take_over(round_, entry, hal, **act)) == [1]


@ON_SQLITE
def test_two_people_are_exchanged(changed, round_):
    one, other = (table.seats.get(position=1).entry for table in round_.tables.all())
    act = {"reason": "a mistake", **NOW}
    assert changed(lambda: exchange_results(round_, one, other, **act)) == [1, 2]


@ON_SQLITE
def test_a_game_moves_to_another_table_of_the_hall(changed, table, round_):
    HallTable.objects.create(event=round_.tournament.event, number=9, code="NINE")
    assert changed(lambda: move_game(table, 9, **NOW)) == [1]
    assert str(Table.objects.get(pk=table.pk)) == "Table 9"


def test_the_clock_ends_a_game_and_opens_it_again(changed, table, round_):
    play(table)
    at = NOON + minutes(101)
    assert changed(lambda: overtime.end_tables_out_of_time(now=at), at) == [1, 2]
    change_clock(round_, "extra", amount=minutes(20), by=ANNA, at=at, reason="a fire alarm")
    Round.objects.update(updated_at=NOON)  # a change of that is one of every table of the round
    Table.objects.update(updated_at=NOON, ended_at=NOON)
    at += minutes(5)
    assert changed(lambda: overtime.end_tables_out_of_time(now=at), at) == [1, 2]
