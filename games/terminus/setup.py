"""The moves of chance in Terminus, and those of players before the first Year.

Source: terminus.txt, Main Board Set Up; Turn Order & Prime Hub Placement; 2-Player Game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from games.terminus import income
from games.terminus.model import NOWHERE, Action
from games.terminus.names import IN_BOX, ON_DISPLAY, bits
from games.terminus.phases import (
    CARD,
    CHOOSING,
    DEALING,
    DRAWING,
    KEEPING,
    PRIMES,
    SHOWING,
    TILING,
    TOKENS,
)

if TYPE_CHECKING:
    from games.terminus.rules import State

HAND = 2
"""Agendas dealt to each player."""


def outcomes(state: State) -> list[Action]:
    """The moves of chance."""
    model = state.model
    if state.phase == TILING:
        return [model.lay[tile] for tile in _stack(state)]
    if state.phase == TOKENS:
        return [model.token[key] for key, left in enumerate(tokens_left(state)) if left]
    if state.phase == SHOWING:
        return [card for card in model.show if card.item not in state.display]
    if state.phase == CARD:
        return model.automa
    return [model.deal[card] for card in bits(state.bag)]


def sample(state: State, random: Callable[[], float]) -> Action:
    """One of what is left, with equal chances; a Demand token as often as it is left."""
    found = outcomes(state)
    if state.phase == TOKENS:
        left = tokens_left(state)
        found = [each for each in found for _ in range(left[each.item])]
    return found[int(random() * len(found))]


def _stack(state: State) -> list[int]:
    """The stack that is drawn from: the types come one after the other."""
    site, each = state.site, state.tiles_wanted() // len(state.model.of_type)
    for stack in state.model.of_type:
        left = [tile for tile in stack if site[tile] == IN_BOX]
        if len(stack) - len(left) < each:
            return left
    return []


def tokens_left(state: State) -> list[int]:
    """Demand tokens that are not yet on a Development, by District. Only of use in the setup."""
    pack = state.model.pack
    return [pack.tokens - state.token.count(key) for key in range(len(pack.city.districts))]


def waiting_tile(state: State) -> int:
    """The Development that gets the next Demand token, or NOWHERE."""
    for tile, site in enumerate(state.site):
        if site == ON_DISPLAY and state.token[tile] == NOWHERE:
            return tile
    return NOWHERE


def lay(state: State, player: int, action: Action) -> None:
    state.site[action.item] = ON_DISPLAY
    if not _stack(state):
        state.phase = TOKENS


def put_token(state: State, player: int, action: Action) -> None:
    state.token[waiting_tile(state)] = action.item
    if waiting_tile(state) == NOWHERE:
        state.phase = SHOWING
        _shown(state)


def show(state: State, player: int, action: Action) -> None:
    state.display, state.rows = (*state.display, action.item), (*state.rows, ())
    _shown(state)


def _shown(state: State) -> None:
    if len(state.display) == state.projects_wanted():
        state.phase = CARD if state.with_automa else DEALING


def turn_card(state: State, player: int, action: Action) -> None:
    """The Automa's Prime Hub is placed before the players' own (ruling T11).

    Source: 2-Player Game, 4.
    """
    side, automa = state.model.pack.sides[action.item], state.players
    state.automa_side, state.automa_zone = action.item, side.zone
    state.owner[side.plot] = automa
    state.stops[automa] = 1 << side.plot
    state.termini[2 * automa] = side.plot
    state.phase = DEALING


def deal(state: State, player: int, action: Action) -> None:
    """A card for the next player in the setup, or for the player in turn."""
    state.bag ^= 1 << action.item
    if state.phase == DRAWING:
        me = state.turn
        state.drawn[me] = tuple(sorted((*state.drawn[me], action.item)))
        state.made += 1
        if state.made == state.most:
            state.phase = CHOOSING
        return
    seat = next(seat for seat, hand in enumerate(state.drawn) if len(hand) < HAND)
    state.drawn[seat] = tuple(sorted((*state.drawn[seat], action.item)))
    if all(len(hand) == HAND for hand in state.drawn):
        state.phase = KEEPING


def keep(state: State, player: int, action: Action) -> None:
    """One of two dealt cards, in secret; or one of those drawn, face up."""
    if state.phase == KEEPING:
        state.kept[player] = action.item
        if NOWHERE not in state.kept:
            _reveal(state)
        return
    state.agendas[player] = (*state.agendas[player], action.item)
    for card in state.drawn[player]:
        if card != action.item:
            state.returned[player] |= 1 << card
    state.drawn[player] = ()
    income.end_turn(state)


def _reveal(state: State) -> None:
    """The cards not kept give the turn order, and go back into the deck."""
    numbers, shown = [], []
    for seat in range(state.players):
        one, other = state.drawn[seat]
        revealed = other if state.kept[seat] == one else one
        state.bag |= 1 << revealed
        shown.append(revealed)
        numbers.append((state.model.pack.agendas[revealed].number, seat))
        state.agendas[seat] = (state.kept[seat],)
        state.drawn[seat] = ()
    state.kept = [NOWHERE] * state.players
    state.revealed = tuple(shown)
    state.order = tuple(seat for _, seat in sorted(numbers))
    state.phase, state.turn = PRIMES, state.order[-1]


def place_prime(state: State, player: int, action: Action) -> None:
    """In reverse turn order. Source: Turn Order & Prime Hub Placement, 7."""
    plot, model = action.item, state.model
    state.owner[plot] = player
    state.stops[player] = state.hubs[player] = 1 << plot
    state.near[player] = model.near[plot]
    state.lines[player] = (plot,)
    state.termini[2 * player] = plot
    before = state.order.index(player) - 1
    if before >= 0:
        state.turn = state.order[before]
    else:
        income.begin_year(state)
