"""Step 1: routes, the passengers lost where trains share a section, and service points.

Source: night-express.txt, Step 1: Route Selection and Creation of Service Points; rulings are in
notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.night_express import market
from games.night_express.model import Action
from games.night_express.pack import EXPANSION, LOYALTY, PROFESSIONAL, ROUNDS
from games.night_express.phases import EXPANDING, GUARDING, SERVING, TAKING
from games.night_express.sharing import FREE, NOBODY, loss, partners
from games.night_express.specialists import discard, holds

if TYPE_CHECKING:
    from games.night_express.rules import State


def reveal(state: State, action: Action) -> None:
    """A route card is laid out; after the last one the starting player chooses."""
    state.routes.remove(action.n)
    state.shown.append(action.n)
    if len(state.shown) == state.display:
        state.shown.sort()
        state.phase, state.lap, state.turn = TAKING, 0, state.start


def take(state: State, action: Action) -> None:
    """A card is chosen, and its sections are marked: all who share one lose passengers."""
    player, model, load = state.turn, state.model, state.load
    where, route = ROUNDS * player + state.round, action.n
    state.shown.remove(route)
    state.route[where] = route
    state.where = where
    for section in model.route_sections[route]:
        load[section] += 1
    mask = model.section_mask[route]
    masks, losses = model.section_mask, state.loss
    for slot, there in enumerate(state.route):
        if there >= 0 and masks[there] & mask and not state.safe[slot]:
            losses[slot] = loss(state, there)
    if losses[where] and holds(state, player, EXPANSION) and partners(state, where):
        state.phase = EXPANDING
    else:
        _ask_guards(state)


def threatened(state: State, player: int) -> list[int]:
    """The routes of a player, by slot, that lose passengers to the one just taken."""
    masks, new = state.model.section_mask, state.route[state.where]
    found = []
    for slot in range(state.round + 1):
        where = ROUNDS * player + slot
        route = state.route[where]
        if route < 0 or state.safe[where] or not masks[route] & masks[new]:
            continue
        if state.loss[where] > loss(state, route, without=new):
            found.append(slot)
    return found


def _ask_guards(state: State) -> None:
    """Ask each other player who holds a Customer Loyalty Specialist and loses passengers."""
    taker = state.where // ROUNDS
    others = [(taker + step) % state.players for step in range(1, state.players)]
    state.asking = tuple(
        seat for seat in others if holds(state, seat, LOYALTY) and threatened(state, seat)
    )
    _next_guard(state)


def _next_guard(state: State) -> None:
    if state.asking:
        state.phase, state.turn = GUARDING, state.asking[0]
        return
    state.turn = state.where // ROUNDS
    state.served = NOBODY
    find_service(state)


def expand(state: State, action: Action) -> None:
    """The new route loses nothing to sharing from now on. Source: Step 6."""
    discard(state, state.turn, EXPANSION)
    state.safe[state.where] = True
    state.loss[state.where] = 0
    _ask_guards(state)


def protect(state: State, action: Action) -> None:
    """An own route keeps the losses it had before. Source: Step 6."""
    player = state.turn
    where = ROUNDS * player + action.slot
    state.loss[where] = loss(state, state.route[where], without=state.route[state.where])
    state.safe[where] = True
    discard(state, player, LOYALTY)
    if not (holds(state, player, LOYALTY) and threatened(state, player)):
        state.asking = state.asking[1:]
    _next_guard(state)


def waive(state: State, action: Action) -> None:
    """The specialist is kept for another time."""
    if state.phase == EXPANDING:
        _ask_guards(state)
        return
    state.asking = state.asking[1:]
    _next_guard(state)


# Service points


def find_service(state: State) -> None:
    """On to the next route of the player that has no own service point; then to the next player.

    An own service point serves every route that calls there, and costs nothing (N7). In the
    simplified version a route keeps the service point that it has (N32).
    """
    player, masks, posts = state.turn, state.model.city_mask, state.posts[state.turn]
    keeps = _keeps(state)
    for slot in range(state.served + 1, state.round + 1):
        where = ROUNDS * player + slot
        if keeps and state.host[where] != NOBODY:
            continue
        own = posts & masks[state.route[where]]
        if not own:
            state.phase, state.served = SERVING, slot
            return
        _own(state, where, own)
    state.lap += 1
    if state.lap < state.players:
        state.phase, state.turn = TAKING, state.seat_of(state.lap)
        return
    _settle_rents(state)
    state.shown.clear()
    market.prepare(state)


def _keeps(state: State) -> bool:
    """Whether the service point of a route is decided once and for all: ruling N32."""
    return not state.expert and state.model.rules > 1


def _own(state: State, where: int, own: int) -> None:
    """An own service point on the route, an upgraded one if there is one."""
    player = where // ROUNDS
    best = own & state.plus[player] or own
    state.host[where], state.city[where] = player, best.bit_length() - 1


def build(state: State, action: Action) -> None:
    """A new service point. Source: "The construction of a service point costs 5 MONEY"."""
    state.money[state.turn] -= state.model.numbers.build
    state.posts[state.turn] |= 1 << action.n
    _own(state, ROUNDS * state.turn + state.served, 1 << action.n)
    find_service(state)


def rent(state: State, action: Action) -> None:
    """Another player's service point, for a point that is paid when all have chosen."""
    owners = [seat for seat, posts in enumerate(state.posts) if posts >> action.n & 1]
    _use(state, owners[0], action.n)


def use(state: State, action: Action) -> None:
    """Another player's service point for nothing: simplified, or with a Service Professional."""
    if state.expert:
        state.free[state.turn] |= 1 << action.n
    _use(state, FREE, action.n)


def idle(state: State, action: Action) -> None:
    """No service point can be had: ruling N12."""
    _use(state, NOBODY, NOBODY)


def _use(state: State, host: int, city: int) -> None:
    where = ROUNDS * state.turn + state.served
    state.host[where], state.city[where] = host, city
    find_service(state)


def free_cities(state: State, player: int) -> int:
    """The cities, as bits, whose foreign service points a player uses for nothing."""
    others = 0
    for seat, posts in enumerate(state.posts):
        if seat != player:
            others |= posts
    if not state.expert:
        return others
    specialists = state.model.pack.specialists
    cards = sum(specialists[card].effect == PROFESSIONAL for card in state.held[player])
    used = state.free[player]
    return others if used.bit_count() < cards else others & used


def _settle_rents(state: State) -> None:
    """A point from each tenant to the landlord; an own service point built since is free (N7).

    Source: "Rent is settled as soon as all players have chosen routes and established service
    points for the round".
    """
    masks, rent_points, keeps = state.model.city_mask, state.model.numbers.rent, _keeps(state)
    for where, route in enumerate(state.route):
        host, player = state.host[where], where // ROUNDS
        if route < 0 or (keeps and host != NOBODY):
            continue
        if own := state.posts[player] & masks[route]:
            _own(state, where, own)
        elif host >= 0:
            state.score_rent(player, -rent_points)
            state.score_rent(host, rent_points)
