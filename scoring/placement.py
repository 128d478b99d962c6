"""Placement points: what a place at one table is worth.

The rule is the house's own. Train gamers' tournaments score a table by a formula of this kind, but
theirs is not public; nothing here claims to be it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

P = TypeVar("P", bound=Hashable)

#: What a player ends a game with: the game points, then what the game itself breaks ties by, in
#: order. More is better.
Merit = tuple[int, ...]

WINNER = Fraction(4)
LAST = Fraction(1)


def places(merits: Mapping[P, Merit]) -> dict[P, tuple[int, int]]:
    """The first and last place that each player holds at a table, 1 being the best.

    A player alone on a place holds it twice, such as (2, 2); two who tie behind the winner both
    hold (2, 3).
    """
    ordered = sorted(merits.values(), reverse=True)
    first = {merit: place for place, merit in reversed(list(enumerate(ordered, start=1)))}
    last = {merit: place for place, merit in enumerate(ordered, start=1)}
    return {player: (first[merit], last[merit]) for player, merit in merits.items()}


def place_worth(place: Fraction, size: int) -> Fraction:
    """Placement points of a place at a table of ``size``: evenly spaced from 4 down to 1.

    ``place`` may lie between two places. Whoever sits alone wins.
    """
    if size == 1:
        return WINNER
    return WINNER - (WINNER - LAST) * (place - 1) / (size - 1)


def table_points(merits: Mapping[P, Merit]) -> dict[P, Fraction]:
    """Placement points of one table, exact, from what its players ended the game with.

    House rule: the winner gets 4, the last 1, those between evenly spaced, whatever the size of
    the table (four players: 4, 3, 2, 1; three: 4, 2½, 1). Players who tie share the mean of their
    places, so that a table always hands out the same sum.
    """
    size = len(merits)
    return {
        player: place_worth(Fraction(first + last, 2), size)
        for player, (first, last) in places(merits).items()
    }
