"""Night Express, for two to six players (night-express.txt). Cards and prices are house data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.night_express import loading
from games.night_express.bots import greedy
from games.night_express.drawing import public, table_svg
from games.night_express.game import EXPERT, NightExpress
from games.night_express.sheet import EvaluationSheet, QuickSheet
from games.night_express.showing import show
from games.sheet import Sheet

__all__ = ["HORIZON", "PACKS", "greedy", "load", "public", "sheets", "show", "table_svg"]

PACKS: Final[Mapping[str, Path]] = {"house": loading.HOUSE}
"""The content packs by name. The only one is invented, and says so."""

HORIZON: Final = 200
"""Decisions that the search player looks ahead, to the end: most is scored late in a round."""


def load(path: Path) -> NightExpress:
    """The rules with a content pack. Raises games.packs.PackError with every fault of it."""
    return NightExpress(loading.load(path))


def sheets(game: NightExpress, *, version: str = EXPERT, **_options: Any) -> dict[str, Sheet]:
    """The score sheets by name, one per game: the route evaluation, or its result alone."""
    numbers = game.model.numbers
    return {
        "evaluation": EvaluationSheet(numbers, expert=version == EXPERT),
        "quick": QuickSheet(),
    }
