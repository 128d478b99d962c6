"""What is done to the clock of a round or of one table, as pure functions.

A clock is never changed in place: it follows from the history of what was done to it. So each act
can be undone, whatever came after it, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.clock.rules import (
    DEADLINES,
    NO_OVERRIDE,
    NO_TIME,
    Override,
    SlotClock,
    TimingRules,
    effective,
    plan,
    shown,
)


class Act(StrEnum):
    """What can be done to the clock of a round, or of one table."""

    START = "start"
    RESTART = "restart"
    RULES = "rules"
    PAUSE = "pause"
    RESUME = "resume"
    EXTRA = "extra"  # more time before every deadline
    CUTOFF = "cutoff"  # the cutoff alone moves, either way
    END = "end"  # the slot ends now
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Change:
    """One act in the history of a clock, which is told in the order of the acts.

    ``of_table`` says that it was done to one table and not to the whole round. ``rules`` belong to
    START and RESTART, ``override`` to RULES, ``by`` to EXTRA and CUTOFF, and ``undoes``, the key of
    another change, to UNDO.
    """

    key: int
    act: Act
    at: datetime
    of_table: bool = False
    rules: TimingRules | None = None
    override: Override = NO_OVERRIDE
    by: timedelta = NO_TIME
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What follows from a history. ``clock`` is None before the start.

    ``moved`` is how much pauses and extra time have moved the end, ``cutoff_moved`` how much the
    cutoff was moved beside that. ``held`` says who pauses the clock: False the round, True the
    table. ``pauses`` are the pauses that are over, each with its beginning and end.
    """

    clock: SlotClock | None = None
    rules: TimingRules | None = None
    of_round: Override = NO_OVERRIDE
    of_table: Override = NO_OVERRIDE
    moved: timedelta = NO_TIME
    cutoff_moved: timedelta = NO_TIME
    held: frozenset[bool] = frozenset()
    pauses: tuple[tuple[datetime, datetime], ...] = ()


def standing(history: Iterable[Change]) -> list[Change]:
    """The changes that hold: those not undone, and without the acts of undoing."""
    found, undone = [], set()
    for change in sorted(history, key=lambda change: change.key, reverse=True):
        if change.key in undone:
            continue
        if change.act == Act.UNDO:
            undone.add(change.undoes)
        else:
            found.append(change)
    return found[::-1]


def reckon(history: Iterable[Change]) -> Reckoning:
    """The clock that follows from ``history``: of a round its own, of a table also the round's."""
    state = Reckoning()
    for change in standing(history):
        state = _APPLY[change.act](state, change)
    return state


def _start(state: Reckoning, change: Change) -> Reckoning:
    rules = effective(change.rules, state.of_round, state.of_table)
    return Reckoning(
        clock=_in_order(plan(rules, change.at)),
        rules=change.rules,
        of_round=state.of_round,
        of_table=state.of_table,
        pauses=state.pauses,
    )


def _rules(state: Reckoning, change: Change) -> Reckoning:
    if change.of_table:
        state = replace(state, of_table=change.override)
    else:
        state = replace(state, of_round=change.override)
    if state.clock is None:
        return state
    rules = effective(state.rules, state.of_round, state.of_table)
    clock = plan(replace(rules, slot=rules.slot + state.moved), state.clock.started_at)
    cutoff_at = clock.cutoff_at + state.cutoff_moved
    clock = replace(clock, cutoff_at=cutoff_at, paused_at=state.clock.paused_at)
    return replace(state, clock=_in_order(clock))


def _pause(state: Reckoning, change: Change) -> Reckoning:
    if state.clock is None:
        return state
    clock = replace(state.clock, paused_at=state.clock.paused_at or change.at)
    return replace(state, clock=clock, held=state.held | {change.of_table})


def _resume(state: Reckoning, change: Change) -> Reckoning:
    """All later times move by the pause, which ends when nobody holds the clock any more."""
    held = state.held - {change.of_table}
    state = replace(state, held=held)
    if state.clock is None or state.clock.paused_at is None or held:
        return state
    paused_at = state.clock.paused_at
    pause = max(change.at - paused_at, NO_TIME)
    later = {
        name: moment + pause
        for name in DEADLINES
        if (moment := getattr(state.clock, name)) > paused_at
    }
    return replace(
        state,
        clock=replace(state.clock, paused_at=None, **later),
        moved=state.moved + (pause if later else NO_TIME),
        pauses=(*state.pauses, (paused_at, paused_at + pause)),
    )


def _extra(state: Reckoning, change: Change) -> Reckoning:
    """The slot is longer: every deadline comes later, also one that has passed."""
    if state.clock is None:
        return state
    moments = {name: getattr(state.clock, name) + change.by for name in DEADLINES}
    return replace(state, clock=replace(state.clock, **moments), moved=state.moved + change.by)


def _cutoff(state: Reckoning, change: Change) -> Reckoning:
    if state.clock is None:
        return state
    clock = replace(state.clock, cutoff_at=state.clock.cutoff_at + change.by)
    return replace(state, clock=_in_order(clock), cutoff_moved=state.cutoff_moved + change.by)


def _end(state: Reckoning, change: Change) -> Reckoning:
    """The slot ends now: what has not come yet comes now, and a pause is over with it."""
    if state.clock is None:
        return state
    reached = shown(state.clock, change.at)
    moments = {name: change.at for name in DEADLINES if getattr(state.clock, name) > reached}
    clock = replace(state.clock, paused_at=None, **moments)
    return replace(state, clock=clock, held=frozenset())


def _in_order(clock: SlotClock) -> SlotClock:
    """No deadline after the next one, nor before the start.

    What was fit when it was chosen need not be when another choice beside it is undone.
    """
    force_end_at = max(min(clock.force_end_at, clock.ends_at), clock.started_at)
    cutoff_at = max(min(clock.cutoff_at, force_end_at), clock.started_at)
    warning_at = max(min(clock.warning_at, cutoff_at), clock.started_at)
    return replace(clock, force_end_at=force_end_at, cutoff_at=cutoff_at, warning_at=warning_at)


_APPLY = {
    Act.START: _start,
    Act.RESTART: _start,
    Act.RULES: _rules,
    Act.PAUSE: _pause,
    Act.RESUME: _resume,
    Act.EXTRA: _extra,
    Act.CUTOFF: _cutoff,
    Act.END: _end,
}


# --- What cannot be done --------------------------------------------------------------------------


class Obstacle(StrEnum):
    """Why an act on a clock makes no sense now."""

    NOT_STARTED = "not_started"
    OVER = "over"
    PAUSED_ALREADY = "paused_already"
    NOT_PAUSED = "not_paused"
    NO_TIME = "no_time"
    TOO_MUCH = "too_much"
    CUTOFF_IN_THE_PAST = "cutoff_in_the_past"
    CUTOFF_AFTER_FORCE_END = "cutoff_after_force_end"
    RULES_DO_NOT_FIT = "rules_do_not_fit"
    ENDS_IN_THE_PAST = "ends_in_the_past"


#: House choice: whoever wants more than this has mistyped.
LONGEST_STEP = timedelta(hours=12)


def obstacle(state: Reckoning, change: Change) -> Obstacle | None:
    """Why ``change`` cannot be done to the clock of ``state``; None if it can."""
    if change.act == Act.RULES:
        return _obstacle_of_rules(state, change)
    if change.act == Act.START:
        return None
    if state.clock is None:
        return Obstacle.NOT_STARTED
    look = _OBSTACLES.get(change.act)
    return look(state, change) if look else None


def _obstacle_of_rules(state: Reckoning, change: Change) -> Obstacle | None:
    """``state.rules`` are the tournament's; before the start the caller has put them there."""
    of_round = state.of_round if change.of_table else change.override
    of_table = change.override if change.of_table else state.of_table
    if state.rules is None or not effective(state.rules, of_round, of_table).fit:
        return Obstacle.RULES_DO_NOT_FIT
    after = _rules(state, change).clock
    if after and after.ends_at < shown(after, change.at) <= state.clock.ends_at:
        return Obstacle.ENDS_IN_THE_PAST
    return None


def _obstacle_to_pause(state: Reckoning, change: Change) -> Obstacle | None:
    if change.of_table in state.held:
        return Obstacle.PAUSED_ALREADY
    return Obstacle.OVER if shown(state.clock, change.at) >= state.clock.ends_at else None


def _obstacle_to_resume(state: Reckoning, change: Change) -> Obstacle | None:
    return None if change.of_table in state.held else Obstacle.NOT_PAUSED


def _obstacle_to_extra(state: Reckoning, change: Change) -> Obstacle | None:
    if change.by <= NO_TIME:
        return Obstacle.NO_TIME
    return Obstacle.TOO_MUCH if change.by > LONGEST_STEP else None


def _obstacle_to_cutoff(state: Reckoning, change: Change) -> Obstacle | None:
    moved_to = state.clock.cutoff_at + change.by
    if change.by == NO_TIME:
        return Obstacle.NO_TIME
    if moved_to < shown(state.clock, change.at):
        return Obstacle.CUTOFF_IN_THE_PAST
    return Obstacle.CUTOFF_AFTER_FORCE_END if moved_to > state.clock.force_end_at else None


def _obstacle_to_end(state: Reckoning, change: Change) -> Obstacle | None:
    return Obstacle.OVER if shown(state.clock, change.at) >= state.clock.ends_at else None


_OBSTACLES = {
    Act.PAUSE: _obstacle_to_pause,
    Act.RESUME: _obstacle_to_resume,
    Act.EXTRA: _obstacle_to_extra,
    Act.CUTOFF: _obstacle_to_cutoff,
    Act.END: _obstacle_to_end,
}
