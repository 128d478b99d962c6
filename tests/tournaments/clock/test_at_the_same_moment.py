"""Several workers, conductors and players at the same moment, each with a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.clocks import change_clock
from tests.examples import ALL
from tournaments.clock import services
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.warnings import services as firing
from tournaments.errors import Refused
from tournaments.models import ClockChange, ClockWarning, LedgerEntry, ScoreSheet, Table
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.reporting.services import deal_hand

# SQLite writes one after the other: there is less to find.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]

TABLES = 60 if ALL else 8


@pytest.fixture
def round_():
    tournament = make_tournament()
    tables = [[entry] for entry in make_entries(tournament, TABLES)]
    made = make_round(tournament, tables, started_at=None)
    return services.start_slot(made, by=ANNA, at=NOON)


def together(*calls):
    """Call everything at the same moment; return what each call returned, or its refusal."""
    start = Barrier(len(calls))

    def run(call):
        try:
            start.wait()
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def at(count):
    return NOON + minutes(count)


def test_two_beats_and_four_workers_fire_each_warning_once(round_):
    sooner = ClockCommand(ClockAct.CUTOFF, at(50), amount=minutes(-5))
    services.change_many(round_, Table.objects.all(), sooner, by=ANNA, reason="slow")
    claimed = together(*[lambda: firing.fire_due_warnings(now=at(97))] * 8)
    assert sum(claimed) == TABLES + 1  # each table's cutoff, and the early warning of the round
    assert ClockWarning.objects.exclude(fired_at=None).count() == TABLES + 1


def test_two_beats_and_four_workers_end_each_table_once(round_):
    ended = together(*[lambda: end_tables_out_of_time(now=at(101))] * 8)
    assert sum(ended) == TABLES
    assert set(Table.objects.values_list("status", "version")) == {(Table.Status.FINISHED, 1)}
    assert LedgerEntry.objects.filter(verb="end game").count() == TABLES


def test_a_clock_that_two_conductors_pause_is_paused_once(round_):
    def pause():
        return change_clock(round_, "pause", by=ANNA, at=at(40), reason="a fire alarm")

    answers = together(*[pause] * 6)
    assert sum(isinstance(answer, ClockChange) for answer in answers) == 1
    assert ClockChange.objects.filter(act="pause").count() == 1


def test_a_warning_is_void_or_fired_when_the_clock_changes_as_it_falls_due(round_):
    def pause():
        return change_clock(round_, "pause", by=ANNA, at=at(99.9), reason="a fire alarm")

    together(pause, *[lambda: firing.fire_due_warnings(now=at(100))] * 4)
    firing.fire_due_warnings(now=at(100))
    change_clock(round_, "resume", by=ANNA, at=at(110), reason="it was none")
    firing.fire_due_warnings(now=at(111))
    # Whichever came first: the early warning fired once, the cutoff at most before and after.
    fired = ClockWarning.objects.exclude(fired_at=None)
    assert fired.filter(kind="early").count() == 1
    assert {w.due_at for w in fired.filter(kind="cutoff")} >= {at(110.1)}


def test_no_hand_starts_at_a_table_once_its_pause_is_stored(round_):
    table = round_.tables.get(number=1)

    def deal():
        return deal_hand(table, 1, by=ANNA, at=at(50))

    together(deal, lambda: change_clock(round_, "pause", by=ANNA, at=at(50), reason="a fire alarm"))
    dealt = ScoreSheet.objects.count()
    assert isinstance(together(lambda: deal_hand(round_.tables.get(number=2), 1, by=ANNA,
                                                 at=at(51)))[0], Refused)  # fmt: skip
    assert ScoreSheet.objects.count() == dealt
