"""The warnings that the clocks of an event owe on the site that goes on running it.

A file of an event has no warnings: the site that wrote it fired its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from tournaments import locking
from tournaments.clock.serialization import slot_clock, table_clock
from tournaments.clock.warnings import planning
from tournaments.models import ClockWarning, Event, Round, Table, Tournament

Waiting = Mapping[int | None, list[ClockWarning]]
NONE: Waiting = {}


def plan_for_new(event: Event, *, now: datetime) -> None:
    """Plan the warnings of an event that this transaction makes: nobody else sees its rows."""
    rounds = Round.objects.filter(tournament__event=event, status=Round.Status.RUNNING)
    found = list(rounds.select_related("tournament"))
    tables: dict[int, list[Table]] = {round_.pk: [] for round_ in found}
    for table in Table.objects.filter(round__in=found).select_related("round"):
        tables[table.round_id].append(table)
    _plan(found, tables, {round_.pk: NONE for round_ in found}, now)
    _plan_starts(event.tournaments.all(), now)


def plan_for_locked(event: Event, *, now: datetime) -> None:
    """Plan the warnings of an event that is locked, and that this site runs from now on."""
    tournaments = locking.lock_tournaments(event.pk)
    rounds = locking.lock_running_rounds(tournaments)
    tables = locking.lock_tables_of(rounds)
    before = {round_.pk: planning.warnings_of(round_) for round_ in rounds}
    _plan(rounds, tables, before, now)
    _plan_starts(tournaments.values(), now)


def _plan(
    rounds: Sequence[Round],
    tables: Mapping[int, Sequence[Table]],
    before: Mapping[int, Waiting],
    now: datetime,
) -> None:
    """Plan what is still to come: whoever ran the event before ``now`` warned of the rest."""
    planned: list[ClockWarning] = []
    for round_ in rounds:
        clock, waiting = slot_clock(round_), before[round_.pk]
        planned += planning.plan_warnings(round_, clock, waiting.get(None, []), now=now)
        covered = planning.deadlines_of(clock)
        for table in tables[round_.pk]:
            own = table_clock(table) if table.has_own_clock else None
            old = waiting.get(table.pk, [])
            planned += planning.plan_warnings(table, own, old, now=now, covered=covered)
        Table.objects.bulk_update(tables[round_.pk], ["clock_epoch"])
    Round.objects.bulk_update(rounds, ["clock_epoch"])
    ClockWarning.objects.bulk_create(one for one in planned if one.due_at > now)


def _plan_starts(tournaments: Iterable[Tournament], now: datetime) -> None:
    for tournament in tournaments:
        if tournament.next_round_at and tournament.next_round_at > now:
            planning.plan_start(tournament, tournament.next_round_at)
