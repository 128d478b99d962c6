"""Every text for people that stands in a file of data of games and scoring, for translators."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from games.catalogue import games, rules
from games.rulings import rulings
from games.texts import OF_DATA
from scoring.leagues import leagues
from scoring.schemes import schemes

ROOT = Path(__file__).parents[1]


def texts_of_data() -> Iterator[tuple[str, str]]:
    """The English of each, and its file below the root of the source; in order, once for each file.

    They are names, rules and reasons of schemes and leagues, and cards, seats, notices and
    rulings of games.
    What games, boards, towns and stations are called are names: nobody translates them.
    """
    schemes()
    leagues()
    for key in games():
        for pack in getattr(import_module(f"games.{key}"), "PACKS", ()):
            rules(key, pack)
        rulings(key)
    for text, files in sorted(OF_DATA.items()):
        for file in sorted(map(Path, files)):
            if ROOT in file.parents:
                yield text, file.relative_to(ROOT).as_posix()
