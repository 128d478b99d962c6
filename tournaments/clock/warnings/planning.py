"""Which warnings a clock owes people, as rows that a worker fires when they are due."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from tournaments import locking
from tournaments.clock import rules
from tournaments.clock.rules import DEADLINES, Due, SlotClock
from tournaments.models import ClockWarning, Round, Table, Tournament

KIND_OF: dict[str, str] = {
    "warning_at": ClockWarning.Kind.EARLY,
    "cutoff_at": ClockWarning.Kind.CUTOFF,
    "force_end_at": ClockWarning.Kind.FORCE_END,
    "ends_at": ClockWarning.Kind.END,
}
DEADLINE_OF: dict[str, str] = {kind: deadline for deadline, kind in KIND_OF.items()}


def plan_start(tournament: Tournament, starts_at: datetime | None) -> None:
    """Set when the next round of a locked tournament starts; None cancels the plan."""
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


def warnings_of(
    round_: Round, tables: list[Table] | None = None
) -> dict[int | None, list[ClockWarning]]:
    """The warnings of a round and all its tables, or of these tables alone, by table."""
    found: dict[int | None, list[ClockWarning]] = defaultdict(list)
    warnings = ClockWarning.objects.filter(round=round_)
    if tables is not None:
        warnings = warnings.filter(table__in=tables)
    # A worker that is firing one has finished when this has the lock, or leaves it to the new plan.
    locking.lock_warnings(warnings.filter(fired_at=None))
    for warning in warnings:
        found[warning.table_id].append(warning)
    return found


def plan_warnings(
    subject: Round | Table,
    clock: SlotClock | None,
    before: list[ClockWarning],
    *,
    now: datetime,
    covered: Collection[Due] = (),
) -> list[ClockWarning]:
    """The warnings of a new plan, not stored; those ``before`` belong to the old one and are void.

    ``covered`` are those that a table gets from its round anyway.
    """
    fired = {_due(warning) for warning in before if warning.fired_at} | set(covered)
    waiting = {
        _due(warning)
        for warning in before
        if not warning.fired_at and warning.epoch == subject.clock_epoch and warning.due_at <= now
    }
    subject.clock_epoch += 1
    if clock is None:
        return []
    table = subject if isinstance(subject, Table) else None
    round_ = subject.round if isinstance(subject, Table) else subject
    return [
        ClockWarning(
            tournament_id=round_.tournament_id,
            round=round_,
            table=table,
            kind=KIND_OF[due.deadline],
            epoch=subject.clock_epoch,
            due_at=due.at,
        )
        for due in rules.to_plan(clock, now, fired=fired, waiting=waiting)
    ]


def _due(warning: ClockWarning) -> Due:
    return Due(DEADLINE_OF[warning.kind], warning.due_at)


def deadlines_of(clock: SlotClock | None) -> set[Due]:
    """Every deadline of a clock, if there is one."""
    return {Due(name, getattr(clock, name)) for name in DEADLINES} if clock else set()
