"""The people of a pairing, and their history."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

UPTOWN, DOWNTOWN = "uptown", "downtown"


@dataclass(frozen=True, slots=True)
class Past:
    """One round of one person: whom they played (None: nobody), on which side, and what they got.

    ``points`` are half points: 2 a win, 1 a draw, 0 a loss. Without an opponent 2 is a bye, which
    the pairing gave or, if it ``was_given``, a person; 1 one that was asked for, and 0 an absence.
    A game that was not ``played`` was won or lost by default: the two have not met.
    """

    opponent: int | None
    side: str
    points: int
    # Left out of the repr, by which earlier rounds know what they were made from.
    played: bool = field(default=True, repr=False)
    was_given: bool = field(default=False, repr=False)

    @property
    def is_game(self) -> bool:
        """Whether there was a game against somebody."""
        return self.opponent is not None and self.played


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
        return Counter(p.opponent for p in self.past if p.opponent is not None and p.played)

    @property
    def balance(self) -> int:
        """Rounds Uptown less rounds Downtown."""
        sides = [p.side for p in self.past if p.is_game]
        return sides.count(UPTOWN) - sides.count(DOWNTOWN)

    @property
    def byes(self) -> int:
        """How often they got a full point without playing."""
        return sum(p.points == 2 and not p.is_game for p in self.past)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, (Uptown, Downtown), best table first; and who has the bye, if anybody."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
