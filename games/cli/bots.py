"""The bots of a command, by name: one for all seats, or one for each seat in turn."""

from __future__ import annotations

import random
from argparse import Namespace
from typing import Any, Final

from games import catalogue
from games.kernel import State
from games.playing import Choose, uniform
from games.search import HORIZON, Budget, Search

BOTS: Final = ("greedy", "search", "uniform")


def bot(key: str, name: str, budget: Budget | None = None) -> Choose:
    """A bot for a game; ``budget`` is for a search. Raises ValueError for an unknown name."""
    if name not in BOTS:
        raise ValueError(f"A bot must be one of {', '.join(BOTS)}, not {name!r}.")
    engine = catalogue.engine(key)
    if name == "search":
        horizon = getattr(engine, "HORIZON", HORIZON)
        return Search(budget, horizon=horizon, plays_on=getattr(engine, "PLAYS_ON", None))
    return engine.greedy if name == "greedy" else uniform


def of_seats(args: Namespace) -> Choose:
    """The requested bots: "greedy" for all seats, "search,greedy" for seats 0 and 1 and so on."""
    budget = Budget.read(args.budget) if args.budget else None
    seated = [bot(args.game, name, budget) for name in args.bots.split(",")]

    def choose(state: State[Any], player: int, rnd: random.Random) -> Any:
        return seated[player % len(seated)](state, player, rnd)

    return choose
