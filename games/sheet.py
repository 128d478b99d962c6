"""What a table writes down, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Issue(NamedTuple):
    """One fault of a sheet: where it is (a field, or a seat as "points.2"), a stable code, a sentence."""

    where: str
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class QuickHand:
    """A hand as a table calls it out: points by seat, and the seat that went out, if one did.

    ``ended_early`` says that the conductor ended the hand, so nobody went out.
    """

    points: Mapping[int, int]
    went_out: int | None
    ended_early: bool = False
