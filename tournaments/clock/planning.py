"""Writing the clocks that follow from a history, and the warnings they owe, in one transaction."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from tournaments import locking, persistence
from tournaments.clock.acts import reckon
from tournaments.clock.rules import DEADLINES, Due, SlotClock, to_tell
from tournaments.clock.stored import MOMENTS, history_of, put
from tournaments.models import ClockChange, ClockWarning, Round, Table, Tournament

KIND_OF = {
    "warning_at": ClockWarning.Kind.EARLY,
    "cutoff_at": ClockWarning.Kind.CUTOFF,
    "force_end_at": ClockWarning.Kind.FORCE_END,
    "ends_at": ClockWarning.Kind.END,
}
DEADLINE_OF = {kind: deadline for deadline, kind in KIND_OF.items()}


def store_round(
    round_: Round, tables: Iterable[Table], rows: list[ClockChange], *, now: datetime
) -> None:
    """Write the clock of a round, and of those of its ``tables`` that have their own.

    All of them are locked by the caller.
    """
    clock = reckon(history_of(rows)).clock
    warnings = _warnings_of(round_)
    put(round_, clock)
    _plan(round_, clock, warnings[None], now=now)
    round_.save()
    store_tables(round_, tables, rows, now=now, warnings=warnings)


def store_tables(
    round_: Round,
    tables: Iterable[Table],
    rows: list[ClockChange],
    *,
    now: datetime,
    warnings: dict[int | None, list[ClockWarning]] | None = None,
) -> None:
    """Write the clocks of ``tables`` that have a history of their own."""
    acts = defaultdict(list)
    for row in rows:
        acts[row.table_id].append(row)
    changed = [table for table in tables if table.pk in acts]
    warnings = _warnings_of(round_, changed) if warnings is None else warnings
    of_round = reckon(history_of(rows)).clock
    planned = []
    for table in changed:
        clock = reckon(history_of([*acts[None], *acts[table.pk]], table.pk)).clock
        own = clock if clock != of_round else None
        put(table, own)
        planned += _rows(table, own, warnings[table.pk], now=now, covered=_all_of(of_round))
    persistence.update_many(changed, [*MOMENTS, "clock_epoch"])
    persistence.append_many(planned)


def plan_next_round(tournament: Tournament, starts_at: datetime | None) -> None:
    """Set when the next round of a locked tournament starts; None takes the plan away."""
    tournament.next_round_at = starts_at
    tournament.clock_epoch += 1
    tournament.save(update_fields=["next_round_at", "clock_epoch"])
    if starts_at:
        ClockWarning.objects.create(
            tournament=tournament,
            kind=ClockWarning.Kind.NEXT,
            epoch=tournament.clock_epoch,
            due_at=starts_at,
        )


def _warnings_of(
    round_: Round, tables: list[Table] | None = None
) -> dict[int | None, list[ClockWarning]]:
    """The warnings of a round and all its tables, or of these tables alone."""
    found = defaultdict(list)
    warnings = ClockWarning.objects.filter(round=round_)
    if tables is not None:
        warnings = warnings.filter(table__in=tables)
    # Whoever is just telling one has told it when this has it, or leaves it to the new plan.
    locking.lock_warnings(warnings.filter(fired_at=None))
    for warning in warnings:
        found[warning.table_id].append(warning)
    return found


def _plan(round_: Round, clock: SlotClock | None, before: list[ClockWarning], *, now) -> None:
    ClockWarning.objects.bulk_create(_rows(round_, clock, before, now=now))


def _rows(
    subject: Round | Table,
    clock: SlotClock | None,
    before: list[ClockWarning],
    *,
    now: datetime,
    covered: Collection[Due] = (),
) -> list[ClockWarning]:
    """The warnings of a new plan. ``covered`` are those that its round gives a table anyway."""
    told = {_due(warning) for warning in before if warning.fired_at} | set(covered)
    waiting = {
        _due(warning)
        for warning in before
        if not warning.fired_at and warning.epoch == subject.clock_epoch and warning.due_at <= now
    }
    subject.clock_epoch += 1
    if clock is None:
        return []
    table = subject if isinstance(subject, Table) else None
    round_ = table.round if table else subject
    return [
        ClockWarning(
            tournament_id=round_.tournament_id,
            round=round_,
            table=table,
            kind=KIND_OF[due.deadline],
            epoch=subject.clock_epoch,
            due_at=due.at,
        )
        for due in to_tell(clock, now, told=told, waiting=waiting)
    ]


def _due(warning: ClockWarning) -> Due:
    return Due(DEADLINE_OF[warning.kind], warning.due_at)


def _all_of(clock: SlotClock | None) -> set[Due]:
    return {Due(name, getattr(clock, name)) for name in DEADLINES} if clock else set()
