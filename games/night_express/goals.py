"""Secret route goals: how many of the two objectives of a card a player has met.

Source: night-express.txt, Step 1 and Final scoring. What an objective can be is a closed list
(``pack.AIMS``): ruling N10.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.night_express.pack import AIMS, GREY, RED, ROUNDS, YELLOW, Aim

if TYPE_CHECKING:
    from games.night_express.rules import State


def met(state: State, player: int) -> int:
    """How many of both objectives."""
    goal = state.kept[player]
    if goal < 0:
        return 0
    return sum(reaches(state, player, aim) for aim in state.model.pack.goals[goal].aims)


def reaches(state: State, player: int, aim: Aim) -> bool:
    return COUNTS[AIMS[aim.kind]](state, player, aim) >= aim.amount


def _own(state: State, player: int) -> list[int]:
    """Where a player's routes are."""
    places = range(ROUNDS * player, ROUNDS * (player + 1))
    return [where for where in places if state.route[where] >= 0]


def _city(state: State, player: int, aim: Aim) -> int:
    cities = state.model.route_cities
    return sum(aim.city in cities[state.route[where]] for where in _own(state, player))


def _cities(state: State, player: int, aim: Aim) -> int:
    seen = 0
    for where in _own(state, player):
        seen |= state.model.city_mask[state.route[where]]
    return seen.bit_count()


def _hsp_routes(state: State, player: int, aim: Aim) -> int:
    routes = state.model.pack.routes
    return sum(routes[state.route[where]].hsp for where in _own(state, player))


def _trains(cls: int) -> Count:
    def count(state: State, player: int, aim: Aim) -> int:
        trains = state.model.pack.trains
        there = [state.train[where] for where in _own(state, player)]
        return sum(train >= 0 and trains[train].cls == cls for train in there)

    return count


def _bought(state: State, player: int, aim: Aim) -> int:
    places = _own(state, player)
    return sum(state.train[where] >= 0 and not state.leased[where] for where in places)


def _options(state: State, player: int, aim: Aim) -> int:
    return sum(state.options[where].bit_count() for where in _own(state, player))


def _specials(state: State, player: int, aim: Aim) -> int:
    counts = state.model.special_count
    return sum(counts[state.special[where]] for where in _own(state, player))


def _service_points(state: State, player: int, aim: Aim) -> int:
    return state.posts[player].bit_count()


def _upgraded(state: State, player: int, aim: Aim) -> int:
    return state.plus[player].bit_count()


Count = Callable[["State", int, Aim], int]
COUNTS: Final[dict[str, Count]] = {
    "city": _city,
    "hsp_routes": _hsp_routes,
    "red": _trains(RED),
    "grey": _trains(GREY),
    "yellow": _trains(YELLOW),
    "bought": _bought,
    "options": _options,
    "specials": _specials,
    "service_points": _service_points,
    "upgraded": _upgraded,
    "cities": _cities,
}
"""How much of each kind of ``AIMS`` a player has."""
