"""A player for demonstrations: looks one move ahead and takes what looks best."""

from __future__ import annotations

import random
from typing import Final

from games.terminus import scoring
from games.terminus.income import PASSED
from games.terminus.model import Action
from games.terminus.names import bits
from games.terminus.pack import CYCLES, MOST_LOBBYISTS, ZONES
from games.terminus.phases import BUILDS, BUYING, CHOOSING, DRAWING, LOBBYIST, SITES
from games.terminus.rules import State

# What things are worth to the bot, in Prestige. Chosen by playing it against itself.
COIN: Final = 0.28
CUBES: Final = (0.6, 1.3, 1.0, 0.8)
WANTED: Final = (4, 2, 2, 2)
"""Of each resource, as many as are of use soon; any more are worth little."""
RAIL: Final = 0.45
RAILS_WANTED: Final = 6
SPARE: Final = 0.05
STOP: Final = 4.5
HUB: Final = 4.0
CAPACITY: Final = 1.6
CAPACITY_WANTED: Final = 3
PLOTS: Final = 0.15
"""A Block beside an own Stop that can still get a Development."""
LOBBYIST_PLACED: Final = 0.2
AGENDA: Final = 2.0
UPGRADE: Final = 1.2
HOPE: Final = 0.2
"""The share of a Project's Prestige that lobbying for it is worth at once."""
STEP: Final = 0.12
"""The cost of going one Zone further."""
PENDING: Final = {BUILDS: 5.0, SITES: 3.0, LOBBYIST: 0.5, DRAWING: 2.2, CHOOSING: 2.2, BUYING: 0.2}
"""The promise of an action that has begun."""
OFF: Final = 0.4
"""By how much a look may be off: else bots of one mind would all want the same."""


def greedy(state: State, player: int, rnd: random.Random) -> Action:
    """The legal move with the best position after it, by a judgement a little off."""

    def after(action: Action) -> float:
        twin = state.copy()
        twin.apply(player, action)
        return worth(twin, player) + OFF * rnd.random()

    return max(state.legal_actions(player), key=after)


def worth(state: State, player: int) -> float:
    """How a player's side looks, in Prestige; what is hidden from the player does not count."""
    total = float(scoring.total(state, player)) + COIN * state.coins[player]
    cubes = state.cubes[4 * player : 4 * player + 4]
    for each, wanted, count in zip(CUBES, WANTED, cubes, strict=True):
        total += _useful(count, wanted, each)
    total += _useful(state.rails[player], RAILS_WANTED, RAIL)
    total += _useful(state.buildable(player), CAPACITY_WANTED, CAPACITY)
    total += STOP * state.stops[player].bit_count() + HUB * state.hubs[player].bit_count()
    total += PLOTS * (state.near[player] & ~state.developed & ~state.railed).bit_count()
    total += LOBBYIST_PLACED * sum(there >> player & 1 for there in state.lobbied if there)
    total += LOBBYIST_PLACED * state.heard[player].bit_count()
    total += AGENDA * len(state.agendas[player])
    total += UPGRADE * state.upgrades[player].bit_count()
    total += _hopes(state, player) + _doing(state, player)
    return total - STEP * _gone(state, player)


def _useful(count: int, wanted: int, each: float) -> float:
    return each * min(count, wanted) + SPARE * count


def _hopes(state: State, player: int) -> float:
    """The promise of Projects that are lobbied for, and of links that are open."""
    total = 0.0
    for each in scoring.projects(state, player):
        columns = state.model.pack.projects[each.card].columns
        best = columns[min(each.lobbyists, MOST_LOBBYISTS) - 2][1]
        total += HOPE * max(best - each.value, 0)
    for end in bits(state.stops[player])[-1:]:
        total += PLOTS * len(state.model.links_at[end])
    return total


def _doing(state: State, player: int) -> float:
    return PENDING.get(state.phase, 0.0) if state.turn == player else 0.0


def _gone(state: State, player: int) -> int:
    """How far round the loop the Player Marker is in this Year."""
    if state.zone[player] == PASSED:
        return CYCLES * len(ZONES)
    return len(ZONES) * (state.cycle[player] - 1) + state.zone[player] + 1
