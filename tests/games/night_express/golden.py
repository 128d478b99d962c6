"""Plays the golden games again: ``python -m tests.games.night_express.golden``.

Only after ``RULES`` of games/night_express/game.py was raised, or when a game is added; the commit
says why. A game has one end; so there is one for each version and number of players, and some more.
"""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from games.kernel import CHANCE, IllegalActionError
from games.night_express import greedy
from games.record import Record
from games.testing import write_golden
from tests.games.night_express.positions import GAME

FOLDER: Final = Path(__file__).parent / "golden"
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "expert": {},
    "extra": {"extra_event": True},
    "simplified": {"version": "simplified"},
}
NAMES: Final = (
    *(f"{variant}-{players}" for variant in VARIANTS for players in GAME.players),
    "expert-3-at-random",
    "expert-4-with-rulings",
)


def meddle(record: Record[Any], player: int, rnd: random.Random) -> None:
    """Now and then an undo, or an illegal move that nobody saw in time."""
    if record.undoable() and rnd.random() < 0.2:
        record.undo(record.entries[-1].player, "thought again")
    for action in GAME.actions:
        why = record.state.refusal(player, action)
        if why and why.code == "occupied" and rnd.random() < 0.2:
            with suppress(IllegalActionError):
                record.stand(player, action, "seen too late")
                return


def played(name: str) -> Record[Any]:
    """Two in three moves are the bot's, so that both good and odd things happen."""
    variant, players, *rest = name.split("-")
    rnd = random.Random(name)
    record: Record[Any] = Record(GAME, int(players), **VARIANTS[variant])
    while who := record.state.actors():
        player = rnd.choice(who)
        if player == CHANCE:
            record.play(player, record.state.sample(rnd.random))
            continue
        bold = rnd.random() < (0 if "random" in rest else 0.67)
        legal = record.state.legal_actions(player)
        record.play(player, greedy(record.state, player, rnd) if bold else rnd.choice(legal))
        if "rulings" in rest and record.state.actors() and record.state.actors()[0] >= 0:
            meddle(record, record.state.actors()[0], rnd)
    return record


def main() -> None:
    for name in NAMES:
        (FOLDER / f"{name}.game").write_text(write_golden(played(name)), "utf-8")


if __name__ == "__main__":
    main()
