"""Clocks as they are stored: the deadlines on rounds and tables, and the rows of their history."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.rules import (
    DEADLINES,
    DURATIONS,
    NO_OVERRIDE,
    NO_TIME,
    Override,
    SlotClock,
    TimingRules,
)
from tournaments.models import ClockChange, Round, Table

MOMENTS = (*DEADLINES, "paused_at")


def slot_clock(round_: Round) -> SlotClock:
    """The clock of a round that has started."""
    return SlotClock(**{name: getattr(round_, name) for name in ("started_at", *MOMENTS)})


def table_clock(table: Table) -> SlotClock:
    """The clock that holds at a table of a round that has started: its own, or its round's."""
    if not table.has_own_clock:
        return slot_clock(table.round)
    started_at: Any = table.round.started_at
    return SlotClock(started_at, **{name: getattr(table, name) for name in MOMENTS})


def put(subject: Round | Table, clock: SlotClock | None) -> None:
    """Set the deadlines of a round or table; None empties them. The caller saves."""
    for name in MOMENTS:
        setattr(subject, name, getattr(clock, name) if clock else None)
    if isinstance(subject, Round):
        subject.started_at = clock.started_at if clock else None


def moments(subject: Round | Table | SlotClock) -> dict[str, str]:
    """The moments of a round, a table or a clock as plain data, for its history and the ledger."""
    names = MOMENTS if isinstance(subject, Table) else ("started_at", *MOMENTS)
    found = {name: getattr(subject, name) for name in names}
    return {name: moment.isoformat() for name, moment in found.items() if moment}


# --- History --------------------------------------------------------------------------------------


def timing_rules(round_: Round) -> TimingRules:
    """The timing of a round by its tournament, with the longer slot for a final."""
    tournament = round_.tournament
    final = round_.kind == Round.Kind.FINAL
    return TimingRules(
        slot=tournament.final_slot if final else tournament.slot,
        warning=tournament.warning,
        cutoff=tournament.cutoff,
        force_end=tournament.force_end,
    )


def as_command(row: ClockChange) -> ClockCommand:
    """A row of the history as the rules know it."""
    value = row.value
    return ClockCommand(
        act=ClockAct(row.act),
        at=row.at,
        of_table=row.table_id is not None,
        rules=TimingRules(**_spans(value["rules"])) if "rules" in value else None,
        override=Override(**_spans(value["override"])) if "override" in value else NO_OVERRIDE,
        amount=timedelta(seconds=value["by"]) if "by" in value else NO_TIME,
        undoes=row.undoes_id,
        ends_by=datetime.fromisoformat(value["ends_by"]) if "ends_by" in value else None,
        key=row.pk,
    )


def as_value(command: ClockCommand) -> dict[str, Any]:
    """Return all that replaying a command takes, as plain data: durations in seconds."""
    value: dict[str, Any] = {}
    if command.rules:
        value["rules"] = _seconds(command.rules)
    if command.act == ClockAct.RULES:
        value["override"] = _seconds(command.override)
    if command.act in {ClockAct.EXTRA, ClockAct.CUTOFF}:
        value["by"] = command.amount.total_seconds()
    if command.ends_by:
        value["ends_by"] = command.ends_by.isoformat()
    return value


def _seconds(timing: TimingRules | Override) -> dict[str, float]:
    found = {name: getattr(timing, name) for name in DURATIONS}
    return {name: span.total_seconds() for name, span in found.items() if span is not None}


def _spans(seconds: dict[str, float]) -> dict[str, timedelta]:
    return {name: timedelta(seconds=value) for name, value in seconds.items()}


def not_before_last(at: datetime, rows: Sequence[ClockChange]) -> datetime:
    """``at``, or the moment of the last row if the server's clock was set back since then."""
    return max(at, rows[-1].at) if rows else at
