"""The places that the players hold at a table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

P = TypeVar("P", bound=Hashable)

#: A player's result in a game: the game points, then the game's own tie-breaks in order. More is
#: better.
Merit = tuple[int, ...]


def added(one: Sequence[int], other: Sequence[int]) -> Merit:
    """Two results together, such as those of two hands; what one of them lacks is nothing."""
    return tuple(map(sum, zip_longest(one, other, fillvalue=0)))


def places(merits: Mapping[P, Merit]) -> dict[P, tuple[int, int]]:
    """The first and last place that each player holds at a table, 1 being the best.

    A player alone on a place holds it twice, such as (2, 2); two who tie behind the winner both
    hold (2, 3).
    """
    ordered = sorted(merits.values(), reverse=True)
    first = {merit: place for place, merit in reversed(list(enumerate(ordered, start=1)))}
    last = {merit: place for place, merit in enumerate(ordered, start=1)}
    return {player: (first[merit], last[merit]) for player, merit in merits.items()}
