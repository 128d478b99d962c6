"""The time management of a slot, as pure functions.

Source of the rules: express-tournament.txt, "Tournament time management".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class TimingRules:
    """Durations of a slot. ``warning``, ``cutoff`` and ``force_end`` count back from its end."""

    slot: timedelta
    warning: timedelta
    cutoff: timedelta
    force_end: timedelta


@dataclass(frozen=True, slots=True)
class SlotClock:
    """The moments of one slot, in order, each an aware datetime."""

    started_at: datetime
    warning_at: datetime
    cutoff_at: datetime
    force_end_at: datetime
    ends_at: datetime


class Phase(StrEnum):
    """Where a slot stands."""

    OPEN = "open"  # a hand may start
    LAST_HANDS = "last_hands"  # running hands go on, no new one may start
    FORCE_END = "force_end"  # the conductor may end a running hand
    OVER = "over"


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


def phase(clock: SlotClock, now: datetime) -> Phase:
    """Where the slot stands at ``now``. The moment of the cutoff itself still allows a hand."""
    if now > clock.ends_at:
        return Phase.OVER
    if now >= clock.force_end_at:
        return Phase.FORCE_END
    if now > clock.cutoff_at:
        return Phase.LAST_HANDS
    return Phase.OPEN


def may_deal(clock: SlotClock, now: datetime) -> bool:
    """Whether a new hand may start: not after the cutoff."""
    return now <= clock.cutoff_at


def may_force_end(clock: SlotClock, now: datetime) -> bool:
    """Whether the conductor may end a running hand: from the force-end on."""
    return now >= clock.force_end_at
