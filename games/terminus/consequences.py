"""The consequences of the moves of Terminus. Each function changes a position by one legal move.

Source: terminus.txt, Actions, by Zone; R and T numbers are rulings (notation.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.terminus import building, income, model, setup, spots
from games.terminus.model import HUB, NOWHERE, SECOND, Action
from games.terminus.pack import (
    BLUEPRINT,
    BUILD_CONSTRUCTION,
    BUILD_PERMITS,
    BUILDING,
    CAPACITY,
    CONNECTOR,
    CONSTRUCTION,
    DISCOUNT,
    DRAWN,
    PERMIT,
    POWER,
    RAIL_PACKS,
    UPGRADE_COINS,
    ZONES,
    Effect,
)
from games.terminus.phases import (
    BUILDS,
    BUYING,
    DRAWING,
    LOBBYIST,
    SITES,
    STOPPED,
    UNLOCKING,
)

if TYPE_CHECKING:
    from games.terminus.rules import State


def _enter(state: State, player: int, zone: int) -> None:
    """The Player Marker goes to a Zone. Source: Taking a Turn; Trigger 1.

    Who goes where the Automa is pays 1 coin, and it moves on counter-clockwise.
    """
    state.zone[player] = zone
    if zone == state.automa_zone:
        state.coins[player] -= 1
        steps = state.model.pack.sides[state.automa_side].steps
        state.automa_zone = (zone - steps) % len(ZONES)


def _spend(state: State, player: int, cube: int, count: int = 1) -> None:
    """Resources go back to the rightmost free spaces. Source: Collecting and spending resources."""
    state.cubes[4 * player + cube] -= count
    state.market[cube] += count


def _checkpoint(state: State, player: int, action: Action) -> None:
    """Source: Cycle Track; ruling T1."""
    state.cycle[player] += 1
    state.zone[player] = NOWHERE
    state.crossed = True


def _demand(state: State, player: int, action: Action) -> None:
    """Source: Develop Zone and Build Zone, take 1 Demand."""
    _enter(state, player, action.zone)
    _spend(state, player, POWER)
    district = state.token[action.item]
    state.token[action.item] = NOWHERE
    state.demands[player * len(state.model.pack.city.districts) + district] += 1
    income.end_turn(state)


def _development(state: State, player: int, action: Action) -> None:
    """Source: Develop Zone, take 1 Development."""
    _enter(state, player, action.zone)
    _spend(state, player, PERMIT)
    state.item, state.phase = action.item, SITES


def _site(state: State, player: int, action: Action) -> None:
    """The Demand token stays on the tile; a Lobbyist goes there."""
    state.site[state.item] = action.item
    state.developed |= 1 << action.item
    state.lobbied[state.item] |= 1 << player
    state.lobbyists[player] -= 1
    income.end_turn(state)


def _lobbyist_from(state: State, player: int, action: Action) -> None:
    """Source: Develop Zone and Lobby Zone, move 1 Lobbyist."""
    _enter(state, player, action.zone)
    spots.leave(state, player, action.item)
    state.item, state.phase = action.item, LOBBYIST


def _lobbyist_to(state: State, player: int, action: Action) -> None:
    spots.arrive(state, player, action.item)
    income.end_turn(state)


def _draw_agendas(state: State, player: int, action: Action) -> None:
    """Source: Lobby Zone, draw Agendas according to the Year."""
    _enter(state, player, action.zone)
    _spend(state, player, PERMIT)
    state.made, state.most = 0, DRAWN[state.year - 1]
    state.phase = DRAWING


def _lobby_project(state: State, player: int, action: Action) -> None:
    """Source: Lobby Zone, place Lobbyists on a Project."""
    _enter(state, player, action.zone)
    _spend(state, player, PERMIT)
    state.lobbyists[player] -= action.count
    at = state.display.index(action.item)
    rows = [(seat, count + action.count * (seat == player)) for seat, count in state.rows[at]]
    if all(seat != player for seat, _ in rows):
        rows.append((player, action.count))
    state.rows = (*state.rows[:at], tuple(rows), *state.rows[at + 1 :])
    income.end_turn(state)


def _upgrade(state: State, player: int, action: Action) -> None:
    """Source: Improve Zone: 2 coins, and a Blueprint for the second."""
    _enter(state, player, action.zone)
    state.coins[player] -= UPGRADE_COINS
    if state.upgrades[player]:
        _spend(state, player, BLUEPRINT)
    state.upgrades[player] |= 1 << action.item
    state.upgrades_left[action.item] -= 1
    income.end_turn(state)


def _buy(state: State, player: int, action: Action) -> None:
    """Source: Improve Zone and Market Zone: cube by cube from the leftmost column."""
    _enter(state, player, action.zone)
    cube, count = action.item, action.count
    trade = state.model.trades[state.players == 2][cube]  # grey spaces
    state.coins[player] -= trade.costs[state.market[cube]][count]
    state.market[cube] -= count
    state.cubes[4 * player + cube] += count
    income.end_turn(state)


def _capacity(state: State, player: int, action: Action) -> None:
    """Source: Supply Zone, move your Capacity Marker."""
    _enter(state, player, action.zone)
    power, old = state.model.step_power, state.capacity[player]
    _spend(state, player, CONSTRUCTION, action.count)
    _spend(state, player, POWER, power[old + action.count] - power[old])
    _raise(state, player, action.count)


def _raise(state: State, player: int, steps: int) -> None:
    """Source: Build Upgrades: which one is the player's choice, the second is the other (R12)."""
    state.capacity[player] += steps
    state.grew = True
    _unlock_next(state, player)


def _unlock_next(state: State, player: int) -> None:
    passed = sum(state.capacity[player] >= space for space in state.model.pack.board.unlocks)
    have = state.unlocked[player]
    if passed and not have:
        state.phase = UNLOCKING
        return
    if passed == len(state.model.pack.board.unlocks):
        for number in (HUB, SECOND):
            if not have >> number & 1:
                _turn_up(state, player, number)
    income.end_turn(state)


def _unlock(state: State, player: int, action: Action) -> None:
    _turn_up(state, player, action.item)
    _unlock_next(state, player)


def _turn_up(state: State, player: int, number: int) -> None:
    """Source: Building a Second Terminus: the Prime Hub becomes one at once (T3)."""
    state.unlocked[player] |= 1 << number
    if number == SECOND:
        state.termini[2 * player + 1] = prime_of(state, player)


def prime_of(state: State, player: int) -> int:
    """The Plot of a Prime Hub: the first Stop, while the line has only one end."""
    return state.lines[player][0]


def _construction(state: State, player: int, action: Action) -> None:
    """Source: Supply Zone, Depots. What cannot be stored is returned by the player (T10)."""
    _enter(state, player, action.zone)
    trade = state.model.trades[state.players == 2][CONSTRUCTION]  # grey spaces
    taken = trade.depot[state.market[CONSTRUCTION]]
    state.market[CONSTRUCTION] -= taken
    state.cubes[4 * player + CONSTRUCTION] += taken
    income.end_turn(state)


def _rails(state: State, player: int, action: Action) -> None:
    """Source: Supply Zone, Rails & Rail Reserve: several purchases, in any combination."""
    if action.zone != NOWHERE:
        _enter(state, player, action.zone)
    rails, price = RAIL_PACKS[action.item]
    state.coins[player] -= price
    state.rails[player] += rails
    state.rails_left[player] -= rails
    state.phase = BUYING


def _build(state: State, player: int, action: Action) -> None:
    """Source: Build Zone; ruling R4: the cost first, Blueprints as they are used."""
    _enter(state, player, action.zone)
    _spend(state, player, PERMIT, BUILD_PERMITS)
    _spend(state, player, CONSTRUCTION, BUILD_CONSTRUCTION - discount(state, player))
    _begin_build(state, state.model.pack.discs + len(state.owner))


def discount(state: State, player: int) -> int:
    """Construction that Advanced Upgrades save in a Build: no more than it costs."""
    saved = sum(
        upgrade.amount
        for number, upgrade in enumerate(state.model.pack.upgrades)
        if upgrade.power == DISCOUNT and state.upgrades[player] >> number & 1
    )
    return min(saved, BUILD_CONSTRUCTION)


def _begin_build(state: State, most: int) -> None:
    state.made, state.most, state.joined, state.phase = 0, most, (), BUILDS


def _done(state: State, player: int, action: Action) -> None:
    """A Build, or buying Rails, is over."""
    if state.phase == BUILDS:
        building.settle(state, player)
        if state.joined:
            for number, upgrade in enumerate(state.model.pack.upgrades):
                if upgrade.power == CONNECTOR and state.upgrades[player] >> number & 1:
                    income.gain(state, player, upgrade.gain)
    income.end_turn(state)


def _use(state: State, player: int, action: Action) -> None:
    """Source: Developments: its action in place of one of the Zone."""
    _enter(state, player, action.zone)
    _perform(state, player, state.model.pack.developments[action.item].effect)


def _use_upgrade(state: State, player: int, action: Action) -> None:
    """Source: Upgrades."""
    _enter(state, player, action.zone)
    effect = state.model.pack.upgrades[action.item].action
    if effect is not None:
        _perform(state, player, effect)


def _perform(state: State, player: int, effect: Effect) -> None:
    """One effect of the closed list of pack.py."""
    cost = effect.cost
    state.coins[player] -= cost.coins
    state.rails[player] -= cost.rails
    state.rails_left[player] += cost.rails
    for cube, count in enumerate(cost.cubes):
        _spend(state, player, cube, count)
    if effect.kind == CAPACITY:
        _raise(state, player, effect.amount)
    elif effect.kind == BUILDING:
        _begin_build(state, effect.amount)
    else:
        income.gain(state, player, effect.gain)
        income.end_turn(state)


def _stop(state: State, player: int, action: Action) -> None:
    """Ruling T14: the conductor may end a game, which then counts as it stands.

    A Lobbyist in the hand goes back to where it was, and sealed choices are void. Before rules 2,
    the Lobbyist stayed in the hand.
    """
    if state.phase == LOBBYIST and state.model.rules > 1:
        spots.arrive(state, state.turn, state.item)
    state.kept = [NOWHERE] * state.players
    state.phase = STOPPED


FOLLOWS: Final[dict[int, Callable[[State, int, Action], None]]] = {
    model.TILE: setup.lay,
    model.TOKEN: setup.put_token,
    model.PROJECT: setup.show,
    model.AUTOMA: setup.turn_card,
    model.AGENDA: setup.deal,
    model.KEEP: setup.keep,
    model.PRIME: setup.place_prime,
    model.BONUS: income.choose_bonus,
    model.REWARD: income.take_reward,
    model.RETURN: income.give_back,
    model.CHECKPOINT: _checkpoint,
    model.PASS: income.do_pass,
    model.DEMAND: _demand,
    model.DEVELOPMENT: _development,
    model.SITE: _site,
    model.LOBBYIST_FROM: _lobbyist_from,
    model.LOBBYIST_TO: _lobbyist_to,
    model.DRAW_AGENDAS: _draw_agendas,
    model.LOBBY_PROJECT: _lobby_project,
    model.UPGRADE: _upgrade,
    model.BUY: _buy,
    model.CAPACITY: _capacity,
    model.UNLOCK: _unlock,
    model.TAKE_CONSTRUCTION: _construction,
    model.RAILS: _rails,
    model.MORE_RAILS: _rails,
    model.BUILD: _build,
    model.LINK: building.build_link,
    model.BUILD_HUB: building.build_hub,
    model.DONE: _done,
    model.USE: _use,
    model.USE_UPGRADE: _use_upgrade,
    model.STOP: _stop,
}
