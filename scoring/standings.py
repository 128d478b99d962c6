"""The order of the players of a tournament, from the results of its tables.

House rules, stated on the standings page as well:

- the score is the sum of placement points (``scoring.placement``) of the preliminary rounds;
- equal scores: more wins first, then more game points; who is still equal shares a place;
- a shared first place at a table is a win for each who shares it;
- the final decides the top places among those who play it, and everybody else keeps the
  preliminary order behind them. Finalists whom the final cannot tell apart stand in their
  preliminary order;
- where a game breaks ties by a rule of its own, its order is that of the table.

No float decides a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any, Generic

from scoring.placement import Merit, P, places, table_points


class Why(StrEnum):
    """Why a row stands above the next one."""

    FINAL = "final"  # more points in the final
    FINALIST = "finalist"  # played the final, the next did not
    SCORE = "score"
    WINS = "wins"
    GAME_POINTS = "game points"
    SHARED = "shared"  # it does not: they share the place


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's preliminary games add up to."""

    score: Fraction = Fraction(0)
    wins: int = 0
    game_points: int = 0
    games: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.score + other.score,
            self.wins + other.wins,
            self.game_points + other.game_points,
            self.games + other.games,
        )


@dataclass(frozen=True, slots=True)
class Row(Generic[P]):
    """A player's row. ``rank`` counts the rows from 1; who shares a place has the same ``place``.

    ``why_above`` tells why it stands above the next row; the last row has none.
    """

    player: P
    rank: int
    place: int
    tally: Tally
    why_above: Why | None


def tally(games: Iterable[Mapping[P, Merit]]) -> dict[P, Tally]:
    """Add up games, each with what the players of one table ended it with."""
    total: dict[P, Tally] = {}
    for game in games:
        worth, held = table_points(game), places(game)
        for player, (points, *_tie_breaks) in game.items():
            won = int(held[player][0] == 1)
            total[player] = total.get(player, Tally()) + Tally(worth[player], won, points, 1)
    return total


def rank(
    tallies: Mapping[P, Tally],
    *,
    key: Callable[[P], Any],
    final: Mapping[P, Merit] | None = None,
) -> list[Row[P]]:
    """The rows of all players, best first.

    ``key`` gives each player something of their own to sort by, such as name and number: it orders
    the rows within a shared place and decides no place. ``final`` has what the finalists ended it
    with.
    """
    final = final or {}
    everybody = {**dict.fromkeys(final, Tally()), **tallies}

    def merit(player: P) -> tuple[int, Merit, Fraction, int, int]:
        mine = everybody[player]
        played = int(player in final)
        return (played, final.get(player, ()), mine.score, mine.wins, mine.game_points)

    merits = {player: merit(player) for player in everybody}
    ordered = sorted(everybody, key=key)
    ordered.sort(key=merits.__getitem__, reverse=True)
    reasons = [_why(merits[above], merits[below]) for above, below in pairwise(ordered)]
    return [
        Row(player, number, place, everybody[player], why)
        for number, (player, place, why) in enumerate(
            zip(ordered, _shared_places(reasons), [*reasons, None], strict=False), start=1
        )
    ]


def _why(above: Sequence[Any], below: Sequence[Any]) -> Why:
    names = (Why.FINALIST, Why.FINAL, Why.SCORE, Why.WINS, Why.GAME_POINTS)
    for name, mine, theirs in zip(names, above, below, strict=True):
        if mine != theirs:
            return name
    return Why.SHARED


def _shared_places(reasons: Sequence[Why]) -> list[int]:
    """The place of each row, given why each stands above the next."""
    found = [1]
    for number, why in enumerate(reasons, start=2):
        found.append(found[-1] if why is Why.SHARED else number)
    return found
