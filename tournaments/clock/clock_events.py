"""Commands to the clock of a round or of one table, as pure functions.

A clock is never changed in place: it is replayed from the history of commands that were carried
out on it. So each command can be undone, whatever came after it, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.clock.rules import (
    DEADLINES,
    NO_OVERRIDE,
    NO_TIME,
    Override,
    SlotClock,
    TimingRules,
    durations,
    effective,
    plan,
    shown,
    within,
)


class ClockAct(StrEnum):
    """The commands that the clock of a round, or of one table, understands."""

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
class ClockCommand:
    """One thing to do to a clock, or, with its ``key``, one that was done.

    ``of_table`` says that it concerns one table and not the whole round. ``rules`` belong to START
    and RESTART, ``override`` to RULES, ``amount`` to EXTRA and CUTOFF, and ``undoes``, the key of
    another command, to UNDO. A START may say what the slot ``ends_by``, whatever was overridden
    before it. Keys grow in the order in which commands were carried out.
    """

    act: ClockAct
    at: datetime
    of_table: bool = False
    rules: TimingRules | None = None
    override: Override = NO_OVERRIDE
    amount: timedelta = NO_TIME
    undoes: int | None = None
    ends_by: datetime | None = None
    key: int = 0


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock after its history of commands. ``clock`` is None before the start.

    ``most_of_round`` and ``most_of_table`` are the most that a slot lasts which was set before a
    start that says by when it ends: what is set later, and a restart, go by the whole of it.
    ``moved`` is how much pauses and extra time have moved the end, ``cutoff_moved`` how much the
    cutoff was moved on top of that. ``held`` says who pauses the clock: False the round, True the
    table. ``pauses`` are the pauses that are over, each with its beginning and end.
    """

    clock: SlotClock | None = None
    rules: TimingRules | None = None
    of_round: Override = NO_OVERRIDE
    of_table: Override = NO_OVERRIDE
    most_of_round: timedelta | None = None
    most_of_table: timedelta | None = None
    moved: timedelta = NO_TIME
    cutoff_moved: timedelta = NO_TIME
    held: frozenset[bool] = frozenset()
    pauses: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def overrides(self) -> tuple[Override, Override]:
        """The timing of the round and that of the table, as they hold after the start."""
        return within(self.of_round, self.most_of_round), within(self.of_table, self.most_of_table)


def effective_events(history: Iterable[ClockCommand]) -> list[ClockCommand]:
    """The commands in force: those not undone, without the undoing itself."""
    in_order = sorted(history, key=lambda command: command.key)
    undone = undone_keys(in_order)
    return [one for one in in_order if one.act != ClockAct.UNDO and one.key not in undone]


def undone_keys(history: Iterable[ClockCommand]) -> set[int | None]:
    """The keys of the commands that do not hold, as an undoing says that holds itself."""
    undone: set[int | None] = set()
    for command in sorted(history, key=lambda command: command.key, reverse=True):
        if command.act == ClockAct.UNDO and command.key not in undone:
            undone.add(command.undoes)
    return undone


def replay(history: Iterable[ClockCommand]) -> ClockState:
    """The clock that ``history`` makes: of a round its own, of a table also the round's."""
    state = ClockState()
    for command in effective_events(history):
        state = apply(state, command)
    return state


def apply(state: ClockState, command: ClockCommand) -> ClockState:
    """The clock after one more command, which undoes none: for that, replay the history."""
    return _APPLY[command.act](state, command)


def making(own: SlotClock, of_round: SlotClock) -> Iterator[ClockCommand]:
    """The commands that make a table's ``own`` clock from that of its round, just started."""
    override = Override(**asdict(durations(own)))
    yield ClockCommand(ClockAct.RULES, own.started_at, of_table=True, override=override)
    if own.paused_at and own.paused_at != of_round.paused_at:
        yield ClockCommand(ClockAct.PAUSE, own.paused_at, of_table=True)


def _start(state: ClockState, command: ClockCommand) -> ClockState:
    if command.rules is None:
        raise ValueError("a start says by which rules")
    left = max(command.ends_by - command.at, NO_TIME) if command.ends_by else None
    started = ClockState(
        rules=command.rules,
        of_round=state.of_round,
        of_table=state.of_table,
        most_of_round=left,
        most_of_table=left,
        pauses=state.pauses,
    )
    rules = effective(command.rules, *started.overrides)
    return replace(started, clock=_in_order(plan(rules, command.at)))


def _rules(state: ClockState, command: ClockCommand) -> ClockState:
    if command.of_table:
        state = replace(state, of_table=command.override, most_of_table=None)
    else:
        state = replace(state, of_round=command.override, most_of_round=None)
    if state.clock is None or state.rules is None:
        return state
    rules = effective(state.rules, *state.overrides)
    clock = plan(replace(rules, slot=rules.slot + state.moved), state.clock.started_at)
    cutoff_at = clock.cutoff_at + state.cutoff_moved
    clock = replace(clock, cutoff_at=cutoff_at, paused_at=state.clock.paused_at)
    return replace(state, clock=_in_order(clock))


def _pause(state: ClockState, command: ClockCommand) -> ClockState:
    if state.clock is None:
        return state
    clock = replace(state.clock, paused_at=state.clock.paused_at or command.at)
    return replace(state, clock=clock, held=state.held | {command.of_table})


def _resume(state: ClockState, command: ClockCommand) -> ClockState:
    """All later times move by the pause, which ends when nobody holds the clock any longer."""
    held = state.held - {command.of_table}
    state = replace(state, held=held)
    if state.clock is None or state.clock.paused_at is None or held:
        return state
    paused_at = state.clock.paused_at
    pause = max(command.at - paused_at, NO_TIME)
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


def _extra(state: ClockState, command: ClockCommand) -> ClockState:
    """The slot is longer: every deadline comes later, even one that has passed."""
    if state.clock is None:
        return state
    moments = {name: getattr(state.clock, name) + command.amount for name in DEADLINES}
    return replace(state, clock=replace(state.clock, **moments), moved=state.moved + command.amount)


def _cutoff(state: ClockState, command: ClockCommand) -> ClockState:
    if state.clock is None:
        return state
    clock = replace(state.clock, cutoff_at=state.clock.cutoff_at + command.amount)
    return replace(state, clock=_in_order(clock), cutoff_moved=state.cutoff_moved + command.amount)


def _end(state: ClockState, command: ClockCommand) -> ClockState:
    """The slot ends now: every deadline still to come comes now, and a pause is over."""
    if state.clock is None:
        return state
    reached = shown(state.clock, command.at)
    moments = {name: command.at for name in DEADLINES if getattr(state.clock, name) > reached}
    clock = replace(state.clock, paused_at=None, **moments)
    return replace(state, clock=clock, held=frozenset())


def _in_order(clock: SlotClock) -> SlotClock:
    """The clock with no deadline after the next one, nor before the start.

    Choices that fitted each other when they were made may no longer do so once one is undone.
    """
    force_end_at = max(min(clock.force_end_at, clock.ends_at), clock.started_at)
    cutoff_at = max(min(clock.cutoff_at, force_end_at), clock.started_at)
    warning_at = max(min(clock.warning_at, cutoff_at), clock.started_at)
    return replace(clock, force_end_at=force_end_at, cutoff_at=cutoff_at, warning_at=warning_at)


_APPLY = {
    ClockAct.START: _start,
    ClockAct.RESTART: _start,
    ClockAct.RULES: _rules,
    ClockAct.PAUSE: _pause,
    ClockAct.RESUME: _resume,
    ClockAct.EXTRA: _extra,
    ClockAct.CUTOFF: _cutoff,
    ClockAct.END: _end,
}


# --- What cannot be done --------------------------------------------------------------------------


class Obstacle(StrEnum):
    """Why a command makes no sense for a clock now."""

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


#: Our choice: anybody who asks for more than this has mistyped.
LONGEST_STEP = timedelta(hours=12)


def obstacle(state: ClockState, command: ClockCommand) -> Obstacle | None:
    """Why ``command`` cannot be carried out on the clock of ``state``; None if it can."""
    if command.act == ClockAct.RULES:
        return _obstacle_of_rules(state, command)
    if command.act == ClockAct.START:
        return None
    if state.clock is None:
        return Obstacle.NOT_STARTED
    check = _OBSTACLES.get(command.act)
    return check(state, state.clock, command) if check else None


def _obstacle_of_rules(state: ClockState, command: ClockCommand) -> Obstacle | None:
    """``state.rules`` are the tournament's; before the start the caller has put them there."""
    changed = _rules(state, command)
    if changed.rules is None or not effective(changed.rules, *changed.overrides).fit:
        return Obstacle.RULES_DO_NOT_FIT
    before, after = state.clock, changed.clock
    if before and after and after.ends_at < shown(after, command.at) <= before.ends_at:
        return Obstacle.ENDS_IN_THE_PAST
    return None


def _obstacle_to_pause(
    state: ClockState, clock: SlotClock, command: ClockCommand
) -> Obstacle | None:
    if command.of_table in state.held:
        return Obstacle.PAUSED_ALREADY
    return Obstacle.OVER if shown(clock, command.at) >= clock.ends_at else None


def _obstacle_to_resume(
    state: ClockState, clock: SlotClock, command: ClockCommand
) -> Obstacle | None:
    return None if command.of_table in state.held else Obstacle.NOT_PAUSED


def _obstacle_to_extra(
    state: ClockState, clock: SlotClock, command: ClockCommand
) -> Obstacle | None:
    if command.amount <= NO_TIME:
        return Obstacle.NO_TIME
    return Obstacle.TOO_MUCH if command.amount > LONGEST_STEP else None


def _obstacle_to_cutoff(
    state: ClockState, clock: SlotClock, command: ClockCommand
) -> Obstacle | None:
    moved_to = clock.cutoff_at + command.amount
    if command.amount == NO_TIME:
        return Obstacle.NO_TIME
    if moved_to < shown(clock, command.at):
        return Obstacle.CUTOFF_IN_THE_PAST
    return Obstacle.CUTOFF_AFTER_FORCE_END if moved_to > clock.force_end_at else None


def _obstacle_to_end(state: ClockState, clock: SlotClock, command: ClockCommand) -> Obstacle | None:
    return Obstacle.OVER if shown(clock, command.at) >= clock.ends_at else None


_OBSTACLES = {
    ClockAct.PAUSE: _obstacle_to_pause,
    ClockAct.RESUME: _obstacle_to_resume,
    ClockAct.EXTRA: _obstacle_to_extra,
    ClockAct.CUTOFF: _obstacle_to_cutoff,
    ClockAct.END: _obstacle_to_end,
}
