"""The people of a pairing, and their history."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

UPTOWN, DOWNTOWN = "uptown", "downtown"


@dataclass(frozen=True, slots=True)
class Past:
    """One round of one person: whom they played (None: nobody), on which side, and what they got.

    ``points`` are half points: 2 a win, 1 a draw, 0 a loss. Without an opponent 2 is a bye that
    the pairing gave, 1 one that was asked for, and 0 an absence.
    """

    opponent: int | None
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Record:
    """A person and their rounds so far. ``seed`` orders people before the first round, 1 first.

    ``here`` is whether they are to be paired now.
    """

    key: int
    seed: int
    past: tuple[Past, ...] = field(default=())
    here: bool = True

    @property
    def score(self) -> int:
        """Half points."""
        return sum(played.points for played in self.past)

    @property
    def meetings(self) -> Counter[int]:
        """How often they played each of the others."""
        return Counter(p.opponent for p in self.past if p.opponent is not None)

    @property
    def balance(self) -> int:
        """Rounds Uptown less rounds Downtown."""
        sides = [p.side for p in self.past if p.opponent is not None]
        return sides.count(UPTOWN) - sides.count(DOWNTOWN)

    @property
    def byes(self) -> int:
        """How often they got a full point without playing."""
        return sum(p.opponent is None and p.points == 2 for p in self.past)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, (Uptown, Downtown), best table first; and who has the bye, if anybody."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
