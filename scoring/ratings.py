"""Ratings over many events, from the first result on, by openskill (Plackett-Luce).

A rating is an estimate of strength with its uncertainty; it is shown, and decides no place in any
standings. It is made of floats, so it is recomputed from all results in their order: the same
results give the same ratings, whenever and however often that is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from openskill.models import PlackettLuce

from scoring.placement import Merit, P, places

#: What a rating is shown less: nearly always (three deviations) the strength is above that.
DEVIATIONS = 3
FEWEST_PLAYERS = 2
#: A rating of fewer games says little yet.
PROVISIONAL_GAMES = 10


@dataclass(frozen=True, slots=True)
class Rating(Generic[P]):
    """The rating of a player after a game: mean and standard deviation of the strength.

    ``game`` counts the games from 0 in the order in which they were given.
    """

    player: P
    game: int
    mean: float
    deviation: float

    @property
    def shown(self) -> int:
        """A number for people: a newcomer has 0, and the unsure are placed low."""
        return round((self.mean - DEVIATIONS * self.deviation) * 40)


def rate(games: Iterable[Mapping[P, Merit]]) -> list[Rating[P]]:
    """The rating of each player after each game, in order, from games in their order.

    Players who share a place are tied. A game of fewer than two rates nobody.
    """
    model = PlackettLuce()
    now: dict[P, Any] = {}
    found: list[Rating[P]] = []
    for number, merits in enumerate(games):
        if len(merits) < FEWEST_PLAYERS:
            continue
        # The order of a table's players must not matter, not even in the last bit.
        players = sorted(merits, key=lambda player: (places(merits)[player], str(player)))
        ranks = [float(places(merits)[player][0]) for player in players]
        teams = [[now.get(player) or model.rating()] for player in players]
        for player, (rating,) in zip(players, model.rate(teams, ranks=ranks), strict=True):
            now[player] = rating
            found.append(Rating(player, number, rating.mu, rating.sigma))
    return found
