"""Other engines on the same yardstick: random games, driven from Python. Only what is installed."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.benchmarks.engines.measure import rate
from tests.benchmarks.engines.ours import Row

SPIELS = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_liars_poker",
)
CARDS = ("leduc-holdem", "uno", "gin-rummy", "doudizhu")
PLIES = 200


def rows(seconds: float) -> Iterator[Row]:
    """A line for each game of each peer; one that cannot be imported is skipped by name."""
    for peer, source in PEERS:
        try:
            yield from (Row(name, "decision", rate(work, seconds)) for name, work in source())
        except ImportError as missing:
            yield Row(peer, f"skipped: {missing}", None)


def _open_spiel() -> Iterator[tuple[str, Callable[[], int]]]:
    spiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    rnd = Random(1)

    def playout(game: Any) -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rnd.choices(actions, odds)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rnd.random() * len(legal))])
                made += 1
        return made

    for name in SPIELS:
        game = spiel.load_game(name)
        yield f"OpenSpiel {name}", lambda game=game: playout(game)


def _rlcard() -> Iterator[tuple[str, Callable[[], int]]]:
    warnings.simplefilter("ignore")
    rlcard, rnd = importlib.import_module("rlcard"), Random(1)

    def playout(env: Any) -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rnd.random() * len(legal))])
            made += 1
        return made

    for name in CARDS:
        env = rlcard.make(name, config={"seed": 1})
        yield f"RLCard {name}", lambda env=env: playout(env)


def _chess() -> Iterator[tuple[str, Callable[[], int]]]:
    chess, rnd = importlib.import_module("chess"), Random(1)

    def playout() -> int:
        board = chess.Board()
        for ply in range(PLIES):
            legal = list(board.legal_moves)
            if not legal:
                return ply or 1
            board.push(legal[int(rnd.random() * len(legal))])
        return PLIES

    yield "python-chess", playout


PEERS = (("OpenSpiel", _open_spiel), ("RLCard", _rlcard), ("python-chess", _chess))
