"""Plays the golden games again: ``python -m tests.games.terminus.golden``.

Only after ``RULES`` of games/terminus/game.py was raised, or when a game is added; the commit says
why. Each end is there for each number of players, and for two with and without the Automa.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from games.kernel import ARBITER, CHANCE
from games.record import Record
from games.terminus import greedy
from games.testing import write_golden
from tests.games.terminus.positions import GAME, HERE

FOLDER: Final = HERE / "golden"


@dataclass(frozen=True)
class Recipe:
    """Who plays, and after how many entries the arbiter ends it (0: not at all)."""

    name: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    stop: int = 0
    bold: float = 1.0


RECIPES: Final = (
    Recipe("finished-2-automa", 2),
    Recipe("finished-2", 2, {"automa": False}),
    Recipe("finished-3", 3),
    Recipe("finished-4", 4),
    Recipe("finished-5", 5),
    Recipe("finished-2-first-game", 2, {"first_game": True}),
    Recipe("finished-5-first-game", 5, {"first_game": True}),
    Recipe("finished-3-at-random", 3, bold=0.0),
    Recipe("finished-5-half-at-random", 5, bold=0.5),
    Recipe("stopped-2-automa", 2, stop=80),
    Recipe("stopped-2", 2, {"automa": False}, stop=70),
    Recipe("stopped-3", 3, stop=100),
    Recipe("stopped-4", 4, stop=150),
    Recipe("stopped-5", 5, stop=60),
)


def played(recipe: Recipe, seed: int = 7) -> Record[Any]:
    """The game of a recipe: greedy players, who now and then do anything."""
    rnd, record = random.Random(seed), Record(GAME, recipe.players, **recipe.options)
    while who := record.state.actors():
        if recipe.stop and len(record.entries) == recipe.stop:
            record.play(ARBITER, "stop")
            break
        state, player = record.state, who[0]
        if player == CHANCE:
            record.play(player, state.sample(rnd.random))
        elif rnd.random() < recipe.bold:
            record.play(player, greedy(state, player, rnd))
        else:
            record.play(player, rnd.choice(state.legal_actions(player)))
    return record


def main() -> None:
    for recipe in RECIPES:
        (FOLDER / f"{recipe.name}.game").write_text(write_golden(played(recipe)), "utf-8")


if __name__ == "__main__":
    main()
