"""Specialists that stay with a player: whether one is there, what they pay, and their use.

Source: night-express.txt, Step 6: Hiring of Specialists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.night_express.rules import State


def holds(state: State, player: int, effect: int) -> bool:
    specialists = state.model.pack.specialists
    return any(specialists[card].effect == effect for card in state.held[player])


def money(state: State, player: int, effect: int) -> int:
    """The money of all specialists of a player with this effect."""
    cards = state.model.pack.specialists
    return sum(cards[card].money for card in state.held[player] if cards[card].effect == effect)


def discard(state: State, player: int, effect: int) -> None:
    """A specialist is used up; none is where a move stands by a ruling."""
    specialists = state.model.pack.specialists
    for place, card in enumerate(state.held[player]):
        if specialists[card].effect == effect:
            state.held[player] = state.held[player][:place] + state.held[player][place + 1 :]
            return
