"""Step 3: two action pawns each on the upgrade board, in turn order and back.

Source: night-express.txt, Step 3: Route Upgrades; rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.night_express import events
from games.night_express.model import (
    ADVERTISE,
    AUTO_CODE,
    DINING_CODE,
    EARN,
    INSURE,
    NOTHING,
    OPTION,
    SERVICE,
    SPECIAL,
    STARTER,
    Action,
)
from games.night_express.pack import ALL_ROUNDER, AUTO, REBATE, ROUNDS
from games.night_express.phases import UPGRADING
from games.night_express.specialists import discard, money

if TYPE_CHECKING:
    from games.night_express.rules import State


def begin(state: State) -> None:
    """The board is empty; the starting player goes first."""
    state.phase, state.lap, state.turn = UPGRADING, 0, state.start
    state.taken, state.starter = 0, NOTHING


def price(state: State, action: Action) -> int:
    """The cost of an action for the player in turn: by the board, or by the support card."""
    pack = state.model.pack
    if action.kind == SPECIAL:
        full = pack.specials[action.n].price
    elif action.kind == OPTION:
        full = pack.options[action.n].price
    else:
        full = pack.spaces[action.space].cost
    return max(0, full - money(state, state.turn, REBATE))


def place_pawn(state: State, action: Action) -> None:
    """A pawn is placed and its action done. Source: "performs it immediately"."""
    player, kind = state.turn, action.kind
    where = ROUNDS * player + action.slot
    state.money[player] -= price(state, action)
    if kind == SPECIAL:
        state.special[where] += AUTO_CODE if action.n == AUTO else DINING_CODE
    elif kind == OPTION:
        state.options[where] |= 1 << action.n
    elif kind == ADVERTISE:
        most = state.model.numbers.advertising
        amount = state.model.pack.spaces[action.space].amount
        state.ads[where] = min(most, state.ads[where] + amount)
    elif kind == SERVICE:
        state.plus[player] |= 1 << action.n
    elif kind == INSURE:
        state.insured |= 1 << player
    elif kind == STARTER:
        state.starter = player
    elif kind == EARN:
        state.money[player] += state.model.numbers.action_money
    _occupy(state, player, action)
    _next_pawn(state)


def _occupy(state: State, player: int, action: Action) -> None:
    """One pawn a field; MONEY takes any number. An All-Rounder goes with its one use (N11)."""
    if action.kind == EARN:
        return
    bit = 1 << action.space
    if state.taken & bit:
        discard(state, player, ALL_ROUNDER)
    state.taken |= bit


def _next_pawn(state: State) -> None:
    """The first pawns in turn order, the second ones in reverse."""
    state.lap += 1
    lap, last = state.lap, 2 * state.players - 1
    if lap > last:
        events.begin(state)
    else:
        state.turn = state.seat_of(lap if lap < state.players else last - lap)
