"""The measures of each engine, and its budget in loops of the yardstick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from games import catalogue
from games.kernel import CHANCE, Game
from games.record import Record
from games.sheet import Sheet
from games.testing import play_out
from tests.benchmarks.engines.measure import Rate, rate

REFERENCE = 38.5
"""Loops of the yardstick in a microsecond, on the core that the budgets were set on."""
DECISION = {
    "expect_delays": 195,
    "metro_x": 385,
    "express": 480,
    "night_express": 640,
    "terminus": 960,
}
BUDGET = {
    "refusal": 2 * REFERENCE,
    "view": 15 * REFERENCE,
    "copy": 5 * REFERENCE,
    "sheet": 20 * REFERENCE,
    # 23 values for each of five players, and a City of 93 Rail spaces.
    "view terminus": 25 * REFERENCE,
    # Nine numbers and some five rows for each player.
    "sheet score_pad": 50 * REFERENCE,
    # Ten rows of eight numbers for each player: twenty times what other sheets hold.
    "sheet evaluation": 200 * REFERENCE,
    "at": 500 * REFERENCE,
    "replay": 5_000 * REFERENCE,
    "pack": 50_000 * REFERENCE,
}


class Row(NamedTuple):
    """A measurement: of what, how fast, and how many loops it may take (0: no budget). Without a
    ``rate`` it was skipped, and ``what`` says why."""

    name: str
    what: str
    rate: Rate | None
    budget: float = 0

    @property
    def good(self) -> bool:
        return not self.budget or (self.rate is not None and self.rate.loops <= self.budget)


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


def greedy_decisions(key: str, game: Game[Any], players: int, rnd: Random) -> Callable[[], int]:
    """A whole game of the greedy bot, which looks at every legal move; how many decisions."""
    greedy = catalogue.engine(key).greedy

    def playout() -> int:
        state, made = game.new(players), 0
        while who := state.actors():
            if who[0] == CHANCE:
                state.apply(CHANCE, state.sample(rnd.random))
            else:
                state.apply(who[0], greedy(state, who[0], rnd))
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
    done = rate(greedy_decisions(key, game, game.players[-1], rnd), seconds)
    yield Row(key, f"greedy, {game.players[-1]} players", done)
    for what, work in _of_positions(game, rnd) + _of_a_game(key, game, rnd):
        yield Row(key, what, rate(work, seconds / 2), _budget(key, what))


def _budget(key: str, what: str) -> float:
    """The budget of a game that has one of its own, else the common one."""
    common = BUDGET.get(what, BUDGET[what.partition(" ")[0]])
    return BUDGET.get(f"{what} {key}", common)


def _each(states: list[Any], act: Callable[[Any], object], times: int = 1) -> Callable[[], int]:
    """Do something at every position; ``times`` is how many things that is."""

    def work() -> int:
        for state in states:
            act(state)
        return len(states) * times

    return work


def _of_positions(game: Game[Any], rnd: Random) -> list[tuple[str, Callable[[], int]]]:
    """The questions to a position, at the largest table."""
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
    """The questions to a whole game, at a table of four or the nearest to it; sheets are those of
    games that the bots have played."""
    engine, players = catalogue.engine(key), min(4, game.players[-1])
    record = play_out(game, players, rnd)
    text, path, entries = record.dump(), next(iter(engine.PACKS.values())), len(record.entries)
    ends = [play_out(game, players, rnd, choose=engine.greedy).state for _ in range(8)]
    sheets = [
        (f"sheet {name}", _each([sheet.of(state) for state in ends], _checked(sheet, players)))
        for name, sheet in engine.sheets(game).items()
    ]
    return [
        *sheets,
        ("at", _each([record], lambda one: one.at(rnd.randrange(entries + 1)))),
        ("replay", _each([game], lambda one: Record.load(one, text))),
        ("pack", _each([path], engine.load)),
    ]


def _checked(sheet: Sheet, players: int) -> Callable[[Any], object]:
    """A sheet is checked, and its places are found."""
    return lambda data: (sheet.clean(data, players), sheet.placings(data, players))
