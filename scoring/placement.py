"""Placement points: what a place at one table is worth.

The rule is the house's own. Train gamers' tournaments score a table by a formula of this kind, but
theirs is not public; nothing here claims to be it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

P = TypeVar("P", bound=Hashable)

WINNER = Fraction(4)
LAST = Fraction(1)


def places(points: Mapping[P, int]) -> dict[P, tuple[int, int]]:
    """The first and last place that each player holds at a table, 1 being the best.

    A player alone on a place holds it twice, such as (2, 2); two who tie behind the winner both
    hold (2, 3). More points are better.
    """
    amounts = sorted(points.values(), reverse=True)
    first = {amount: place for place, amount in reversed(list(enumerate(amounts, start=1)))}
    last = {amount: place for place, amount in enumerate(amounts, start=1)}
    return {player: (first[amount], last[amount]) for player, amount in points.items()}


def place_worth(place: Fraction, size: int) -> Fraction:
    """Placement points of a place at a table of ``size``: evenly spaced from 4 down to 1.

    ``place`` may lie between two places. Whoever sits alone wins.
    """
    if size == 1:
        return WINNER
    return WINNER - (WINNER - LAST) * (place - 1) / (size - 1)


def table_points(points: Mapping[P, int]) -> dict[P, Fraction]:
    """Placement points of one table, exact, from the game points of its players.

    House rule: the winner gets 4, the last 1, those between evenly spaced, whatever the size of
    the table (four players: 4, 3, 2, 1; three: 4, 2½, 1). Players who tie share the mean of their
    places, so that a table always hands out the same sum.
    """
    size = len(points)
    return {
        player: place_worth(Fraction(first + last, 2), size)
        for player, (first, last) in places(points).items()
    }
