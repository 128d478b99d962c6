"""A round that was being played when its event went to another site: its clocks go on there."""

from copy import deepcopy

import pytest

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.clocks import change_clock
from tests.tournaments.federation.copies import Copied
from tests.tournaments.standings.exporting.event_files import written
from tournaments.clock import services
from tournaments.clock.clock_events import ClockAct
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.serialization import table_clock
from tournaments.clock.warnings.services import STILL_TRUE
from tournaments.federation.running import run_here, run_there
from tournaments.models import ClockChange, ClockWarning, Round, Table
from tournaments.standings.exporting import event_reader

# What is owed is worked out in Python: test_queries.py asks PostgreSQL for it.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
WHY = "a fire alarm"


@pytest.fixture(scope="module")
def started(module_database):
    """Three tables play since noon: the second one has five minutes more."""
    tournament = make_tournament()
    tables = [make_entries(tournament, 4) for _ in range(3)]
    services.start_slot(make_round(tournament, tables, started_at=None), by=ANNA, at=NOON)
    event = tournament.event
    change(event, ClockAct.EXTRA, when=10, table=2, amount=minutes(5))
    return event


@pytest.fixture
def event(started):
    return deepcopy(started)


def brought(event, *, when):
    return event_reader.load(written(event), by=ANNA, at=NOON + minutes(when))


def change(event, act, *, when, table=None, **facts):
    subject = Round.objects.select_related("tournament").get(tournament__event=event)
    if table:
        tables = Table.objects.select_related("round__tournament")
        subject = tables.get(round=subject, number=table)
    change_clock(subject, act, by=ANNA, at=NOON + minutes(when), reason=WHY, **facts)


def owed(event):
    """The kind, table and minute of each warning that is still to come."""
    rows = ClockWarning.objects.filter(STILL_TRUE, tournament__event=event, fired_at=None)
    rows = rows.select_related("table")
    return sorted(
        (one.kind, one.table.number if one.table else 0, (one.due_at - NOON) / minutes(1))
        for one in rows
    )


def clocks(event):
    tables = Table.objects.filter(round__tournament__event=event).select_related("round")
    return {table.number: table_clock(table) for table in tables}


def test_an_event_from_a_file_owes_the_warnings_that_are_still_to_come(event):
    there = brought(event, when=20)
    assert owed(there) == owed(event) != []
    late = brought(event, when=105)
    assert owed(late) == [one for one in owed(event) if one[2] > 105] != []


def test_the_plan_of_the_next_round_comes_along(event):
    tournament = event.tournaments.get()
    plan_next_round(tournament, NOON + minutes(180), by=ANNA, at=NOON, reason=WHY)
    assert ("next", 0, 180.0) in owed(brought(event, when=20))
    assert ("next", 0, 180.0) not in owed(brought(event, when=200))


@pytest.mark.parametrize(
    "paused",
    [pytest.param(None, marks=pytest.mark.long), 1, pytest.param(2, marks=pytest.mark.long)],
)
def test_a_clock_that_was_paused_goes_on_as_it_would_have(event, paused):
    change(event, ClockAct.PAUSE, when=30, table=paused)
    there = brought(event, when=40)
    assert clocks(there) == clocks(event)
    for one in (event, there):
        change(one, ClockAct.RESUME, when=50, table=paused)
    assert clocks(there) == clocks(event)
    assert owed(there) == owed(event)


def test_a_table_paused_before_its_round_goes_on_as_it_would_have(event):
    change(event, ClockAct.PAUSE, when=30, table=2)
    change(event, ClockAct.PAUSE, when=35)
    there = brought(event, when=40)
    for act, table in ((ClockAct.RESUME, None), (ClockAct.RESUME, 2)):
        for one in (event, there):
            change(one, act, when=50, table=table)
        assert clocks(there) == clocks(event)


def test_time_for_a_table_comes_on_top_of_what_it_had(event):
    there = brought(event, when=40)
    for one in (event, there):
        change(one, ClockAct.EXTRA, when=50, table=2, amount=minutes(5))
        change(one, ClockAct.EXTRA, when=55, amount=minutes(3))
        change(one, ClockAct.CUTOFF, when=56, table=2, amount=minutes(2))
    assert clocks(there) == clocks(event)
    assert owed(there) == owed(event)


def test_a_copy_warns_nobody_until_it_runs_here(event):
    sites = Copied(event)
    assert not owed(sites.copy)
    run_here(sites.copy, by=ANNA, at=NOON + minutes(40))
    assert owed(sites.copy) == owed(event)
    run_there(sites.copy, by=ANNA, at=NOON + minutes(41))
    run_here(sites.copy, by=ANNA, at=NOON + minutes(42))
    assert owed(sites.copy) == owed(event)
    assert not ClockChange.objects.filter(tournament__event=sites.copy).exists()
