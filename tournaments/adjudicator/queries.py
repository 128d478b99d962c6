"""Queries for the adjudicator's pages: the games that have an engine, their packs and rulings.

Nothing here asks a database.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.functional import Promise

from games import catalogue
from games.rulings import Ruling, rulings
from games.texts import Text, of_data
from tournaments.adjudicator.sources import SOURCES


@dataclass(frozen=True, slots=True)
class PackInfo:
    """A content pack as its own file describes it. ``key`` is its name in addresses, ``name`` the
    one in records; ``is_house`` says that it is not official."""

    key: str
    name: str
    title: str
    source: str | Promise
    notice: str
    is_house: bool


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game with an engine: its name, how many play, its rulebook, its packs, and how we read what
    the rulebook leaves open."""

    key: str
    name: str
    players: range
    rulebook: str
    packs: tuple[PackInfo, ...]
    is_printable: bool
    rulings: tuple[Ruling, ...]

    def pack(self, name: str) -> PackInfo:
        """The pack with this name in records; it must exist."""
        return next(pack for pack in self.packs if pack.name == name)


@cache
def games_here() -> dict[str, GameInfo]:
    """Every game that has an engine, by key."""
    found = {}
    for key, info in catalogue.games().items():
        try:
            packs = catalogue.engine(key).PACKS
        except KeyError:
            continue
        about = tuple(_pack(info, name, path) for name, path in packs.items())
        players = catalogue.rules(key).players
        found[key] = GameInfo(
            key, info.name, players, info.rulebook, about, info.printable, rulings(key)
        )
    return found


def _pack(info: catalogue.GameInfo, key: str, path: Path) -> PackInfo:
    """Read the head of a pack's file, completed by that of the pack that it is based on."""
    data = tomllib.loads(path.read_text("utf-8"))
    head: dict[str, Any] = data.get("pack", data)
    if base := head.get("base"):
        base_file = path.with_name(f"{base}.toml")
        head = tomllib.loads(base_file.read_text("utf-8"))["pack"] | head
    # What a board is called, such as Tube Town, is a name.
    title = _sentence(head, "title", path) or str(head.get("name") or key)
    notice = _sentence(head, "notice", path)
    own = " ".join(str(head.get("source", "")).split())
    is_house = head.get("official") is False or "INVENTED" in own
    name = catalogue.rules(info.key, key).pack
    source = SOURCES.get((info.key, key), own)
    return PackInfo(key, name, title, source, notice, is_house)


def _sentence(head: dict[str, Any], key: str, path: Path) -> Text:
    return of_data(str(head.get(key, "")), path.as_posix())
