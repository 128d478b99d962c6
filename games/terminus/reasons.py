"""Why an action of Terminus cannot be begun: each Zone's, from the rulebook's pages.

Part of the second writing of the rules (adjudication.py). It looks at the table as a person does:
at each Stop, Block, Rail space and column, without the tables of offers.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.kernel import Refusal
from games.terminus import model
from games.terminus.building_reasons import build, nothing_to_build
from games.terminus.costs import Why, lacks, pay, unpaid
from games.terminus.developing_reasons import demand, development, lobbyist_from
from games.terminus.model import NOWHERE, Action
from games.terminus.pack import (
    AGENDAS_KEPT,
    BLUEPRINT,
    BUILDING,
    CAPACITY,
    CONSTRUCTION,
    CYCLES,
    EXCHANGE,
    FEWEST,
    MOST_LOBBYISTS,
    PERMIT,
    POWER,
    PROJECT_ROWS,
    RAIL_PACKS,
    RESOURCES,
    UPGRADE_COINS,
    UPGRADES,
    Effect,
)
from games.texts import TN, T

if TYPE_CHECKING:
    from games.terminus.rules import State

LOBBYING: Final = "Lobby Zone"
IMPROVING: Final = "Improve Zone"
SUPPLYING: Final = "Supply Zone"


def _begins(state: State, player: int, action: Action) -> Why:
    """An action begins with the way to its Zone. Source: Taking a Turn; Trigger 1."""
    if action.zone <= state.zone[player]:
        if state.cycle[player] == CYCLES:
            text = T(
                "The Player Marker moves clockwise, and in your third cycle there is no way on."
            )
            return Refusal("behind", text, "Cycle Track")
        text = T("The Player Marker moves clockwise: pass the Cycle Checkpoint first.")
        return Refusal("behind", text, "Taking a Turn")
    if action.zone == state.automa_zone and not state.coins[player]:
        text = T("Entering the Automa's Zone costs 1 coin; you have none.")
        return Refusal("no-toll", text, "Trigger 1")
    return ACTIONS[action.kind](state, player, action)


def _coins(state: State, player: int, action: Action) -> int:
    """Coins left for an action after 1 was paid to enter the Automa's Zone."""
    return state.coins[player] - (action.zone == state.automa_zone)


def _pass(state: State, player: int, action: Action) -> Why:
    """By choice at any turn, and when nothing else is possible (T9)."""
    return None


def _checkpoint(state: State, player: int, action: Action) -> Why:
    if state.crossed:
        text = T("You can pass the Cycle Checkpoint only once in a move.")
        return Refusal("crossed", text, "Ruling T1")
    if state.zone[player] == NOWHERE:
        text = T("Your first move of a Year starts from the Turn Order card, not the Checkpoint.")
        return Refusal("on-card", text, "Cycle Track")
    if state.cycle[player] == CYCLES:
        text = T("This is your third cycle: you can only pass when you reach the Cycle Checkpoint.")
        return Refusal("third-cycle", text, "Cycle Track")
    return None


# Lobby


def _draw_agendas(state: State, player: int, action: Action) -> Why:
    if why := lacks(state, player, PERMIT, 1, LOBBYING):
        return why
    if len(state.agendas[player]) == AGENDAS_KEPT:
        text = T(
            "You have {most} Agendas, the most that you can have.",
            most=AGENDAS_KEPT,
        )
        return Refusal("agendas-full", text, LOBBYING)
    return None


def _lobby_project(state: State, player: int, action: Action) -> Why:
    if why := lacks(state, player, PERMIT, 1, LOBBYING):
        return why
    if action.item not in state.display:
        return Refusal("no-project", T("That Project is not in this game."), LOBBYING)
    if action.count > state.lobbyists[player]:
        text = TN(
            "You have {n} Lobbyist on your player board.",
            "You have {n} Lobbyists on your player board.",
            state.lobbyists[player],
        )
        return Refusal("few-lobbyists", text, LOBBYING)
    rows = dict(state.rows[state.display.index(action.item)])
    if player in rows:
        return _own_row(rows[player], action.count)
    return _new_row(len(rows), action.count)


def _own_row(there: int, more: int) -> Why:
    if more > FEWEST:
        text = T("In your own row, place 1 or 2 Lobbyists.")
        return Refusal("own-row", text, LOBBYING)
    if there + more > MOST_LOBBYISTS:
        return Refusal("row-full", T("Your row does not have that many spaces left."), LOBBYING)
    return None


def _new_row(rows: int, count: int) -> Why:
    if rows == PROJECT_ROWS:
        return Refusal("no-row", T("Both rows of that Project are taken."), LOBBYING)
    if count < FEWEST:
        text = T("In a new row, place at least 2 Lobbyists.")
        return Refusal("new-row", text, LOBBYING)
    return None


# Improve and Market


def _upgrade(state: State, player: int, action: Action) -> Why:
    have = state.upgrades[player]
    if have >> action.item & 1:
        return Refusal("same-upgrade", T("You already have that Upgrade."), IMPROVING)
    if have.bit_count() == UPGRADES:
        text = T("You can have at most {upgrades} Advanced Upgrades.", upgrades=UPGRADES)
        return Refusal("upgrades-full", text, IMPROVING)
    if not state.upgrades_left[action.item]:
        return Refusal("upgrade-gone", T("There is none of that Upgrade left."), IMPROVING)
    if why := pay(_coins(state, player, action), UPGRADE_COINS, IMPROVING):
        return why
    return lacks(state, player, BLUEPRINT, 1, IMPROVING) if have else None


def _buy(state: State, player: int, action: Action) -> Why:
    name, left = RESOURCES[action.item].capitalize(), state.market[action.item]
    rule = IMPROVING if action.item == BLUEPRINT else "Market Zone"
    if action.count > left:
        return Refusal(
            "market-empty", T("The market has {left} {name} left.", left=left, name=name), rule
        )
    price = _price(state, action.item, action.count)
    return pay(_coins(state, player, action), price, rule)


def _columns(state: State, cube: int) -> list[int]:
    """Cubes in each column: they fill the spaces from the right. Grey spaces stay empty."""
    market, left = state.model.pack.markets[cube], state.market[cube]
    found = []
    for spaces, grey in zip(reversed(market.spaces), reversed(market.grey), strict=True):
        room = spaces - (grey if state.players == 2 else 0)
        found.append(min(room, left))
        left -= found[-1]
    return found[::-1]


def _price(state: State, cube: int, count: int) -> int:
    """Cube by cube from the leftmost column that has any."""
    total = 0
    prices = state.model.pack.markets[cube].prices
    for price, there in zip(prices, _columns(state, cube), strict=True):
        taken = min(there, count)
        total, count = total + taken * price, count - taken
    return total


# Supply


def _capacity(state: State, player: int, action: Action) -> Why:
    if why := lacks(state, player, CONSTRUCTION, action.count, SUPPLYING):
        return why
    if why := _too_far(state, player, action.count):
        return why
    old = state.capacity[player]
    power = sum(state.model.pack.board.power[old : old + action.count])
    return lacks(state, player, POWER, power, SUPPLYING)


def _too_far(state: State, player: int, steps: int) -> Why:
    left = len(state.model.pack.board.power) - state.capacity[player]
    if steps > left:
        text = TN(
            "Your Capacity Track has {n} space left.",
            "Your Capacity Track has {n} spaces left.",
            left,
        )
        return Refusal("track-end", text, SUPPLYING)
    return None


def _construction(state: State, player: int, action: Action) -> Why:
    if not state.market[CONSTRUCTION]:
        return Refusal("depots-empty", T("All depots are empty."), SUPPLYING)
    return None


def _rails(state: State, player: int, action: Action) -> Why:
    return rails(state, player, action, _coins(state, player, action))


def rails(state: State, player: int, action: Action, coins: int) -> Why:
    """Why a number of Rails cannot be bought (T6)."""
    count, price = RAIL_PACKS[action.item]
    if count > state.rails_left[player]:
        text = TN(
            "Your reserve has {n} Rail.", "Your reserve has {n} Rails.", state.rails_left[player]
        )
        return Refusal("reserve-short", text, SUPPLYING)
    return pay(coins, price, SUPPLYING)


# Developments and Upgrades


def _use(state: State, player: int, action: Action) -> Why:
    if not state.lobbied[action.item] >> player & 1:
        text = T("You have no Lobbyist on that Development.")
        return Refusal("not-lobbied", text, "Developments")
    effect = state.model.pack.developments[action.item].effect
    return _effect(state, player, effect, _coins(state, player, action), "Developments")


def _use_upgrade(state: State, player: int, action: Action) -> Why:
    if not state.upgrades[player] >> action.item & 1:
        return Refusal("no-upgrade", T("You do not have that Upgrade."), "Upgrades")
    effect = state.model.pack.upgrades[action.item].action
    assert effect is not None  # noqa: S101 - the model makes the move from it
    return _effect(state, player, effect, _coins(state, player, action), "Upgrades")


def _effect(state: State, player: int, effect: Effect, coins: int, rule: str) -> Why:
    """Why one effect of the closed list cannot be performed in full."""
    if why := pay(coins, effect.cost.coins, rule) or unpaid(state, player, effect.cost, rule):
        return why
    if effect.kind == CAPACITY:
        return _too_far(state, player, effect.amount)
    if effect.kind == BUILDING:
        return nothing_to_build(state, player)
    short = [n for n, count in enumerate(effect.gain.cubes) if count > state.market[n]]
    if effect.kind == EXCHANGE and (short or effect.gain.rails > state.rails_left[player]):
        text = T("There is not enough left for you to collect {gain}.", gain=effect.gain)
        return Refusal("gain-short", text, rule)
    return None


ACTIONS: Final[dict[int, Callable[[State, int, Action], Why]]] = {
    model.DEMAND: demand,
    model.DEVELOPMENT: development,
    model.LOBBYIST_FROM: lobbyist_from,
    model.DRAW_AGENDAS: _draw_agendas,
    model.LOBBY_PROJECT: _lobby_project,
    model.UPGRADE: _upgrade,
    model.BUY: _buy,
    model.CAPACITY: _capacity,
    model.TAKE_CONSTRUCTION: _construction,
    model.RAILS: _rails,
    model.BUILD: build,
    model.USE: _use,
    model.USE_UPGRADE: _use_upgrade,
}
REASONS: Final[dict[int, Callable[[State, int, Action], Why]]] = {
    model.PASS: _pass,
    model.CHECKPOINT: _checkpoint,
    **dict.fromkeys(ACTIONS, _begins),
}
