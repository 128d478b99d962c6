"""Ratings over many events, from the first result on, by openskill.

A rating is an estimate of strength with its uncertainty; it is shown, and decides no place in any
standings. It is made of floats, so it is recomputed from all results in their order: the same
results give the same ratings, whenever and however often that is done.

A rating may fade: while somebody does not play, its uncertainty grows, as in Glicko, and what is
shown falls with it. The mean stays, and a few games bring the rating back. How fast is a number of
ours: days after which nothing is left of what was known, so that a newcomer is as uncertain.

``python -m tests.scoring.rating_study`` compares the models, fading and not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from scoring.placement import Merit, P, places

#: What a rating may be estimated by. The site uses the first.
MODELS: Mapping[str, Callable[[], Any]] = {
    "plackett-luce": PlackettLuce,
    "bradley-terry": BradleyTerryFull,
    "thurstone-mosteller": ThurstoneMostellerFull,
}
MODEL = "plackett-luce"

#: What a rating is shown less: nearly always (three deviations) the strength is above that.
DEVIATIONS = 3
FEWEST_PLAYERS = 2
#: A rating of fewer games says little yet.
PROVISIONAL_GAMES = 10
#: The deviation of a newcomer, and the bounds of the days in which ratings fade.
NEWCOMER: float = PlackettLuce().sigma
SHORTEST_FADE, LONGEST_FADE = 30, 3650


class Played(NamedTuple, Generic[P]):
    """The result of a table, and when it was played, in days from any day on."""

    merits: Mapping[P, Merit]
    day: float = 0


def shown(mean: float, deviation: float) -> int:
    """A rating as a number for people: a newcomer has 0, and the unsure are placed low."""
    return round((mean - DEVIATIONS * deviation) * 40)


@dataclass(frozen=True, slots=True)
class Rating(Generic[P]):
    """The rating of a player after a game: mean and standard deviation of the strength.

    ``game`` counts the games from 0 in the order in which they were given; ``day`` is when it was
    played.
    """

    player: P
    game: int
    mean: float
    deviation: float
    day: float = 0

    @property
    def shown(self) -> int:
        return shown(self.mean, self.deviation)


def faded(deviation: float, days: float, fade: int | None) -> float:
    """The deviation of a rating after ``days`` without a game; never above a newcomer's.

    The variance grows by the same amount each day, so that ``fade`` days are enough for everybody.
    None: ratings do not fade.
    """
    if fade is None or days <= 0:
        return deviation
    return min(math.hypot(deviation, NEWCOMER * math.sqrt(days / fade)), NEWCOMER)


def rate(
    games: Iterable[Played[P]], *, fade: int | None = None, model: str = MODEL
) -> list[Rating[P]]:
    """The rating of each player after each game, in order, from games in their order.

    Players who share a place are tied. A game of fewer than two rates nobody. With ``fade`` a
    rating fades between two games of its player, see ``faded``.
    """
    estimate = MODELS[model]()
    latest: dict[P, Rating[P]] = {}
    found: list[Rating[P]] = []
    for number, (merits, day) in enumerate(games):
        if len(merits) < FEWEST_PLAYERS:
            continue
        # The order of a table's players must not matter, not even in the last bit.
        players = sorted(merits, key=lambda player: (places(merits)[player], str(player)))
        ranks = [float(places(merits)[player][0]) for player in players]
        teams = [[_before(estimate, latest.get(player), day, fade)] for player in players]
        for player, (made,) in zip(players, estimate.rate(teams, ranks=ranks), strict=True):
            latest[player] = Rating(player, number, made.mu, made.sigma, day)
            found.append(latest[player])
    return found


def _before(estimate: Any, last: Rating[P] | None, day: float, fade: int | None) -> Any:
    """The rating of a player before a game on ``day``, as a model takes it."""
    if last is None:
        return estimate.rating()
    return estimate.rating(mu=last.mean, sigma=faded(last.deviation, day - last.day, fade))


def standing_on(
    ratings: Iterable[Rating[P]], day: float, *, fade: int | None = None
) -> list[Rating[P]]:
    """The latest rating of each player as it is on ``day``, the highest first."""
    latest = {rating.player: rating for rating in ratings}
    now = [
        replace(one, deviation=faded(one.deviation, day - one.day, fade)) for one in latest.values()
    ]
    return sorted(now, key=lambda one: (-one.shown, str(one.player)))
