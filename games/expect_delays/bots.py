"""A player for demonstrations: looks one move ahead and takes what looks best."""

from __future__ import annotations

import random
from typing import Final

from games.expect_delays.line import COMMUTER, TOURIST
from games.expect_delays.model import Action
from games.expect_delays.rules import State

# What things are worth to the bot, in Destination Points. Chosen by playing it against itself.
SWIPE: Final = 0.5
ABOARD: Final = 1.2  # a Commuter on a Line, wherever it stands
AHEAD: Final = 0.15  # each Stop it has gone
STANDS: Final = 0.45  # of the points of the Stop where it stands
TOURIST_ON: Final = 0.7
OUT: Final = 0.25  # a Train card less for everybody
WIN: Final = 100.0


def greedy(state: State, player: int, rnd: random.Random) -> Action:
    """The legal move with the best position after it; between equals, one at random."""

    def after(action: Action) -> float:
        twin = state.copy()
        twin.apply(player, action)
        return worth(twin, player)

    rated = [
        (after(action), rnd.random(), action.id, action) for action in state.legal_actions(player)
    ]
    return max(rated)[-1]


def worth(state: State, player: int) -> float:
    """How a position looks to a player, in Destination Points; more is better."""
    if state.end():
        return WIN * (state.placings()[1 - player].place - state.placings()[player].place)
    mine, theirs = _side(state, player), _side(state, 1 - player)
    return mine - theirs - OUT * len(state.out)


def _side(state: State, player: int) -> float:
    model = state.model
    total = float(state.points[player]) + SWIPE * state.swipes[player]
    for number in model.own[player]:
        points = model.worth[number]
        for stop, rider in enumerate(state.lines[number]):
            if rider == COMMUTER:
                total += ABOARD + AHEAD * stop + STANDS * points[stop]
            elif rider == TOURIST:
                total -= TOURIST_ON
    return total
