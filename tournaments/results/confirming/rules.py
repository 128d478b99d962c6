"""Whether a side may answer a report: the same at a table and in a fixture over weeks.

One side reports a result, another answers. A side is a seat of a table or a player of a fixture, by
its key; None is a conductor, who may answer for anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

REPORTED, CONFIRMED = "reported", "confirmed"


@dataclass(frozen=True, slots=True)
class Report:
    """A result as it stands: its status, its version, and the side that reported it."""

    status: str
    version: int
    side: int | None


class Obstacle(Enum):
    """Why a report cannot be answered."""

    CHANGED = auto()  # it is not the version that was seen
    NOTHING_WAITS = auto()  # it is answered already, or decided
    OWN_REPORT = auto()  # nobody answers themselves


def obstacle(report: Report, side: int | None, *, seen: int | None) -> Obstacle | None:
    """Why ``side`` cannot answer the version ``seen`` of a report, None if it can.

    ``seen`` is None where any version is meant.
    """
    if seen not in {None, report.version}:
        return Obstacle.CHANGED
    if report.status != REPORTED:
        return Obstacle.NOTHING_WAITS
    if side is not None and side == report.side:
        return Obstacle.OWN_REPORT
    return None


def may_answer(report: Report, side: int | None) -> bool:
    """Whether ``side`` can answer a report, whatever version of it was seen."""
    return obstacle(report, side, seen=None) is None


def is_agreed(report: Report, *, seen: int | None) -> bool:
    """Whether agreeing to the version ``seen`` changes nothing, because somebody did before."""
    return report.status == CONFIRMED and seen in {None, report.version, report.version - 1}
