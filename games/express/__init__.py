"""Express, by the rules of tournament play (express-tournament.txt); card values are house data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.express import content
from games.express.bots import greedy
from games.express.full_sheet import FullSheet
from games.express.rules.game import Express
from games.express.sheet import QuickSheet
from games.express.showing import public, show
from games.sheet import Sheet

__all__ = [
    "PACKS",
    "PLAYS_ON",
    "Express",
    "greedy",
    "load",
    "public",
    "sheets",
    "show",
]

PACKS: Final[Mapping[str, Path]] = {
    name: content.HERE / f"{name}.toml" for name in content.profiles()
}
"""The content packs by name; the first is for tournament rules. None is official: each says so."""

PLAYS_ON: Final = greedy
"""Plays the search player's lines on: by lot hardly any train gets long enough to score."""


def load(path: Path) -> Express:
    """The rules with a content pack. Raises games.packs.PackError with every fault of it."""
    return Express(path)


def sheets(game: Express, **_options: Any) -> dict[str, Sheet]:
    """The score sheets by name, one per hand: car by car, or the points as they are called out.

    No option changes what is written down.
    """
    return {"full": FullSheet(game.content), "quick": QuickSheet()}
