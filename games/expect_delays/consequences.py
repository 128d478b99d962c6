"""The consequences of the moves of Expect Delays.

Each function changes a position by one legal move.

Source: expect-delays.txt, by heading; rulings are in notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.expect_delays.line import COMMUTER, EMPTY, TOURIST, put, walked
from games.expect_delays.model import NOWHERE, Action
from games.expect_delays.pack import (
    ADVANCE,
    EJECT,
    LEVY_SWIPES,
    SEE_OFF,
    SWIPES_ONLY,
    TAKE_SWIPES,
    WALK,
)
from games.expect_delays.phases import (
    ACT,
    BROKEN,
    DEALING,
    STOPPED,
    TARGET,
    TRANSFER,
    TURNING,
    TURNS,
)

if TYPE_CHECKING:
    from games.expect_delays.rules import State


def _board(state: State, action: Action) -> None:
    """Source: Board."""
    me, line = state.player, action.line
    state.swipes[me] -= state.active.board_cost
    state.pool[me] -= 1
    state.lines[line] = put(state.lines[line], 0, COMMUTER)


def _disembark(state: State, action: Action) -> None:
    """Score; then the end, a Tourist, a Transfer, in this order (ruling R6).

    Source: Disembark; Ending the Game; Action Phase Example.
    """
    me, line, stop, lines = state.player, action.line, action.stop, state.lines
    lines[line] = put(lines[line], stop, EMPTY)
    state.pool[me] += 1
    state.points[me] += state.model.worth[line][stop]
    if state.points[me] >= state.model.pack.target:
        state.phase = TARGET
        return
    if action.to != NOWHERE:
        lines[action.to] = put(lines[action.to], 0, TOURIST)
        state.tourists -= 1
    if state.active.transfer and stop in state.model.transfers[line]:
        _transfer(state, state.active.transfer)


def _transfer(state: State, effect: int) -> None:
    """Do at once what leaves no choice, and leave out what cannot be done (R7)."""
    if effect <= SWIPES_ONLY:
        _move_swipes(state, effect)
    elif state.advisory_moves(state.player, effect):
        state.phase = TRANSFER


def _run(state: State, action: Action) -> None:
    """Source: Run the Line; ruling R3 for cards of two symbols."""
    me = state.player
    hand = list(state.hands[me])
    for card in action.cards:
        hand.remove(card)
    state.hands[me] = tuple(hand)
    state.discard += action.cards
    for line, steps in action.steps:
        _move(state, line, steps)


def _move(state: State, line: int, steps: int) -> None:
    state.lines[line], gone = state.model.moved[steps][state.lines[line]]
    state.tourists += gone


def _out_of_service(state: State, action: Action) -> None:
    """Source: Out of Service: gain what the card shows, as far as the Platform has it."""
    me, card = state.player, action.card
    hand = list(state.hands[me])
    hand.remove(card)
    state.hands[me] = tuple(hand)
    state.out.append(card)
    _gain(state, state.model.cards[card].swipes)


def _repair(state: State, action: Action) -> None:
    """Source: Repair."""
    state.out.remove(action.card)
    state.discard.append(action.card)


def _advisory(state: State, action: Action) -> None:
    """Source: Use Service Advisory; the effects are the closed list of pack.py."""
    effect, line, lines = action.effect, action.line, state.lines
    if effect <= SWIPES_ONLY:
        _move_swipes(state, effect)
    elif effect == EJECT:
        lines[line] = put(lines[line], action.stop, EMPTY)
        state.pool[1 - state.player] += 1
    elif effect == WALK:
        lines[line] = walked(lines[line], action.stop)
    elif effect == SEE_OFF:
        lines[line] = put(lines[line], action.stop, EMPTY)
        state.tourists += 1
    elif effect == ADVANCE:
        _move(state, line, 1)
    else:
        lines[line] = put(lines[line], 0, TOURIST)
        state.tourists -= 1


def _move_swipes(state: State, effect: int) -> None:
    me, amount = state.player, state.active.amount
    if effect == TAKE_SWIPES:
        _gain(state, amount)
    elif effect == LEVY_SWIPES:
        paid = min(amount, state.swipes[1 - me])
        state.swipes[1 - me] -= paid
        state.swipes[me] += paid
    else:
        state.swipes[1 - me] -= state.swipes[1 - me] // 2


def _gain(state: State, swipes: int) -> None:
    state.swipes[state.player] += min(swipes, state.platform())


def _pass(state: State, action: Action) -> None:
    """Source: Action Phase: both Actions need not be used."""
    upkeep(state)


def upkeep(state: State) -> None:
    """Discard the hand; shuffle when the deck is short, which brings the next advisory.

    Source: Upkeep Phase; Ending the Game. Rulings R5, R9; R18 ends the game before it.
    """
    me, model = state.player, state.model
    state.turns += 1
    if state.turns == model.turns:
        state.phase = TURNS
        return
    state.discard += state.hands[me]
    state.hands[me] = ()
    state.phase = DEALING
    if len(state.deck) >= model.hand:
        return
    state.deck += state.discard
    state.discard.clear()
    state.active = model.advisories[state.coming]
    state.coming = NOWHERE
    if not any(state.advisories):
        state.advisories = model.advisory_copies[:]
        state.advisories[state.active.id] -= 1
    state.phase = TURNING if len(state.deck) >= model.hand else BROKEN


def _deal(state: State, action: Action) -> None:
    """A hand is dealt, and the other player is next: for his first hand, or to act.

    Source: Setup; Upkeep Phase.
    """
    me = state.player
    for card in action.cards:
        state.deck.remove(card)
    state.hands[me] = action.cards
    state.player = 1 - me
    if state.hands[1 - me]:
        state.phase = ACT
        state.left = state.active.actions


def _turn_up(state: State, action: Action) -> None:
    """Source: Setup: the next advisory lies face up."""
    state.advisories[action.card] -= 1
    state.coming = action.card
    state.phase = DEALING


def _stop(state: State, action: Action) -> None:
    """House rule: when a slot is over, the conductor ends the game and it counts as it is."""
    state.phase = STOPPED


FOLLOWS: Final[tuple[Callable[[State, Action], None], ...]] = (
    _board,
    _disembark,
    _run,
    _out_of_service,
    _repair,
    _advisory,
    _pass,
    _deal,
    _turn_up,
    _stop,
)
"""By kind of move, in the order of model.KINDS."""
