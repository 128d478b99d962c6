"""A player for demonstrations: looks one move ahead, and bids and takes what looks best."""

from __future__ import annotations

import random
from typing import Final

from games.night_express import phases
from games.night_express.evaluation import row_of
from games.night_express.model import EXCHANGE, Action
from games.night_express.pack import ROUNDS, SPECIALISTS
from games.night_express.rules import State

# What things are worth to the bot, in points. Chosen by playing it against itself.
SERVICE: Final = 1.5  # an own service point
KEPT: Final = 3.0  # a specialist that is kept
NEED: Final = 20  # MONEY that a player likes to have for the next train
SURPLUS: Final = 2.0  # how much a train may be better than the mean for each bidding card


def greedy(state: State, player: int, rnd: random.Random) -> Action:
    """The legal move with the best position after it; between equals, one at random."""
    moves = state.legal_actions(player)
    if state.phase == phases.BIDDING:
        return _bid(state, player, moves, rnd)

    def after(action: Action) -> float:
        if action.kind == EXCHANGE:
            return -1000.0
        twin = state.copy()
        twin.apply(player, action)
        return worth(twin, player)

    return max((after(move), rnd.random(), move.id, move) for move in moves)[-1]


def _bid(state: State, player: int, moves: list[Action], rnd: random.Random) -> Action:
    """Bid for a train that is better for the new route than most of those left."""
    offer = state.offer
    values = [train_worth(state, player, train) for train in offer]
    better = values[state.at] - sum(values) / len(values)
    left = state.money[player] - state.model.price[offer[state.at]]
    level = int(better / SURPLUS + rnd.random()) if left > 0 else int(better / 2 / SURPLUS)
    if len(offer) - state.at <= len(state.owing):
        level = max(level, 1)
    return moves[max(0, min(level, len(moves) - 1))]


def train_worth(state: State, player: int, train: int) -> float:
    """The points of a train on the newest route in each round that is left, less its cost."""
    model, where = state.model, ROUNDS * player + state.round
    riders = model.pack.routes[state.route[where]].passengers - state.loss[where]
    riders = max(0, min(riders + model.train_passengers[train], model.wagons[train]))
    rounds = ROUNDS - state.round
    cost = min(model.price[train] / 2, model.lease_rate[train] * rounds)
    return model.windows[train][riders] * rounds + model.places[train] - cost


def worth(state: State, player: int) -> float:
    """How a position looks to a player, in points; more is better."""
    model, rounds = state.model, ROUNDS - state.round
    if state.phase == phases.OVER:
        rounds = 0
    elif state.phase >= phases.CALLING:
        rounds -= 1
    money = state.money[player]
    total = state.points[player] + money * 0.1 * rounds + min(money, NEED) * 0.2 * (rounds > 0)
    total += SERVICE * state.posts[player].bit_count() * (rounds > 1)
    for card in state.held[player]:
        specialist = model.pack.specialists[card]
        is_lasting = SPECIALISTS[specialist.effect] in ("income", "rebate")
        total += KEPT if not is_lasting else specialist.money * rounds * 0.6
    for slot in range(ROUNDS):
        where = ROUNDS * player + slot
        if state.route[where] < 0:
            break
        total += _route_worth(state, player, slot) * rounds
    return total


def _route_worth(state: State, player: int, slot: int) -> float:
    """The points that a route scores in a round as it stands; without a train, a guess."""
    model, where = state.model, ROUNDS * player + slot
    route = model.pack.routes[state.route[where]]
    riders = route.passengers + state.ads[where] - state.loss[where]
    if state.train[where] < 0:
        served = bool(state.posts[player] & model.city_mask[state.route[where]])
        return riders + model.travel[state.route[where]] + served + route.hsp
    row = row_of(state, player, slot)
    return sum(row[3:])
