"""Which tables need a conductor, and why: pure functions over plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.clock.rules import Phase

#: Our choice: most hands take 10 to 20 minutes (express-tournament.txt, "Tournament time
#: management"), so a hand that runs for a quarter of the slot deserves a look.
LONG_HAND_SHARE = 0.25


class Need(StrEnum):
    """Why a table needs a conductor, most urgent first."""

    CALLED = "called"  # somebody at the table called for a conductor
    HAND_TO_END = "hand_to_end"  # a hand runs past the force-end
    HAND_PAST_CUTOFF = "hand_past_cutoff"  # a hand runs, and no new one may start
    LONG_HAND = "long_hand"  # a hand runs for unusually long
    QUIET = "quiet"  # no hand was dealt or reported for unusually long
    PAUSED = "paused"  # the table's own clock stands still
    NOTHING = "nothing"
    FINISHED = "finished"


#: What a conductor looks at before anything else.
PRESSING = frozenset({Need.CALLED, Need.HAND_TO_END, Need.HAND_PAST_CUTOFF, Need.LONG_HAND})


@dataclass(frozen=True, slots=True)
class TableFacts:
    """The facts about a table from which its need is judged.

    ``hand_since`` is when the running hand was dealt, ``quiet_since`` when one was last dealt
    or reported, where none is running. ``called`` says that somebody there called for a conductor.
    """

    finished: bool
    hand_since: datetime | None
    quiet_since: datetime | None = None
    called: bool = False
    paused: bool = False


def table_need(
    facts: TableFacts,
    phase: Phase | None,
    slot: timedelta,
    now: datetime,
    *,
    usual_hand: timedelta | None = None,
) -> Need:
    """Why this table needs the conductor at ``now``. ``usual_hand`` is the room's median hand."""
    if facts.called:
        return Need.CALLED
    if facts.finished:
        return Need.FINISHED
    unusual = unusually_long(slot, usual_hand)
    running = facts.hand_since is not None
    reasons = {
        Need.HAND_TO_END: running and phase in {Phase.FORCE_END, Phase.OVER},
        Need.HAND_PAST_CUTOFF: running and phase == Phase.LAST_HANDS,
        Need.LONG_HAND: facts.hand_since is not None and now - facts.hand_since > unusual,
        Need.QUIET: facts.quiet_since is not None and now - facts.quiet_since > unusual,
        Need.PAUSED: facts.paused,
    }
    return next((need for need, applies in reasons.items() if applies), Need.NOTHING)


def unusually_long(slot: timedelta, usual_hand: timedelta | None) -> timedelta:
    """After how long a hand deserves a look: twice the room's median, or a quarter of the slot."""
    longest = slot * LONG_HAND_SHARE
    return longest if usual_hand is None else min(longest, max(usual_hand * 2, longest / 2))
