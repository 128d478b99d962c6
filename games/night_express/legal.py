"""The legal moves of each phase, from tables. Why a move is not legal is in adjudication.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.night_express import phases
from games.night_express.market import upgrade_price
from games.night_express.model import (
    ADVERTISE,
    AUTO_CODE,
    DINING_CODE,
    EARN,
    INSURE,
    OPTION,
    SERVICE,
    SPECIAL,
    STARTER,
    Action,
)
from games.night_express.pack import ALL_ROUNDER, AUTO, HSP, REBATE, ROUNDS, SHARED
from games.night_express.routes import free_cities, threatened
from games.night_express.sharing import partners
from games.night_express.specialists import holds
from games.night_express.specialists import money as paid_by

if TYPE_CHECKING:
    from games.night_express.rules import State

Moves = list[Action]


# Chance


def _goals(state: State) -> Moves:
    return [state.model.goal[goal] for goal in sorted(state.goals)]


def _routes(state: State) -> Moves:
    return [state.model.reveal[route] for route in sorted(state.routes)]


def _events(state: State) -> Moves:
    return [state.model.event[card] for card in sorted(set(state.events))]


def _specialists(state: State) -> Moves:
    return [state.model.specialist[card] for card in sorted(set(state.pile))]


def _first(state: State) -> Moves:
    return state.model.lot[: state.players]


def _lots(state: State) -> Moves:
    return [state.model.lot[seat] for seat in state.asking]


# Step 1


def _keep(state: State) -> Moves:
    return [state.model.keep[goal] for goal in sorted(state.dealt)]


def _take(state: State) -> Moves:
    take = state.model.take
    return [take[route] for route in state.shown]


def _expand(state: State) -> Moves:
    return [state.model.expand, state.model.waive]


def _guard(state: State) -> Moves:
    protect = state.model.protect
    return [*(protect[slot] for slot in threatened(state, state.turn)), state.model.waive]


def _serve(state: State) -> Moves:
    """Build, rent or use; without any of them, and nothing left to exchange, none (N12)."""
    model, player, posts = state.model, state.turn, state.posts
    cities = model.route_cities[state.route[ROUNDS * player + state.served]]
    others = 0
    for seat, there in enumerate(posts):
        if seat != player:
            others |= there
    free = free_cities(state, player) if others else 0
    left = posts[player].bit_count() < model.numbers.service_points
    found: Moves = []
    if left and state.money[player] >= model.numbers.build:
        closed = others if state.expert else 0
        found += [model.build[city] for city in cities if not closed >> city & 1]
    if others and state.expert:
        found += [model.rent[city] for city in cities if others >> city & 1]
    if free:
        found += [model.use[city] for city in cities if free >> city & 1]
    spent = state.exchanged >> player & 1
    return found if found or not spent else [model.idle]


# Step 2


def _prepare(state: State) -> Moves:
    model, player = state.model, state.turn
    base, money = ROUNDS * player, state.money[player]
    found: Moves = []
    for slot in range(state.round):
        where = base + slot
        train = state.train[where]
        if state.leased[where] and money >= model.price[train]:
            found.append(model.buy_out[slot])
        if (
            state.expert
            and model.upgrade_to[train] >= 0
            and (state.leased[where] or money >= upgrade_price(state, train))
        ):
            found.append(model.upgrade[slot])
    if state.expert and state.round > 1:
        found += [
            move for move in model.swap if move.slot > state.swapped and move.to < state.round
        ]
    found.append(model.done)
    return found


def _choose(state: State) -> Moves:
    return [state.model.choose[train] for train in state.offer]


def _pay(state: State) -> Moves:
    model = state.model
    affordable = state.money[state.turn] >= model.price[state.pending]
    return [model.buy, model.lease] if affordable else [model.lease]


def bids(state: State, player: int) -> Moves:
    """The bidding cards that a player can pay."""
    money, values = state.money[player], state.model.numbers.bids
    count = 1 + sum(value <= money for value in values)
    return state.model.bid[:count]


# Step 3


def _upgrade(state: State) -> Moves:
    """Fields by field of the board; those that are taken only for an All-Rounder."""
    model, player, taken = state.model, state.turn, state.taken
    money, opened = state.money[player], False
    if state.held[player]:
        money += paid_by(state, player, REBATE)
        opened = holds(state, player, ALL_ROUNDER)
    found: Moves = []
    for space in model.spaces[state.players]:
        if taken >> space & 1 and not opened:
            continue
        field = model.pack.spaces[space]
        if field.cost <= money:
            FIELDS[STARTER + field.action](state, model.upgrades[space], money, found)
    return found


def _starters(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    """Not with the first pawn."""
    if state.lap >= state.players:
        found += moves[0]


def _specials(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    """A place must be free; automobiles do not go with high speed."""
    model, base = state.model, ROUNDS * state.turn
    for slot in range(state.round + 1):
        where = base + slot
        if model.special_count[state.special[where]] >= model.places[state.train[where]]:
            continue
        for move in moves[slot]:
            fits = move.n != AUTO or not state.options[where] & HSP
            if fits and model.special_prices[move.n] <= money:
                found.append(move)


def _options(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    """The train needs an empty placeholder; high speed does not go with automobiles."""
    model, base, prices = state.model, ROUNDS * state.turn, state.model.option_prices
    for slot in range(state.round + 1):
        where = base + slot
        empty = model.placeholders[state.train[where]] & ~state.options[where]
        if state.special[where] % DINING_CODE >= AUTO_CODE:
            empty &= ~HSP
        if empty:
            for move in moves[slot]:
                if empty >> move.n & 1 and prices[move.n] <= money:
                    found.append(move)


def _services(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    plain = state.posts[state.turn] & ~state.plus[state.turn]
    while plain:
        low = plain & -plain
        found.append(moves[0][low.bit_length() - 1])
        plain ^= low


def _adverts(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    base, most = ROUNDS * state.turn, state.model.numbers.advertising
    for slot in range(state.round + 1):
        if state.ads[base + slot] < most:
            found += moves[slot]


def _insurances(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    if not state.insured >> state.turn & 1:
        found += moves[0]


def _money(state: State, moves: list[Moves], money: int, found: Moves) -> None:
    found += moves[0]


FIELDS: Final[dict[int, Callable[[State, list[Moves], int, Moves], None]]] = {
    STARTER: _starters,
    SPECIAL: _specials,
    SERVICE: _services,
    ADVERTISE: _adverts,
    OPTION: _options,
    INSURE: _insurances,
    EARN: _money,
}
"""The offers of a field to a player with so much money, a rebate included."""


# Steps 4 and 6


def _apply(state: State) -> Moves:
    """To any own route; a shared event to one that is shared, if there is one (N33)."""
    model = state.model
    found = model.apply[: state.round + 1]
    if model.rules > 1 and model.pack.events[state.card].effect == SHARED:
        base = ROUNDS * state.turn
        return [move for move in found if partners(state, base + move.slot)] or found
    return found


def _hit(state: State) -> Moves:
    hit = state.model.hit
    return [hit[where] for where in partners(state, state.where)]


def _gain(state: State) -> Moves:
    return state.model.gain[:]


def _hire(state: State) -> Moves:
    return [state.model.hire[card] for card in sorted(set(state.shown))]


BY_PHASE: Final[dict[int, Callable[[State], Moves]]] = {
    phases.STARTING: _first,
    phases.DEALING: _goals,
    phases.KEEPING: _keep,
    phases.REVEALING: _routes,
    phases.TAKING: _take,
    phases.EXPANDING: _expand,
    phases.GUARDING: _guard,
    phases.SERVING: _serve,
    phases.PREPARING: _prepare,
    phases.DRAWING_BID: _lots,
    phases.CHOOSING: _choose,
    phases.PAYING: _pay,
    phases.UPGRADING: _upgrade,
    phases.TURNING: _events,
    phases.APPLYING: _apply,
    phases.HITTING: _hit,
    phases.GAINING: _gain,
    phases.CALLING: _specialists,
    phases.DRAWING_HIRE: _lots,
    phases.HIRING: _hire,
    phases.EARNING: _gain,
}
"""New lists of the moves of the one who acts; bids are sealed, and asked for by player. The
exchange, which all but bidders may make, is added by ``State.legal_actions``."""
