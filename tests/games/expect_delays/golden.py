"""Plays the golden games again: ``python -m tests.games.expect_delays.golden``.

Only after ``RULES`` of games/expect_delays/game.py was raised, or when a game is added; the commit
says why. Each recipe looks for the first seed whose game is of the kind that its name tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.expect_delays import greedy
from games.expect_delays.model import Action
from games.expect_delays.rules import State
from games.kernel import ARBITER, CHANCE, IllegalActionError
from games.record import Record
from games.testing import write_golden
from tests.games.expect_delays.positions import GAME

FOLDER: Final = Path(__file__).parent / "golden"
Bot = Callable[[State, int, random.Random], Action]


def uniform(state: State, player: int, rnd: random.Random) -> Action:
    return rnd.choice(state.legal_actions(player))


def hasty(state: State, player: int, rnd: random.Random) -> Action:
    """Takes Train cards Out of Service whenever it can, and so breaks the system."""
    moves = state.legal_actions(player)
    return rnd.choice([move for move in moves if str(move).startswith("out")] or moves)


def shy(state: State, player: int, rnd: random.Random) -> Action:
    """As ``hasty``, and never scores; so the tie-breaks decide."""
    moves = [move for move in state.legal_actions(player) if "disembark" not in str(move)]
    out = [move for move in moves if str(move).startswith("out")]
    return rnd.choice(out if out and rnd.random() < 0.7 else moves)


@dataclass(frozen=True)
class Recipe:
    """Who plays, and what the record must be like. ``stop``: the arbiter ends it there."""

    name: str
    bots: tuple[Bot, Bot]
    wanted: Callable[[Record[Action]], bool]
    stop: int = 0
    meddle: bool = False


def apart(record: Record[Action]) -> str:
    """Which key decided: "points", "riders", "swipes", or "shared"."""
    first, second = (placing.keys for placing in record.state.placings())
    differ = [name for name, a, b in zip(GAME.keys, first, second, strict=True) if a != b]
    return differ[0] if differ else "shared"


def ended(end: str, key: str, winner: int | None = None) -> Callable[[Record[Action]], bool]:
    def wanted(record: Record[Action]) -> bool:
        won = winner is None or record.state.placings()[winner].place == 1
        return record.state.end() == end and apart(record) == key and won

    return wanted


def turned_over(record: Record[Action]) -> bool:
    """Long enough that the advisories start over."""
    return sum(str(entry.action).startswith("turn up") for entry in record.entries) > 19


def at_show_time(record: Record[Action]) -> bool:
    """Somebody's Commuter is sent home by a Transfer."""
    return any("eject" in str(entry.action) for entry in record.entries)


def at_the_end_of_a_line(record: Record[Action]) -> bool:
    """A Commuter who waits at the last Stop cannot walk on."""
    last = [moves[-1] for moves in GAME.model.walk]
    for n, (player, _, _) in enumerate(record.entries):
        whys = [record.at(n).refusal(player, move) for move in last]
        if any(why and why.code == "end-of-line" for why in whys):
            return True
    return False


def meddled(record: Record[Action]) -> bool:
    lines = [str(line).split(" ")[0] for line in record.log]
    return {"undo", "stand"} <= set(lines)


def idle(state: State, _player: int, _rnd: random.Random) -> Action:
    """Never does anything, and so uses up the turns of a game."""
    return state.model.end_turn


RECIPES: Final = (
    Recipe("turns-swipes", (idle, idle), ended("turns", "swipes", 1)),
    Recipe("target-uptown", (greedy, greedy), ended("target", "points", 0)),
    Recipe("target-downtown", (greedy, greedy), ended("target", "points", 1)),
    Recipe("target-greedy-first", (greedy, uniform), ended("target", "points", 0)),
    Recipe("target-greedy-second", (uniform, greedy), ended("target", "points", 1)),
    Recipe("target-at-random", (uniform, uniform), ended("target", "points", 0)),
    Recipe("target-long", (uniform, uniform), turned_over),
    Recipe("target-show-time", (greedy, greedy), at_show_time),
    Recipe("target-end-of-line", (uniform, greedy), at_the_end_of_a_line),
    Recipe("target-with-rulings", (uniform, greedy), meddled, meddle=True),
    Recipe("broken-points", (hasty, uniform), ended("broken", "points")),
    Recipe("broken-riders", (shy, shy), ended("broken", "riders")),
    Recipe("broken-swipes", (shy, shy), ended("broken", "swipes")),
    Recipe("broken-shared", (shy, shy), ended("broken", "shared")),
    Recipe("stopped-points", (greedy, greedy), ended("stopped", "points"), stop=60),
    Recipe("stopped-at-the-deal", (greedy, greedy), ended("stopped", "swipes"), stop=2),
    Recipe("stopped-shared", (uniform, greedy), ended("stopped", "shared"), stop=25),
)


def meddle(record: Record[Action], player: int, rnd: random.Random) -> None:
    """Now and then an undo, or an illegal move that nobody saw in time."""
    if record.undoable() and rnd.random() < 0.05:
        record.undo(record.entries[-1].player, "thought again")
    if rnd.random() < 0.9:
        return
    for action in GAME.actions:
        why = record.state.refusal(player, action)
        if why and why.code in ("too-many-cards", "no-sightseers"):
            with suppress(IllegalActionError):
                record.stand(player, action, "seen too late")
                return


def played(recipe: Recipe, seed: int) -> Record[Action]:
    rnd, record = random.Random(seed), Record(GAME, 2)
    while who := record.state.actors():
        if recipe.stop and len(record.entries) == recipe.stop:
            record.play(ARBITER, "stop")
            break
        player = who[0]
        if player == CHANCE:
            record.play(player, record.state.sample(rnd.random))
        else:
            record.play(player, recipe.bots[player](record.state, player, rnd))
            if recipe.meddle and record.state.actors() == (player,):
                meddle(record, player, rnd)
    return record


def main() -> None:
    for recipe in RECIPES:
        games: Any = (played(recipe, seed) for seed in range(100_000))
        record = next(record for record in games if recipe.wanted(record))
        (FOLDER / f"{recipe.name}.game").write_text(write_golden(record), "utf-8")


if __name__ == "__main__":
    main()
