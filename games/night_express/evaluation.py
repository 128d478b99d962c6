"""Step 5 and the end: every route in play is scored, money is paid, goals and bonuses count.

Source: night-express.txt, Step 5: Route Evaluation and Money Payment, and Final scoring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.night_express import goals, hiring
from games.night_express.model import NOTHING
from games.night_express.pack import HSP, INCOME, ROUNDS
from games.night_express.phases import OVER
from games.night_express.sharing import NOBODY
from games.night_express.specialists import money

if TYPE_CHECKING:
    from games.night_express.rules import State


class Row(NamedTuple):
    """A column of the route evaluation sheet: rounds and routes from 0, then points."""

    player: int
    round: int
    route: int
    wagons: int
    lease: int
    special: int
    options: int
    travel: int
    service: int


def evaluate(state: State) -> None:
    """Score all routes so far; pay the sum in money in rounds 1 to 3, and go on."""
    last = state.round == ROUNDS - 1
    for player in range(state.players):
        rows = [row_of(state, player, slot) for slot in range(state.round + 1)]
        state.rows += rows
        total = sum(sum(row[3:]) for row in rows)
        state.points[player] += total
        if not last:
            state.money[player] += max(0, total) + money(state, player, INCOME)
    for where in range(len(state.route)):
        state.extra[where] = state.locks[where] = 0
    state.insured = 0
    if last:
        _finish(state)
    else:
        hiring.begin(state)


def passengers(state: State, where: int) -> int:
    """Passengers of a route: card, train, advertising, sharing, events; never below 0 (N17)."""
    model = state.model
    there = model.pack.routes[state.route[where]].passengers + state.ads[where] - state.loss[where]
    if state.train[where] >= 0:
        there += model.train_passengers[state.train[where]]
    return max(0, there + state.extra[where])


def row_of(state: State, player: int, slot: int) -> Row:
    """The six kinds of points of a route that has a train. Source: Step 5, 1 to 6."""
    model, where = state.model, ROUNDS * player + slot
    route, train, host = state.route[where], state.train[where], state.host[where]
    wagons = max(0, model.wagons[train] - state.locks[where])
    # A route without a service point carries nobody (N12).
    riders = 0 if host == NOBODY else min(passengers(state, where), wagons)
    options = state.options[where]
    if state.expert and not model.pack.routes[route].hsp:
        options &= ~HSP
    upgraded = host == player and state.plus[player] & model.city_mask[route]
    return Row(
        player,
        state.round,
        slot,
        model.windows[train][riders],
        -model.lease_rate[train] if state.leased[where] else 0,
        model.special_points[state.special[where]],
        model.option_points[options],
        model.travel[route],
        model.numbers.service_plus if upgraded else 0,
    )


# The end


def route_points(state: State, player: int) -> list[int]:
    """The scores of a player's routes in the round evaluated last."""
    return [sum(row[3:]) for row in state.rows if row.player == player and row.round == state.round]


def cash(state: State, player: int) -> int:
    """Money, with that of the fourth round, which is not paid out. Source: Largest Cash Reserve."""
    if state.phase != OVER:
        return state.money[player]
    return state.money[player] + max(0, sum(route_points(state, player)))


def fleet(state: State, player: int) -> int:
    """Wagons printed on the trains, and special wagons. Source: Largest Train Fleet."""
    model, found = state.model, 0
    for where in range(ROUNDS * player, ROUNDS * (player + 1)):
        if state.train[where] >= 0:
            found += model.wagons[state.train[where]] + model.special_count[state.special[where]]
    return found


def _finish(state: State) -> None:
    """Goals, then 5 points in each of three categories, to all who are first in it (N9)."""
    numbers, seats = state.model.numbers, range(state.players)
    state.phase, state.turn = OVER, NOTHING
    for player in seats:
        met = goals.met(state, player)
        points = (0, numbers.one_goal, numbers.two_goals)[met]
        state.goal_points[player] = points
        state.points[player] += points
    for values in (
        [max(route_points(state, seat)) for seat in seats],
        [fleet(state, seat) for seat in seats],
        [cash(state, seat) for seat in seats],
    ):
        for player in seats:
            if values[player] == max(values):
                state.bonus[player] += numbers.bonus
                state.points[player] += numbers.bonus
