"""The legal moves of a player: quick, from tables. adjudication.py says the same plainly.

Source: terminus.txt, Taking a Turn and Actions; R and T numbers are rulings (notation.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.terminus import building, income, spots
from games.terminus.consequences import discount
from games.terminus.model import NOWHERE, Action
from games.terminus.names import ON_DISPLAY, bits
from games.terminus.pack import (
    AGENDAS_KEPT,
    BLUEPRINT,
    BUILD,
    BUILD_CONSTRUCTION,
    BUILD_PERMITS,
    BUILDING,
    CAPACITY,
    CONSTRUCTION,
    CYCLES,
    DEVELOP,
    FEWEST,
    LOBBY,
    MOST_LOBBYISTS,
    PERMIT,
    POWER,
    PROJECT_ROWS,
    RAIL_PACKS,
    SUPPLY,
    UPGRADE_COINS,
    UPGRADES,
    ZONES,
    Effect,
)
from games.terminus.phases import (
    BUILDS,
    BUYING,
    CHOOSING,
    KEEPING,
    LOBBYIST,
    OTHER_BONUS,
    PRIMES,
    REWARDS,
    SITES,
    SURPLUS,
    TURN,
    UNLOCKING,
)

if TYPE_CHECKING:
    from games.terminus.rules import State

Moves = list[Action]


def sealed(state: State, player: int) -> Moves:
    """A choice that everybody makes in secret: an Agenda to keep, or a Bonus."""
    if state.phase == KEEPING:
        return [state.model.keep[card] for card in state.drawn[player]]
    return state.model.bonus


def _primes(state: State, player: int) -> Moves:
    owner = state.owner
    return [action for action in state.model.prime if owner[action.item] == NOWHERE]


def _other_bonus(state: State, player: int) -> Moves:
    """The resources that can be collected in full; or what there is of the one chosen."""
    bonuses, own = state.model.pack.board.bonuses, state.bonus[player]
    return [
        action
        for action in state.model.bonus
        if action.item == own or income.in_full(state, player, bonuses[action.item])
    ]


def _rewards(state: State, player: int) -> Moves:
    return [state.model.reward[item] for item in income.reward_choices(state, player)]


def _surplus(state: State, player: int) -> Moves:
    return [action for action in state.model.give if state.cubes[4 * player + action.item]]


def _turn(state: State, player: int) -> Moves:
    """Pass, go on to the next cycle, or begin an action in a Zone further on."""
    model, coins = state.model, state.coins[player]
    found = [model.end_year]
    if state.cycle[player] < CYCLES and not state.crossed and state.zone[player] != NOWHERE:
        found.append(model.checkpoint)
    toll = state.automa_zone
    for zone in range(state.zone[player] + 1, len(ZONES)):
        if zone != toll:
            _in_zone(state, player, zone, coins, found)
        elif coins:
            _in_zone(state, player, zone, coins - 1, found)
    return found


def _in_zone(state: State, player: int, zone: int, coins: int, found: Moves) -> None:
    ZONE_OFFERS[zone](state, player, coins, found)
    icon = state.model.icon[zone]
    if icon:
        mine = 1 << player
        for tile, there in enumerate(state.lobbied):
            if there & mine and icon >> tile & 1:
                effect = state.model.pack.developments[tile].effect
                if _can_perform(state, player, effect, coins):
                    found.append(state.model.use[tile])
    if state.upgrades[player]:
        for tile, action in state.model.use_upgrade.items():
            if action.zone == zone and state.upgrades[player] >> tile & 1:
                power = state.model.pack.upgrades[tile].action
                if power and _can_perform(state, player, power, coins):
                    found.append(action)


def _can_perform(state: State, player: int, effect: Effect, coins: int) -> bool:
    cost = effect.cost
    if cost.coins > coins or cost.rails > state.rails[player]:
        return False
    for cube, count in enumerate(cost.cubes):
        if count > state.cubes[4 * player + cube]:
            return False
    if effect.kind == BUILDING:
        return building.can_build(state, player)
    if effect.kind == CAPACITY:
        return state.capacity[player] + effect.amount <= len(state.model.pack.board.power)
    return income.in_full(state, player, effect.gain)


def _develop(state: State, player: int, coins: int, found: Moves) -> None:
    _demands(state, player, DEVELOP, found)
    model, at = state.model, 4 * player
    if state.cubes[at + PERMIT] and state.lobbyists[player]:
        blocks = state.near[player] & ~state.developed & ~state.railed
        if blocks:
            fits = [bool(blocks & zoned) for zoned in model.zoned]
            site, kinds = state.site, model.type_of
            found += [
                action
                for action in model.place
                if site[action.item] == ON_DISPLAY and fits[kinds[action.item]]
            ]
    found += [model.move_from[DEVELOP][spot] for spot in spots.movable(state, player)]


def _demands(state: State, player: int, zone: int, found: Moves) -> None:
    if not state.cubes[4 * player + POWER]:
        return
    model = state.model
    count = len(model.in_district)
    held = state.demands[count * player : count * player + count]
    if sum(held) >= len(model.pack.board.demands):
        return
    stops, token, demand = state.stops[player], state.token, model.demand[zone]
    for tile, site in enumerate(state.site):
        if site >= 0 and token[tile] >= 0:
            district = token[tile]
            if (stops & model.in_district[district]).bit_count() > held[district]:
                found.append(demand[tile])


def _lobby(state: State, player: int, coins: int, found: Moves) -> None:
    model = state.model
    found += [model.move_from[LOBBY][spot] for spot in spots.movable(state, player)]
    if not state.cubes[4 * player + PERMIT]:
        return
    if len(state.agendas[player]) < AGENDAS_KEPT:
        found.append(model.draw_agendas)
    left = state.lobbyists[player]
    if not left:
        return
    for card, rows in zip(state.display, state.rows, strict=True):
        low, high = FEWEST, MOST_LOBBYISTS
        for seat, count in rows:
            if seat == player:
                low, high = 1, min(FEWEST, MOST_LOBBYISTS - count)
                break
        else:
            if len(rows) == PROJECT_ROWS:
                continue
        found += model.lobbying[card][low - 1 : min(high, left)]


def _improve(state: State, player: int, coins: int, found: Moves) -> None:
    have = state.upgrades[player]
    second = bool(have)
    if (
        coins >= UPGRADE_COINS
        and have.bit_count() < UPGRADES
        and (not second or state.cubes[4 * player + BLUEPRINT])
    ):
        left = state.upgrades_left
        for action in state.model.upgrade:
            if left[action.item] and not have >> action.item & 1:
                found.append(action)
    _buy(state, BLUEPRINT, coins, found)


def _buy(state: State, cube: int, coins: int, found: Moves) -> None:
    model, left = state.model, state.market[cube]
    costs = model.trades[state.players == 2][cube].costs[left]  # grey spaces
    affordable = 0
    while affordable < left and costs[affordable + 1] <= coins:
        affordable += 1
    found += model.buy[cube][:affordable]


def _market(state: State, player: int, coins: int, found: Moves) -> None:
    _buy(state, PERMIT, coins, found)
    _buy(state, POWER, coins, found)


def _supply(state: State, player: int, coins: int, found: Moves) -> None:
    model, at, old = state.model, 4 * player, state.capacity[player]
    paid, power = model.step_power, state.cubes[at + POWER]
    most = min(state.cubes[at + CONSTRUCTION], len(paid) - 1 - old)
    steps = 0
    while steps < most and paid[old + steps + 1] - paid[old] <= power:
        steps += 1
    found += model.capacity[:steps]
    if state.market[CONSTRUCTION]:
        found.append(model.construction)
    _rails(state, player, coins, model.rails[SUPPLY], found)


def _rails(state: State, player: int, coins: int, packs: Moves, found: Moves) -> None:
    left = state.rails_left[player]
    for (rails, price), action in zip(RAIL_PACKS, packs, strict=True):
        if price <= coins and rails <= left:
            found.append(action)


def _build(state: State, player: int, coins: int, found: Moves) -> None:
    at = 4 * player
    if state.cubes[at + PERMIT] >= BUILD_PERMITS:
        need = BUILD_CONSTRUCTION
        if state.upgrades[player]:
            need -= discount(state, player)
        if state.cubes[at + CONSTRUCTION] >= need and building.can_build(state, player):
            found.append(state.model.build)
    _demands(state, player, BUILD, found)
    _rails(state, player, coins, state.model.rails[BUILD], found)


def _choosing(state: State, player: int) -> Moves:
    return [state.model.keep[card] for card in state.drawn[player]]


def _sites(state: State, player: int) -> Moves:
    blocks = state.near[player] & ~state.developed & ~state.railed
    blocks &= state.model.zoned[state.model.type_of[state.item]]
    return [state.model.site[block] for block in bits(blocks)]


def _lobbyist(state: State, player: int) -> Moves:
    return [state.model.move_to[spot] for spot in spots.destinations(state, player, state.item)]


def _unlocking(state: State, player: int) -> Moves:
    return [each for each in state.model.unlock if not state.unlocked[player] >> each.item & 1]


def _buying(state: State, player: int) -> Moves:
    found = [state.model.done]
    _rails(state, player, state.coins[player], state.model.more_rails, found)
    return found


def _builds(state: State, player: int) -> Moves:
    """Rulings R3: not done before anything is placed; a Development's Build has its limit."""
    model = state.model
    found = [model.done] if state.made else []
    if state.made < state.most:
        found += [model.link[link] for link in building.links(state, player)]
        found += [model.hub[plot] for plot in bits(building.stations(state, player))]
    return found


ZONE_OFFERS: Final[list[Callable[[State, int, int, Moves], None]]] = [
    _develop,
    _lobby,
    _improve,
    _market,
    _supply,
    _build,
]
OFFERS: Final[dict[int, Callable[[State, int], Moves]]] = {
    PRIMES: _primes,
    OTHER_BONUS: _other_bonus,
    REWARDS: _rewards,
    SURPLUS: _surplus,
    TURN: _turn,
    CHOOSING: _choosing,
    SITES: _sites,
    LOBBYIST: _lobbyist,
    UNLOCKING: _unlocking,
    BUYING: _buying,
    BUILDS: _builds,
}
