"""A player for demonstrations: looks one move ahead, knows no more than its seat may know."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from games.express.model import DISASTER, DRAW, LIFT, TURNTABLE, Action, Model
from games.express.rules import score
from games.express.rules.phases import OVER, REPLY
from games.express.rules.state import State

# What things are worth to the bot, in points of a hand. Chosen by playing it against itself.
CAR: Final = 1.7  # a car on the table, as far as going out asks for it
TRAIN: Final = -4.5  # a train that must still grow, and its Loco
GROWN: Final = 3.5  # ... when it has grown
FITS: Final = 1.6  # a card in hand that fits a train on the table
ALIKE: Final = 0.5  # a car in hand, for each other of its type there
HELD: Final = -0.35  # of what a card left in hand would cost
WILD: Final = 4.0  # a Wild in hand
OTHERS: Final = -0.3  # of the points on the tables of the others
LOST_TURN: Final = 2.5  # a turn that another loses
UNSEEN: Final = 2.2  # two cards from the deck
AGAIN: Final = 4.0  # another turn
LIFTING: Final = -0.4  # a Loco lifted for no reason
OUT: Final = 40.0

KEPT: Final = 20_000
"""How many tables, and how many hands, are kept with their worth."""


def greedy(state: State, player: int, rnd: random.Random) -> Action:
    """The legal move with the best position after it; between equals, one at random."""
    moves = state.legal_actions(player)
    if len(moves) == 1:
        return moves[0]
    rated = [(after(state, player, move), rnd.random(), move.id, move) for move in moves]
    return max(rated)[-1]


def after(state: State, player: int, move: Action) -> float:
    """The value of the position for a player after a move. What chance will bring, or another
    holds against a Disaster, is not looked at."""
    if move.kind == DRAW:
        return worth(state, player) + UNSEEN
    twin = state.copy()
    twin.target = 0  # look at this hand, not at the deal of the next
    twin.apply(player, move)
    extra = AGAIN if move.kind == TURNTABLE else LIFTING if move.kind == LIFT else 0.0
    if move.kind == DISASTER and twin.phase == REPLY:
        twin.apply(twin.foe, twin.m.allow)
    return worth(twin, player) + extra


def worth(state: State, player: int) -> float:
    """How a hand looks to a player, in points; more is better."""
    m, total = state.m, 0.0
    for seat in range(state.players):
        table = _table(m, tuple(state.ways[seat]), tuple(state.cars[seat]), state.diesels[seat])
        if seat == player:
            total += table + _held(m, _fits(state, seat), tuple(state.hands[seat]))
        else:
            total += OTHERS * table + LOST_TURN * state.skips[seat]
    if state.phase == OVER and state.out == player:
        total += OUT
    return total


@lru_cache(maxsize=KEPT)
def _table(
    m: Model, ways: tuple[int, ...], cars: tuple[tuple[int, ...], ...], diesels: int
) -> float:
    """How a player's Way Cars and trains look: the same ones in many positions."""
    total = float(sum(m.value[k] * n for k, n in zip(m.ways, ways, strict=True)))
    enough = max(m.content.scoring.lengths, default=0)
    for t, train in enumerate(cars):
        if not train:
            continue
        total += score.train(m, train, diesel=diesels >> t & 1)
        total += TRAIN + CAR * min(len(train), enough)
        if len(train) >= m.content.scoring.others:
            total += GROWN
    return total


def _fits(state: State, seat: int) -> int:
    """A mask of the kinds of cards that fit a train of a player."""
    m, tips, fits = state.m, state.tips[seat], 0
    for t in m.slots[state.live[seat]]:
        fits |= m.fits[tips[t]]
    return fits


@lru_cache(maxsize=KEPT)
def _held(m: Model, fits: int, hand: tuple[int, ...]) -> float:
    total = 0.0
    for k in hand:
        total += HELD * m.penalty[k]
        if fits & m.bit[k]:
            total += FITS
        if k == m.wild:
            total += WILD
        elif k < m.freight:
            total += ALIKE * (hand.count(k) - 1)
        elif k < m.types:
            total += ALIKE * (sum(m.freight <= other < m.types for other in hand) - 1)
    return total
