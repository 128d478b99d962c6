"""Why a move of step 2 of Night Express is not legal.

Source: night-express.txt, Step 2: Train Market; rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.kernel import Refusal
from games.night_express import model as moves
from games.night_express.model import Action
from games.night_express.pack import ROUNDS
from games.texts import T

if TYPE_CHECKING:
    from games.night_express.rules import State

MARKET: Final = "Step 2: Train Market"
LEASING: Final = "Step 2: Leasing"
MOVING: Final = "Step 2: Move trains"
TRAINS: Final = "Step 2: Trains"


def prepare(state: State, player: int, action: Action) -> Refusal | None:
    """Trains of earlier rounds: before the bidding (N8)."""
    if action.kind == moves.DONE:
        return None
    if action.kind == moves.BUY_OUT:
        return _buy_out(state, player, action.slot)
    if action.kind == moves.UPGRADE:
        return _upgrade(state, player, action.slot)
    if action.kind == moves.SWAP:
        return _swap(state, action)
    text = T("Now deal with your trains from earlier rounds until you are done.")
    return Refusal("prepare-first", text, MARKET)


def _buy_out(state: State, player: int, slot: int) -> Refusal | None:
    if slot >= state.round:
        return Refusal("no-train", T("There is no train on that route yet."), LEASING)
    where = ROUNDS * player + slot
    if not state.leased[where]:
        return Refusal("not-leased", T("That train is not leased."), LEASING)
    price = state.model.pack.trains[state.train[where]].price
    if state.money[player] < price:
        text = T(
            "The price is {price} MONEY; you have {money}.", price=price, money=state.money[player]
        )
        return Refusal("no-money", text, LEASING)
    return None


def _upgrade(state: State, player: int, slot: int) -> Refusal | None:
    if not state.expert:
        text = T("You cannot upgrade trains in the simplified version.")
        return Refusal("expert-only", text, TRAINS)
    if slot >= state.round:
        return Refusal("no-train", T("There is no train on that route yet."), TRAINS)
    where = ROUNDS * player + slot
    trains = state.model.pack.trains
    train = trains[state.train[where]]
    if train.upgrade < 0:
        return Refusal("no-upgrade", T("There is no upgrade train for {id}.", id=train.id), TRAINS)
    more = trains[train.upgrade].price - train.price
    if not state.leased[where] and state.money[player] < more:
        text = T(
            "The difference in price is {more} MONEY; you have {money}.",
            more=more,
            money=state.money[player],
        )
        return Refusal("no-money", text, TRAINS)
    return None


def _swap(state: State, action: Action) -> Refusal | None:
    """Ruling N16: route by route, so that swapping comes to an end."""
    if not state.expert:
        text = T("You cannot move trains in the simplified version.")
        return Refusal("expert-only", text, MOVING)
    if action.to >= state.round:
        return Refusal("no-train", T("There is no train on that route yet."), MOVING)
    if action.slot <= state.swapped:
        text = T(
            "The train of S{slot} is settled: swap only trains of later routes.",
            slot=action.slot + 1,
        )
        return Refusal("settled", text, "Ruling N16")
    return None


def bid(state: State, player: int, action: Action) -> Refusal | None:
    """Source: "Players may not bid an amount of money greater than they have available"."""
    if action.kind != moves.BID:
        return Refusal("must-bid", T("You have no train yet: put a bidding card down."), MARKET)
    if action.n == 0:
        return None
    value = state.model.numbers.bids[action.n - 1]
    if value > state.money[player]:
        text = T("You have only {money} MONEY, so you cannot bid more.", money=state.money[player])
        return Refusal("no-money", text, MARKET)
    return None


def choose(state: State, player: int, action: Action) -> Refusal | None:
    """Ruling N19."""
    if action.kind != moves.CHOOSE:
        return Refusal("must-choose", T("You must have a train: choose one."), "Ruling N19")
    if action.n not in state.offer:
        return Refusal("not-on-offer", T("That train is not on offer in this round."), "Ruling N19")
    return None


def pay(state: State, player: int, action: Action) -> Refusal | None:
    """Source: "must purchase or lease the train immediately and may not decline"."""
    if action.kind == moves.LEASE:
        return None
    if action.kind != moves.BUY:
        text = T("You must buy or lease the train now: you cannot decline it.")
        return Refusal("must-pay", text, MARKET)
    price = state.model.pack.trains[state.pending].price
    if state.money[player] < price:
        text = T(
            "The price is {price} MONEY; you have {money}. Lease the train instead.",
            price=price,
            money=state.money[player],
        )
        return Refusal("no-money", text, MARKET)
    return None
