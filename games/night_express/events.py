"""Step 4: each player is dealt an event for the route of the round.

Source: night-express.txt, Step 4: Events; rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.night_express import evaluation
from games.night_express.model import FOR_MONEY, NOTHING, Action
from games.night_express.pack import (
    CHOICE,
    MONEY,
    PASSENGERS,
    POINTS,
    ROUNDS,
    SHARED,
    TO_A_ROUTE,
    WAGONS,
)
from games.night_express.phases import APPLYING, GAINING, HITTING, TURNING
from games.night_express.sharing import partners

if TYPE_CHECKING:
    from games.night_express.rules import State

LATE: Final = 2
"""The round, from 0, from which the cards III-IV and the extra event are played."""
RESHUFFLED: Final = 5
"""With so many players the simplified version shuffles its cards again."""


def begin(state: State) -> None:
    """From the third round on, in the expert version, with the cards III-IV."""
    if state.expert and state.round == LATE:
        state.events += state.model.late
    state.lap, state.phase = 0, TURNING


def deal(state: State, action: Action) -> None:
    """An event for the player in turn; it is dealt with before the next one is (N4)."""
    state.events.remove(action.n)
    state.card = action.n
    state.turn = state.seat_of(state.lap % state.players)
    effect = state.model.pack.events[action.n].effect
    if state.lap >= state.players and effect in TO_A_ROUTE:
        state.phase = APPLYING
        return
    _happens(state, ROUNDS * state.turn + state.round)


def apply(state: State, action: Action) -> None:
    """The extra event goes to any own route."""
    _happens(state, ROUNDS * state.turn + action.slot)


def _happens(state: State, where: int) -> None:
    card, player = state.model.pack.events[state.card], state.turn
    state.where = where
    if card.effect == CHOICE:
        state.phase = GAINING
        return
    if card.effect == SHARED:
        others = partners(state, where)
        if len(others) > 1:
            state.phase = HITTING
            return
        if others:
            _share(state, where, others[0])
    elif card.effect == WAGONS:
        if not state.insured >> player & 1:
            state.locks[where] += card.own
    else:
        _change(state, card.effect, where, card.own)
    _next(state)


def hit(state: State, action: Action) -> None:
    """The holder names the other player's route (N4)."""
    _share(state, state.where, ROUNDS * action.seat + action.slot)
    _next(state)


def _share(state: State, where: int, other: int) -> None:
    card = state.model.pack.events[state.card]
    _change(state, card.what, where, card.own)
    _change(state, card.what, other, card.other)


def _change(state: State, what: int, where: int, amount: int) -> None:
    """Passengers, points or money more or less; what is to the bad not for who is insured.

    Ruling N14: a player who has less MONEY than a card takes pays all of it.
    """
    player = where // ROUNDS
    if amount < 0 and state.insured >> player & 1:
        return
    if what == PASSENGERS:
        state.extra[where] += amount
    elif what == POINTS:
        state.score_event(player, amount)
    elif what == MONEY:
        state.money[player] = max(0, state.money[player] + amount)


def gain(state: State, action: Action) -> None:
    """The choice between money and points."""
    card = state.model.pack.events[state.card]
    if action.n == FOR_MONEY:
        state.money[state.turn] += card.money
    else:
        state.score_event(state.turn, card.points)
    _next(state)


def _next(state: State) -> None:
    """The next card: one for each, from the third round a second one in the variation."""
    state.card = state.where = NOTHING
    state.lap += 1
    twice = state.extra_event and state.round >= LATE
    if state.lap < (2 if twice else 1) * state.players:
        state.phase = TURNING
        return
    evaluation.evaluate(state)


def put_back(state: State) -> None:
    """Cards leave the game, or are shuffled again. Source: "In the simplified version …"."""
    if not state.expert and state.players >= RESHUFFLED:
        state.events = state.model.early[:]
