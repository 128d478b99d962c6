"""Step 6: each player hires a specialist, the one with the fewest points first.

Source: night-express.txt, Step 6: Hiring of Specialists; rulings are in notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.night_express.model import FOR_MONEY, NOTHING, Action
from games.night_express.pack import NOW_CHOICE, NOW_MONEY, NOW_POINTS
from games.night_express.phases import CALLING, DRAWING_HIRE, EARNING, HIRING

if TYPE_CHECKING:
    from games.night_express.rules import State


def begin(state: State) -> None:
    """The pile of the round is opened."""
    state.pile = state.model.piles[state.expert][state.round][:]
    state.phase, state.hired = CALLING, 0


def reveal(state: State, action: Action) -> None:
    """A specialist is laid out; after the last one the choosing begins."""
    state.pile.remove(action.n)
    state.shown.append(action.n)
    if len(state.shown) == state.display:
        state.shown.sort()
        state.pile.clear()
        _next(state)


def _next(state: State) -> None:
    """The player with the fewest points of those who have none yet; lots between equals."""
    left = [seat for seat in range(state.players) if not state.hired >> seat & 1]
    if not left:
        state.shown.clear()
        state.end_round()
        return
    fewest = min(state.points[seat] for seat in left)
    last = [seat for seat in left if state.points[seat] == fewest]
    if len(last) > 1:
        state.phase, state.asking = DRAWING_HIRE, tuple(last)
    else:
        state.phase, state.turn = HIRING, last[0]


def draw(state: State, action: Action) -> None:
    """Lots between players with equal points."""
    state.asking = ()
    state.phase, state.turn = HIRING, action.seat


def hire(state: State, action: Action) -> None:
    """A card is chosen. What is money or points is settled at once; the others are kept."""
    player, card = state.turn, state.model.pack.specialists[action.n]
    state.shown.remove(action.n)
    state.hired |= 1 << player
    if card.effect == NOW_CHOICE:
        state.card, state.phase = action.n, EARNING
        return
    if card.effect == NOW_MONEY:
        state.money[player] += card.money
    elif card.effect == NOW_POINTS:
        state.score_specialist(player, card.points)
    else:
        state.held[player] = tuple(sorted((*state.held[player], action.n)))
    _next(state)


def earn(state: State, action: Action) -> None:
    """The choice between money and points."""
    card = state.model.pack.specialists[state.card]
    if action.n == FOR_MONEY:
        state.money[state.turn] += card.money
    else:
        state.score_specialist(state.turn, card.points)
    state.card = NOTHING
    _next(state)
