"""A game that is played to its end by bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from games.kernel import CHANCE, State

Choose = Callable[[State[Any], int, random.Random], Any]
"""How a bot finds its move: from a position, its seat and its own chance."""


def uniform(state: State[Any], player: int, rnd: random.Random) -> Any:
    """Any legal move, each as likely as the others."""
    return rnd.choice(state.legal_actions(player))


def play_out(state: State[Any], choose: Choose, rnd: random.Random) -> tuple[int, int]:
    """Play on until the game is over; how many moves players made, and how many chance."""
    made = drawn = 0
    while who := state.actors():
        player = who[0]
        if player == CHANCE:
            state.apply(player, state.sample(rnd.random))
            drawn += 1
        else:
            state.apply(player, choose(state, player, rnd))
            made += 1
    return made, drawn
