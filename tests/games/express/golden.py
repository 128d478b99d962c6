"""Plays the golden games again: ``python -m tests.games.express.golden``.

Only after ``rules`` of games/express/rules/game.py was raised, or when a game is added; the commit
says why. Each recipe looks for the first seed whose game is of the kind that its name tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from games.express import greedy
from games.express.model import Action
from games.express.rules.game import Express
from games.express.rules.state import State
from games.kernel import ARBITER, CHANCE
from games.record import Record
from games.testing import write_golden
from tests.games.express.positions import GAME, PRINTED

FOLDER: Final = Path(__file__).parent / "golden"
Bot = Callable[[State, int, random.Random], Action]


def uniform(state: State, player: int, rnd: random.Random) -> Action:
    return rnd.choice(state.legal_actions(player))


def mixed(state: State, player: int, rnd: random.Random) -> Action:
    """Plays well, but for a move in six."""
    return (uniform if rnd.random() < 1 / 6 else greedy)(state, player, rnd)


@dataclass(frozen=True)
class Recipe:
    """Who plays what, and how it must end. ``call``: the conductor ends it after so many lines."""

    name: str
    players: int
    end: str
    bot: Bot = mixed
    game: Express = GAME
    call: int = 0
    meddle: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    kinds: frozenset[str] = frozenset()


def of_every_end(players: int) -> list[Recipe]:
    short = {"turns": 14, "target": 20}
    return [
        Recipe(f"{players}-out", players, "out", greedy),
        Recipe(f"{players}-turns", players, "turns", options={"turns": 9}),
        Recipe(f"{players}-called", players, "called", call=60 + 17 * players),
        Recipe(f"{players}-target", players, "target", greedy, options=short),
        Recipe(f"{players}-slot", players, "slot", options={"turns": 5, "target": 99, "hands": 2}),
    ]


RECIPES: Final = (
    *(recipe for players in range(2, 7) for recipe in of_every_end(players)),
    Recipe("4-at-random", 4, "turns", uniform, options={"turns": 12}),
    Recipe("4-called-at-the-deal", 4, "called", call=23),
    Recipe("4-printed", 4, "out", greedy, PRINTED),
    Recipe("3-with-rulings", 3, "turns", meddle=True, options={"turns": 12}),
    Recipe("4-blocked", 4, "out", greedy, kinds=frozenset({"block", "cancel", "turntable"})),
)


def meddle(record: Record[Action], player: int, rnd: random.Random) -> None:
    """Now and then an undo, or a card too many that nobody saw in time."""
    if record.undoable() and rnd.random() < 0.1:
        record.undo(record.entries[-1].player, "thought again")
    for action in GAME.actions:
        why = record.state.refusal(player, action)
        if why and why.code == "hand-limit" and str(action).startswith("discard"):
            if rnd.random() < 0.1:
                record.stand(player, action, "seen too late")
            return


def played(recipe: Recipe, seed: int) -> Record[Action]:
    rnd, record = random.Random(seed), Record(recipe.game, recipe.players, **recipe.options)
    while who := record.state.actors():
        if recipe.call and len(record.entries) == recipe.call:
            record.play(ARBITER, "call time")
            break
        player = who[0]
        if player == CHANCE:
            record.play(player, record.state.sample(rnd.random))
        else:
            record.play(player, recipe.bot(record.state, player, rnd))
            if recipe.meddle and record.state.actors() == (player,):
                meddle(record, player, rnd)
    return record


def wanted(recipe: Recipe, record: Record[Action]) -> bool:
    kinds = {GAME.kinds[entry.action.kind] for entry in record.entries}
    lines = {str(line).split(" ")[0] for line in record.log}
    meddled = not recipe.meddle or {"undo", "stand"} <= lines
    return record.state.end() == recipe.end and recipe.kinds <= kinds and meddled


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for recipe in RECIPES:
        games = (played(recipe, seed) for seed in range(10_000))
        record = next(record for record in games if wanted(recipe, record))
        (FOLDER / f"{recipe.name}.game").write_text(write_golden(record), "utf-8")


if __name__ == "__main__":
    main()
