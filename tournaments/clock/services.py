"""The verbs of a conductor for the clocks of a round and its tables, each with a reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.clock import errors, next_round
from tournaments.clock.clock_events import ClockAct, ClockCommand, effective_events
from tournaments.clock.locked_round import LockedRound
from tournaments.clock.serialization import as_command
from tournaments.clock.warnings import planning
from tournaments.errors import Refused, SeatGone
from tournaments.ledger import Actor
from tournaments.models import ClockChange, Event, Round, Table, Tournament
from tournaments.results_version import count_change
from tournaments.seating.round_changes import check_made_from_current, check_seen
from tournaments.timetable.hall import assigning
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@dataclass(slots=True)
class Outcome:
    """The tables that follow a command, and those that do not, each with its reason."""

    done: list[Table] = field(default_factory=list)
    refused: list[tuple[Table, Refused]] = field(default_factory=list)


@atomic
def start_slot(
    round_: Round, *, by: Actor, at: datetime, seen: str = "", whole_slot: bool = False
) -> Round:
    """Start the slot of a published round: set its deadlines and plan their warnings.

    It ends with its session, however late it starts, unless the conductor gives the ``whole_slot``.
    ``seen`` says which seating is meant (``round_changes.state_of``). Raises HallTableInUse if
    another round is played at one of its tables.
    """
    # With its event and all its tournaments: no two rounds start at one table of the hall.
    locked = LockedRound.lock(locking.lock_round_to_seat(round_), at)
    round_, tournament = locked.round, locked.round.tournament
    if round_.started_at:
        raise errors.SlotAlreadyStarted
    if round_.status != Round.Status.PUBLISHED:
        raise errors.RoundNotPublished
    check_seen(round_, seen)
    check_made_from_current(round_)
    assigning.check_free(round_)
    command = locked.command_to_start(whole_slot=whole_slot)
    row = locked.carry_out(None, command, by=by, reason="")
    round_.status = Round.Status.RUNNING
    locked.store()
    if tournament.next_round_at:
        planning.plan_start(tournament, None)
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["status"])
    ledger.record(
        tournament.event_id,
        Verb.START_SLOT,
        (tournament, round_),
        by=by,
        at=at,
        after=row.after,
    )
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )
    # The standings show who is at a table now, so they are stale from here on.
    count_change(tournament.pk, at=at)
    return round_


@atomic
def change(
    subject: Round | Table,
    command: ClockCommand,
    *,
    by: Actor,
    reason: str,
    seen: int | None = None,
) -> ClockChange:
    """Carry out a command on one round or one table, or raise why it cannot be done.

    For ``seen``, here and below, see ``LockedRound.check_seen``.
    """
    errors.check_reason(reason)
    if isinstance(subject, Round):
        locked = LockedRound.lock(subject, command.at)
        locked.check_seen(None, seen)
        row = locked.carry_out(None, command, by=by, reason=reason)
        locked.store()
    else:
        locked = LockedRound.lock(subject.round_id, command.at, only=[subject.pk])
        table = locked.tables.get(subject.pk)
        if table is None:
            raise SeatGone
        locked.check_seen(table, seen)
        row = locked.carry_out(table, command, by=by, reason=reason)
        locked.store_tables([table])
    locked.publish(row, by)
    return row


@atomic
def change_many(
    round_: Round,
    tables: Iterable[Table],
    command: ClockCommand,
    *,
    by: Actor,
    reason: str,
    seen: int | None = None,
) -> Outcome:
    """Carry out a command on many tables of a round at once, on each where it can be done."""
    errors.check_reason(reason)
    locked = LockedRound.lock(round_, command.at, only=[table.pk for table in tables])
    outcome = Outcome()
    rows = []
    for table in locked.tables.values():
        try:
            locked.check_seen(table, seen)
            rows.append(locked.carry_out(table, command, by=by, reason=reason))
        except Refused as refusal:
            outcome.refused.append((table, refusal))
        else:
            outcome.done.append(table)
    locked.store_tables(outcome.done)
    for row in rows:
        locked.publish(row, by)
    return outcome


def pause_all(event: Event, *, by: Actor, at: datetime, reason: str = "") -> list[ClockChange]:
    """Stop the clocks of all running rounds of an event. A fire alarm leaves no time for a reason.

    A round whose slot is over stops too while one of its tables still plays by a clock of its own.
    Raises NoClockRuns if there is none to stop.
    """
    paused = _change_running(event, ClockAct.PAUSE, by=by, at=at, reason=reason)
    if not paused:
        raise errors.NoClockRuns
    return paused


def resume_all(event: Event, *, by: Actor, at: datetime, reason: str = "") -> list[ClockChange]:
    """Resume the clocks of all rounds of an event that are paused. Raises NoClockIsPaused.

    A table that was paused by itself stays so.
    """
    resumed = _change_running(event, ClockAct.RESUME, by=by, at=at, reason=reason)
    if not resumed:
        raise errors.NoClockIsPaused
    return resumed


@atomic
def _change_running(
    event: Event, act: ClockAct, *, by: Actor, at: datetime, reason: str
) -> list[ClockChange]:
    """Carry out a command on every running round on which it can be, all or none."""
    rows = []
    for locked in LockedRound.lock_running(event, at):
        try:
            row = locked.carry_out(None, ClockCommand(act, at), by=by, reason=reason)
        except errors.ClockObstacle:
            continue
        locked.store()
        locked.publish(row, by)
        rows.append(row)
    return rows


@atomic
def undo(
    row: ClockChange, *, by: Actor, at: datetime, reason: str, seen: int | None = None
) -> ClockChange:
    """Undo a command, whatever came after it; undoing an undoing carries it out again."""
    errors.check_reason(reason)
    if row.round_id is None:
        return next_round.undo_plan(row, by=by, at=at, reason=reason)
    locked = LockedRound.lock(row.round_id, at)
    table = locked.tables.get(row.table_id) if row.table_id else None
    locked.check_seen(table, seen)
    was = locked.round.status
    undone = locked.undo(row.pk, table, by=by, reason=reason)
    locked.store()
    locked.publish(undone, by)
    if locked.round.status != was:
        if locked.round.started_at:
            assigning.check_free(locked.round)
        _count_start(locked.round, at=at)
    return undone


def _count_start(round_: Round, *, at: datetime) -> None:
    """Say of a tournament whether it runs; its standings show who is at a table now."""
    tournament = round_.tournament
    runs = tournament.rounds.exclude(started_at=None).exists()
    tournament.status = Tournament.Status.RUNNING if runs else Tournament.Status.OPEN
    tournament.save(update_fields=["status"])
    count_change(tournament.pk, at=at)


@atomic
def undo_last(
    subject: Round | Table, *, by: Actor, at: datetime, reason: str, seen: int | None = None
) -> ClockChange:
    """Undo what was done last to this round, or to this table alone."""
    round_ = subject if isinstance(subject, Round) else subject.round
    table_id = None if isinstance(subject, Round) else subject.pk
    rows = round_.clock_changes.filter(table=table_id).order_by("pk")
    last = last_effective(list(rows))
    if last is None:
        raise errors.NothingToUndo
    return undo(last, by=by, at=at, reason=reason, seen=seen)


def undo_last_of_each(
    round_: Round,
    tables: Iterable[Table],
    *,
    by: Actor,
    at: datetime,
    reason: str,
    seen: int | None = None,
) -> Outcome:
    """Undo what was done last to each of these tables, each in a transaction of its own."""
    outcome = Outcome()
    for table in sorted(tables, key=lambda table: table.pk):
        table.round = round_
        try:
            undo_last(table, by=by, at=at, reason=reason, seen=seen)
        except Refused as refusal:
            outcome.refused.append((table, refusal))
        else:
            outcome.done.append(table)
    return outcome


def last_effective(rows: Sequence[ClockChange]) -> ClockChange | None:
    """The last of these changes that holds."""
    held = effective_events(as_command(row) for row in rows)
    by_key = {row.pk: row for row in rows}
    return by_key[held[-1].key] if held else None
