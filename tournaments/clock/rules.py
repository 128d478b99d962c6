"""The time management of a slot, as pure functions.

Source of the rules: express-tournament.txt, "Tournament time management". How a clock is changed
while it runs is in ``clock_events``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

NO_TIME = timedelta(0)

#: Our choice: players who play on are warned of games that start this long after the slot.
PLAYING_PAST_THE_END = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TimingRules:
    """Durations of a slot. ``warning``, ``cutoff`` and ``force_end`` count back from its end.

    A slot of one whole game uses the same clock: its game is the only hand.
    """

    slot: timedelta
    warning: timedelta
    cutoff: timedelta
    force_end: timedelta

    @property
    def fit(self) -> bool:
        """Whether the durations fit each other, as those of a tournament must."""
        return NO_TIME <= self.force_end <= self.cutoff < self.slot and self.warning <= self.slot


#: The names of the durations, of a tournament and of an override.
DURATIONS = ("slot", "warning", "cutoff", "force_end")


@dataclass(frozen=True, slots=True)
class Override:
    """The timing of one round or one table; None where it is the tournament's."""

    slot: timedelta | None = None
    warning: timedelta | None = None
    cutoff: timedelta | None = None
    force_end: timedelta | None = None


NO_OVERRIDE = Override()


@dataclass(frozen=True, slots=True)
class SlotClock:
    """The moments of one slot, in order, as aware datetimes; and since when it is paused."""

    started_at: datetime
    warning_at: datetime
    cutoff_at: datetime
    force_end_at: datetime
    ends_at: datetime
    paused_at: datetime | None = None


#: The deadlines of a clock, in the order they come.
DEADLINES = ("warning_at", "cutoff_at", "force_end_at", "ends_at")


class Phase(StrEnum):
    """Where a slot stands."""

    OPEN = "open"  # a hand may start
    LAST_HANDS = "last_hands"  # running hands go on, no new one may start
    FORCE_END = "force_end"  # the conductor may end a running hand
    OVER = "over"


def effective(base: TimingRules, *overrides: Override) -> TimingRules:
    """The timing that holds: the tournament's, overridden by its round's and then its table's.

    The early warning never comes after the cutoff it warns of.
    """
    values = {name: getattr(base, name) for name in DURATIONS}
    for override in overrides:
        own = {name: getattr(override, name) for name in DURATIONS}
        values |= {name: value for name, value in own.items() if value is not None}
    values["warning"] = min(max(values["warning"], values["cutoff"]), values["slot"])
    return TimingRules(**values)


def plan(rules: TimingRules, started_at: datetime) -> SlotClock:
    """The clock of a slot that starts at ``started_at``."""
    ends_at = started_at + rules.slot
    return SlotClock(
        started_at=started_at,
        warning_at=ends_at - rules.warning,
        cutoff_at=ends_at - rules.cutoff,
        force_end_at=ends_at - rules.force_end,
        ends_at=ends_at,
    )


def ending_by(rules: TimingRules, started_at: datetime, ends_at: datetime) -> TimingRules:
    """The timing of a slot that starts late and ends as published: the deadlines count back from
    that end, when other games begin."""
    return replace(rules, slot=min(rules.slot, max(ends_at - started_at, NO_TIME)))


def within(own: Override, longest: timedelta | None) -> Override:
    """The same override, with a slot of its own no longer than that, if that is said."""
    if own.slot is None or longest is None:
        return own
    return replace(own, slot=min(own.slot, longest))


def durations(clock: SlotClock) -> TimingRules:
    """The timing from which ``plan`` would make this clock."""
    return TimingRules(
        slot=clock.ends_at - clock.started_at,
        warning=clock.ends_at - clock.warning_at,
        cutoff=clock.ends_at - clock.cutoff_at,
        force_end=clock.ends_at - clock.force_end_at,
    )


# --- What may be done -----------------------------------------------------------------------------


def shown(clock: SlotClock, now: datetime) -> datetime:
    """The moment that the clock shows at ``now``: while paused, it stands still."""
    return now if clock.paused_at is None else min(now, clock.paused_at)


def phase(clock: SlotClock, now: datetime) -> Phase:
    """Where the slot stands at ``now``. The moment of the cutoff itself still allows a hand."""
    moment = shown(clock, now)
    if moment > clock.ends_at:
        return Phase.OVER
    if moment >= clock.force_end_at:
        return Phase.FORCE_END
    if moment > clock.cutoff_at:
        return Phase.LAST_HANDS
    return Phase.OPEN


def may_deal(clock: SlotClock, now: datetime, *, all_agree: bool = False) -> bool:
    """Whether a new hand may start: not while the clock is paused.

    Nor after the cutoff, unless every player agreed to play on.
    """
    return clock.paused_at is None and not out_of_time(clock, now, all_agree=all_agree)


def out_of_time(clock: SlotClock, now: datetime, *, all_agree: bool = False) -> bool:
    """Whether time ends a game in which no hand is running: no new one may start."""
    return shown(clock, now) > clock.cutoff_at and not all_agree


def may_force_end(clock: SlotClock, now: datetime) -> bool:
    """Whether the conductor may end a running hand: from the force-end on."""
    return shown(clock, now) >= clock.force_end_at


def missing_consents(players: Iterable[int], agreed: Collection[int]) -> list[int]:
    """Those of ``players`` who have not agreed to play past the end. One missing blocks all."""
    return [player for player in players if player not in agreed]


def starts_while_playing_on(clock: SlotClock, starts_at: datetime, now: datetime) -> bool:
    """Whether somebody who plays past the end would miss a game that starts at ``starts_at``."""
    return now <= starts_at <= clock.ends_at + PLAYING_PAST_THE_END


# --- Warnings -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline that people must be warned of: its name in ``DEADLINES`` and its moment."""

    deadline: str
    at: datetime


def due_of(clock: SlotClock) -> list[Due]:
    """The deadlines of a clock that will come: while it is paused, those before the pause."""
    moments = [Due(name, getattr(clock, name)) for name in DEADLINES]
    return [due for due in moments if clock.paused_at is None or due.at <= clock.paused_at]


def to_plan(
    clock: SlotClock, now: datetime, *, fired: Collection[Due] = (), waiting: Collection[Due] = ()
) -> list[Due]:
    """The warnings to give from ``now`` on, after the clock was changed.

    What was ``fired`` for the same moment is not repeated. What is still ``waiting``, due before
    the change, comes late rather than never. Of everything else in the past, only the last
    deadline is still true.
    """
    owed = due_of(clock)
    last_of_past = [due for due in owed if due.at <= now][-1:]
    true = [due for due in owed if due.at > now or due in waiting or due in last_of_past]
    return [due for due in true if due not in fired]
