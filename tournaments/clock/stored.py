"""Clocks as they are stored: the deadlines on rounds and tables, and the rows of their history."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from tournaments.clock.acts import Act, Change
from tournaments.clock.rules import DEADLINES, DURATIONS, Override, SlotClock, TimingRules
from tournaments.models import ClockChange, Round, Table

MOMENTS = (*DEADLINES, "paused_at")


def slot_clock(round_: Round) -> SlotClock:
    """The clock of a round that has started."""
    moments = {name: getattr(round_, name) for name in MOMENTS}
    return SlotClock(started_at=round_.started_at, **moments)


def table_clock(table: Table) -> SlotClock:
    """The clock that holds at a table of a round that has started: its own, or its round's."""
    if not table.has_own_clock:
        return slot_clock(table.round)
    moments = {name: getattr(table, name) for name in MOMENTS}
    return SlotClock(started_at=table.round.started_at, **moments)


def put(subject: Round | Table, clock: SlotClock | None) -> None:
    """Set the deadlines of a round or table; None empties them. The caller saves."""
    for name in MOMENTS:
        setattr(subject, name, getattr(clock, name) if clock else None)
    if isinstance(subject, Round):
        subject.started_at = clock.started_at if clock else None


def moments(subject: Round | Table) -> dict[str, str]:
    """The moments of a round or table as plain data, for its history and the ledger."""
    names = ("started_at", *MOMENTS) if isinstance(subject, Round) else MOMENTS
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


def as_change(row: ClockChange) -> Change:
    """A row of the history as the rules know it."""
    value = row.value
    change = {
        "key": row.pk,
        "act": Act(row.act),
        "at": row.at,
        "of_table": row.table_id is not None,
        "undoes": row.undoes_id,
    }
    if "rules" in value:
        change["rules"] = TimingRules(**_spans(value["rules"]))
    if "override" in value:
        change["override"] = Override(**_spans(value["override"]))
    if "by" in value:
        change["by"] = timedelta(seconds=value["by"])
    return Change(**change)


def as_value(change: Change) -> dict[str, Any]:
    """What a change needs to be told again, as plain data: times in seconds."""
    value: dict[str, Any] = {}
    if change.rules:
        value["rules"] = _seconds(change.rules)
    if change.act == Act.RULES:
        value["override"] = _seconds(change.override)
    if change.act in {Act.EXTRA, Act.CUTOFF}:
        value["by"] = change.by.total_seconds()
    return value


def _seconds(timing: TimingRules | Override) -> dict[str, float]:
    found = {name: getattr(timing, name) for name in DURATIONS}
    return {name: span.total_seconds() for name, span in found.items() if span is not None}


def _spans(seconds: dict[str, float]) -> dict[str, timedelta]:
    return {name: timedelta(seconds=value) for name, value in seconds.items()}


def history_of(rows: Iterable[ClockChange], table_id: int | None = None) -> list[Change]:
    """What was done to a round; with a table, also what was done to that."""
    return [as_change(row) for row in rows if row.table_id in {None, table_id}]


def is_later(at: datetime, rows: list[ClockChange]) -> datetime:
    """``at``, or the moment of the last act if the server's clock was set back since then."""
    return max(at, rows[-1].at) if rows else at
