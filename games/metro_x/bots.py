"""A bot for Metro X that looks one step ahead: good enough that a demo looks like a game.

All players have the same board and the same cards, so that bots of one mind would all mark the
same stations and share every first place. Each look at a move is therefore a little off.
"""

from __future__ import annotations

import random

from games.metro_x.model import FREE, TRANSFER, TRAVEL, Action
from games.metro_x.rules import Marks, State

CROSSED = 10
"""Tenths of a point: what a crossed-off station is thought to be worth."""

OFF = 0.1
"""By what share a look at a move may be off, up or down."""


def greedy(state: State, player: int, rnd: random.Random) -> Action:
    """The legal move that looks best on the player's own board, by a judgement a little off."""
    marks = state.boards[player]
    return max(
        state.legal_actions(player),
        key=lambda action: _promise(state, marks, action) * rnd.uniform(1 - OFF, 1 + OFF),
    )


def _promise(state: State, marks: Marks, action: Action) -> float:
    """Tenths of a point: stations filled, numbers written, lines completed or brought nearer."""
    stations = _filled(state, marks, action)
    tenths = float(CROSSED * len(stations))
    if action.kind == TRANSFER:
        tenths += 10 * sum(state.game.worth[station] for station in stations)
    for line, route in enumerate(state.game.route):
        left, gained = marks.ahead[line].bit_count(), len(stations.intersection(route))
        if left and gained:
            first = not state.taken >> line & 1
            points = state.game.awards[line][2 if first else 1]
            tenths += 10 * points * gained / left**1.5
    if action.kind in (TRAVEL, TRANSFER):
        tenths -= _wasted(marks, action.line, stations)
    return tenths


def _filled(state: State, marks: Marks, action: Action) -> set[int]:
    """The stations that a move fills."""
    if action.kind == FREE:
        return {action.n}
    if action.kind not in (TRAVEL, TRANSFER):
        return set()
    count = 1 if action.kind == TRANSFER else action.n
    ahead = [station for station in state.game.route[action.line] if marks.empty[station]]
    return set(ahead[:count])


def _wasted(marks: Marks, line: int, stations: set[int]) -> float:
    """A window is dear when the line has more empty stations than its windows may fill."""
    return 3.0 * (marks.ahead[line].bit_count() - len(stations)) / marks.room[line]
