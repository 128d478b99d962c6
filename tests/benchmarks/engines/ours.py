"""What is measured of each engine, and its budget in loops of the yardstick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games import catalogue
from games.kernel import CHANCE, Game
from games.record import Record
from games.testing import play_out
from tests.benchmarks.engines.measure import Rate, rate

REFERENCE = 38.5
"""Loops of the yardstick in a microsecond, on the core that the budgets were set on."""
DECISION = {"expect_delays": 195, "metro_x": 385, "express": 480}
BUDGET = {
    "refusal": 2 * REFERENCE,
    "view": 15 * REFERENCE,
    "copy": 5 * REFERENCE,
    "sheet": 20 * REFERENCE,
    "at": 500 * REFERENCE,
    "replay": 5_000 * REFERENCE,
    "pack": 50_000 * REFERENCE,
}


class Row(NamedTuple):
    """A measurement: of what, how fast, and how many loops it may take (0: no budget)."""

    name: str
    what: str
    rate: Rate
    budget: float

    @property
    def good(self) -> bool:
        return not self.budget or self.rate.loops <= self.budget


def decisions(game: Game[Any], players: int, rnd: Random) -> Callable[[], int]:
    """A whole random game: legal moves, a choice and ``apply``; how many decisions it had."""
    random = rnd.random

    def playout() -> int:
        state, made = game.new(players), 0
        while who := state.actors():
            player = who[0]
            if player == CHANCE:
                state.apply(player, state.sample(random))
            else:
                legal = state.legal_actions(player)
                state.apply(player, legal[int(random() * len(legal))])
                made += 1
        return made

    return playout


def _positions(game: Game[Any], players: int, rnd: Random) -> list[Any]:
    """Positions of one game where a player is to move."""
    record = play_out(game, players, rnd)
    states = [record.at(n) for n in range(0, len(record.entries), 1 + len(record.entries) // 60)]
    return [state for state in states if state.actors() and state.actors() != (CHANCE,)]


def rows(key: str, seconds: float) -> Iterator[Row]:
    """Every measurement of a game, with its first pack."""
    game, rnd = catalogue.rules(key), Random(1)
    for players in sorted({game.players[0], 2, game.players[-1]}.intersection(game.players)):
        done = rate(decisions(game, players, rnd), seconds)
        yield Row(key, f"decision, {players} players", done, DECISION.get(key, 0))
    for what, work in _of_positions(game, rnd) + _of_a_game(key, game, rnd):
        yield Row(key, what, rate(work, seconds / 2), BUDGET[what])


def _each(states: list[Any], act: Callable[[Any], object], times: int = 1) -> Callable[[], int]:
    """Do something at every position; ``times`` is how many things that is."""

    def work() -> int:
        for state in states:
            act(state)
        return len(states) * times

    return work


def _of_positions(game: Game[Any], rnd: Random) -> list[tuple[str, Callable[[], int]]]:
    """What is asked of a position, at the largest table."""
    states = _positions(game, game.players[-1], rnd)

    def refuse(state: Any) -> None:
        player, refusal = state.actors()[0], state.refusal
        for action in game.actions:
            refusal(player, action)

    return [
        ("refusal", _each(states, refuse, len(game.actions))),
        ("view", _each(states, lambda state: state.view(0))),
        ("copy", _each(states, lambda state: state.copy())),
    ]


def _of_a_game(key: str, game: Game[Any], rnd: Random) -> list[tuple[str, Callable[[], int]]]:
    """What is asked of a whole game, at a table of four or the nearest to it."""
    engine = catalogue.engine(key)
    record = play_out(game, min(4, game.players[-1]), rnd)
    sheet = next(iter(engine.sheets(game).values()))
    text, data, seats = record.dump(), sheet.of(record.state), record.players
    path, entries = next(iter(engine.PACKS.values())), len(record.entries)
    return [
        ("sheet", _each([data], lambda one: (sheet.clean(one, seats), sheet.placings(one, seats)))),
        ("at", _each([record], lambda one: one.at(rnd.randrange(entries + 1)))),
        ("replay", _each([game], lambda one: Record.load(one, text))),
        ("pack", _each([path], engine.load)),
    ]
