"""Why a move of step 3 of Night Express is not legal.

Source: night-express.txt, Step 3: Route Upgrades; rulings are in notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.kernel import Refusal
from games.night_express import model as moves
from games.night_express.model import Action
from games.night_express.pack import COLOURS, OPTIONS, ROUNDS, SPECIALISTS
from games.texts import TN, T

if TYPE_CHECKING:
    from games.night_express.rules import State

BOARD: Final = "Step 3: Route Upgrades"
STARTER: Final = "Step 3: Starter"
WAGONS: Final = "Step 3: Special wagons"
SERVICE: Final = "Step 3: Service Point Upgrade"
ADVERTISING: Final = "Step 3: Advertising"
CHOICES: Final = "Step 3: The individual options"
INSURANCE: Final = "Step 3: Insurance"


def upgrade(state: State, player: int, action: Action) -> Refusal | None:
    """Why a pawn cannot be placed so."""
    if not moves.STARTER <= action.kind <= moves.EARN:
        return Refusal("must-act", T("Place an action pawn now."), BOARD)
    if action.kind == moves.EARN:
        return None
    field = state.model.pack.spaces[action.space]
    if state.players < (2, 3, 5)[field.colour]:
        text = T(
            "The {colour} fields are not used with {players} players.",
            colour=COLOURS[field.colour],
            players=state.players,
        )
        return Refusal("not-in-use", text, BOARD)
    if state.taken >> action.space & 1 and not _holds(state, player, "all_rounder"):
        return Refusal("occupied", T("There is already a pawn on that field."), BOARD)
    return ACTIONS[action.kind](state, player, action) or _cost(state, player, action)


def _holds(state: State, player: int, effect: str) -> bool:
    cards = state.model.pack.specialists
    return any(SPECIALISTS[cards[card].effect] == effect for card in state.held[player])


def _cost(state: State, player: int, action: Action) -> Refusal | None:
    """Source: "If a player does not have enough money to pay for an action …"."""
    pack = state.model.pack
    if action.kind == moves.SPECIAL:
        price = pack.specials[action.n].price
    elif action.kind == moves.OPTION:
        price = pack.options[action.n].price
    else:
        price = pack.spaces[action.space].cost
    for card in state.held[player]:
        if SPECIALISTS[pack.specialists[card].effect] == "rebate":
            price -= pack.specialists[card].money
    if price > state.money[player]:
        text = T(
            "That costs {price} MONEY; you have {money}.", price=price, money=state.money[player]
        )
        return Refusal("no-money", text, BOARD)
    return None


def _starter(state: State, player: int, action: Action) -> Refusal | None:
    if state.lap < state.players:
        text = T("You cannot become the starting player with your first action pawn.")
        return Refusal("second-pawn", text, STARTER)
    return None


def _no_route(state: State, action: Action, rule: str) -> Refusal | None:
    if action.slot > state.round:
        return Refusal("no-route", T("You have no such route yet."), rule)
    return None


def _special(state: State, player: int, action: Action) -> Refusal | None:
    if why := _no_route(state, action, WAGONS):
        return why
    pack, where = state.model.pack, ROUNDS * player + action.slot
    train = pack.trains[state.train[where]]
    dining, auto = divmod(state.special[where], 3)
    places = pack.classes[train.cls].places
    if dining + auto == places:
        text = T("{id} has no free placeholder for a special wagon.", id=train.id)
        return Refusal("no-placeholder", text, WAGONS)
    hsp = state.options[where] >> OPTIONS.index("hsp") & 1
    if action.n == 1 and hsp:
        text = T("A train with the highspeed option cannot have car transporters.")
        return Refusal("not-with-hsp", text, WAGONS)
    return None


def _service(state: State, player: int, action: Action) -> Refusal | None:
    if not state.posts[player] >> action.n & 1:
        text = T("You can upgrade only your own service points.")
        return Refusal("not-own", text, SERVICE)
    if state.plus[player] >> action.n & 1:
        return Refusal("upgraded", T("That service point is already upgraded."), SERVICE)
    return None


def _advertise(state: State, player: int, action: Action) -> Refusal | None:
    if why := _no_route(state, action, ADVERTISING):
        return why
    most = state.model.numbers.advertising
    if state.ads[ROUNDS * player + action.slot] == most:
        text = TN(
            "Advertising brings a route at most {n} passenger.",
            "Advertising brings a route at most {n} passengers.",
            most,
        )
        return Refusal("advertised", text, ADVERTISING)
    return None


def _option(state: State, player: int, action: Action) -> Refusal | None:
    if why := _no_route(state, action, CHOICES):
        return why
    where, name = ROUNDS * player + action.slot, OPTIONS[action.n]
    train = state.model.pack.trains[state.train[where]]
    if not train.options >> action.n & 1:
        return Refusal(
            "no-placeholder",
            T("{id} has no placeholder for {name}.", id=train.id, name=name),
            CHOICES,
        )
    if state.options[where] >> action.n & 1:
        return Refusal("has-option", T("{id} already has {name}.", id=train.id, name=name), CHOICES)
    if name == "hsp" and state.special[where] % 3:
        text = T("A train with car transporters cannot have the highspeed option.")
        return Refusal("not-with-cars", text, WAGONS)
    return None


def _insure(state: State, player: int, action: Action) -> Refusal | None:
    if state.insured >> player & 1:
        return Refusal("insured", T("You are already insured in this round."), INSURANCE)
    return None


ACTIONS: Final[dict[int, Callable[[State, int, Action], Refusal | None]]] = {
    moves.STARTER: _starter,
    moves.SPECIAL: _special,
    moves.SERVICE: _service,
    moves.ADVERTISE: _advertise,
    moves.OPTION: _option,
    moves.INSURE: _insure,
}
