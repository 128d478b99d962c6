"""The formulas of points schemes, exact: from places and points at one table to scores.

Each formula takes a table and gives each player a fraction. Places that are shared are worth the
mean of what they would be worth one by one, so that a table hands out the same sum whatever the
ties; that is so in every formula that goes by places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol

from scoring.placement import Merit, P, places

NOTHING = Fraction(0)
SECOND = 2


@dataclass(frozen=True, slots=True)
class Played(Generic[P]):
    """A table's result with the places held; ``debut`` has those whose first game it is."""

    round: int
    merits: Mapping[P, Merit]
    held: Mapping[P, tuple[int, int]]
    debut: frozenset[P]

    @classmethod
    def of(
        cls, merits: Mapping[P, Merit], *, round_: int = 1, debut: frozenset[P] = frozenset()
    ) -> Played[P]:
        return cls(round_, merits, places(merits), debut)


class Formula(Protocol):
    """From a table to what it is worth for each of its players.

    One that ``needs_points`` divides them, and says nothing of points below zero.
    """

    @property
    def needs_points(self) -> bool: ...

    def worth(self, table: Played[Any]) -> dict[Any, Fraction]: ...


@dataclass(frozen=True, slots=True)
class Places:
    """Points by place: a list of points, best place first, for each size of table.

    A size that has no list uses that of the nearest size that has one, the larger of two as near.
    With ``stretch`` it is stretched over the table: the first and the last place are worth what
    they are in the list, those between lie on straight lines through it. Without, the list is cut
    short, and places beyond it are worth nothing.
    """

    lists: Mapping[int, tuple[Fraction, ...]]
    stretch: bool
    needs_points: ClassVar[bool] = False
    _known: dict[tuple[int, int, int], Fraction] = field(default_factory=dict, compare=False)

    def worth(self, table: Played[P]) -> dict[P, Fraction]:
        size = len(table.merits)
        return {player: self.shared(size, *held) for player, held in table.held.items()}

    def shared(self, size: int, first: int, last: int) -> Fraction:
        """The score of each player who shares the places from ``first`` to ``last``."""
        key = (size, first, last)
        if key not in self._known:
            each = [self._alone(size, place) for place in range(first, last + 1)]
            self._known[key] = sum(each, NOTHING) / len(each)
        return self._known[key]

    def _alone(self, size: int, place: int) -> Fraction:
        points = self.lists[min(self.lists, key=lambda known: (abs(known - size), -known))]
        if not self.stretch or len(points) == size:
            return points[place - 1] if place <= len(points) else NOTHING
        if size == 1:
            return points[0]
        whole, rest = divmod(Fraction((place - 1) * (len(points) - 1), size - 1), 1)
        after = min(whole + 1, len(points) - 1)
        return points[whole] + rest * (points[after] - points[whole])


@dataclass(frozen=True, slots=True)
class CloseGame:
    """Points by place, and a bonus for a close game that is always below ``most``.

    A player behind the winner gets ``most`` times own points / (winner's points + 1), the winner
    that of the best of the others. Points below zero count as zero. So nobody gains by letting
    another one catch up, and the bonus never changes the order at a table.
    """

    by_place: Places
    most: Fraction
    needs_points: ClassVar[bool] = True

    def worth(self, table: Played[P]) -> dict[P, Fraction]:
        worth = self.by_place.worth(table)
        points = {player: max(merit[0], 0) for player, merit in table.merits.items()}
        highest = sorted(points.values(), reverse=True)[:2]
        if len(highest) == SECOND:
            for player, own in points.items():
                near = min(own, highest[1])
                worth[player] += self.most * Fraction(near, highest[0] + 1)
        return worth

    def worth_of_fewer(self, table: Played[P]) -> dict[P, Fraction]:
        """The same where fewer points are better; the merits have them below zero.

        A player behind the winner gets ``most`` times the winner's points / (own points + 1).
        """
        worth = self.by_place.worth(table)
        points = {player: max(-merit[0], 0) for player, merit in table.merits.items()}
        lowest = sorted(points.values())[:2]
        if len(lowest) == SECOND:
            for player, own in points.items():
                worth[player] += self.most * Fraction(lowest[0], max(own, lowest[1]) + 1)
        return worth


@dataclass(frozen=True, slots=True)
class FirstsAndSeconds:
    """Only wins and second places score; how near the others were adds a little (Latto).

    ``second`` is by the size of the table; another size counts as the nearest that is there, the
    larger of two as near. Ratios are of game points, 0 if there is nothing to divide, and a loser
    below one point counts as one.
    """

    debut_win: Fraction
    win: Fraction
    second: Mapping[int, Fraction]
    second_ratio: Fraction
    needs_points: ClassVar[bool] = True

    def worth(self, table: Played[P]) -> dict[P, Fraction]:
        return {player: self._one(table, player) for player in table.merits}

    def _one(self, table: Played[P], player: P) -> Fraction:
        own, first = table.merits[player][0], table.held[player][0]
        others = [merit[0] for rival, merit in table.merits.items() if rival != player]
        if first == 1:
            base = self.debut_win if player in table.debut else self.win
            return base + (Fraction(max(own, 0), max(*others, 1)) if others else NOTHING)
        if first != SECOND:
            return NOTHING
        size = len(table.merits)
        known = min(self.second, key=lambda other: (abs(other - size), -other))
        return self.second[known] + self.second_ratio * Fraction(max(own, 0), max(*others, 1))


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the table's points that a player has, times ``of``.

    Points below zero count as zero. Where nobody has any, all have the same part.
    """

    of: Fraction
    needs_points: ClassVar[bool] = True

    def worth(self, table: Played[P]) -> dict[P, Fraction]:
        return {player: self.of * part for player, part in shares(table.merits).items()}


@dataclass(frozen=True, slots=True)
class GamePoints:
    """The points of the game, as they are."""

    needs_points: ClassVar[bool] = False

    def worth(self, table: Played[P]) -> dict[P, Fraction]:
        return {player: Fraction(merit[0]) for player, merit in table.merits.items()}


def shares(merits: Mapping[P, Merit]) -> dict[P, Fraction]:
    """The part of the table's points that each player has; see ``Share``."""
    points = {player: max(merit[0], 0) for player, merit in merits.items()}
    total = sum(points.values())
    if not total:
        return dict.fromkeys(points, Fraction(1, max(len(points), 1)))
    return {player: Fraction(own, total) for player, own in points.items()}
