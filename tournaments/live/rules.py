"""What a conductor should look at, and do, next: pure functions over plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.clock.rules import Phase

#: House choice: most hands take 10 to 20 minutes (express-tournament.txt, "Tournament time
#: management"), so a hand that runs for a quarter of the slot deserves a look.
LONG_HAND_SHARE = 0.25


class Need(StrEnum):
    """Why a table needs a conductor, most urgent first."""

    HAND_TO_END = "hand_to_end"  # a hand runs past the force-end
    HAND_PAST_CUTOFF = "hand_past_cutoff"  # a hand runs, and no new one may start
    LONG_HAND = "long_hand"  # a hand runs for unusually long
    NOTHING = "nothing"
    FINISHED = "finished"


class Step(StrEnum):
    """What a tournament waits for."""

    PEOPLE = "people"
    SEAT = "seat"
    PUBLISH = "publish"
    START = "start"
    PLAY = "play"
    CLOSE = "close"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table as the desk weighs it. ``hand_since`` is when the running hand was dealt."""

    finished: bool
    hand_since: datetime | None


def table_need(facts: TableFacts, phase: Phase | None, slot: timedelta, now: datetime) -> Need:
    """Why this table needs the conductor at ``now``."""
    if facts.finished:
        return Need.FINISHED
    if facts.hand_since is None:
        return Need.NOTHING
    if phase in {Phase.FORCE_END, Phase.OVER}:
        return Need.HAND_TO_END
    if phase == Phase.LAST_HANDS:
        return Need.HAND_PAST_CUTOFF
    if now - facts.hand_since > slot * LONG_HAND_SHARE:
        return Need.LONG_HAND
    return Need.NOTHING


def next_step(
    *, finished: bool, round_status: str, checked_in: int, smallest_table: int, playing: int
) -> Step:
    """What a tournament waits for. ``round_status`` is that of its open round, or empty."""
    if finished:
        return Step.FINISHED
    if round_status == "running":
        return Step.PLAY if playing else Step.CLOSE
    if round_status == "published":
        return Step.START
    if round_status == "seated":
        return Step.PUBLISH
    return Step.SEAT if checked_in >= smallest_table else Step.PEOPLE
