"""Metro X: 1 to 6 players, each with a subway board, all marking theirs at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.metro_x.bots import greedy
from games.metro_x.drawing import board_svg, public, show, svg
from games.metro_x.model import Model
from games.metro_x.positions import read as set_up
from games.metro_x.positions import write as write_down
from games.metro_x.rules import load
from games.metro_x.sheet import BoardSheet, TotalsSheet
from games.sheet import Sheet

_CONTENT: Final = Path(__file__).parent / "content"
PACKS: Final = {name: _CONTENT / f"{name}.toml" for name in ("metro_city", "tube_town")}

HORIZON: Final = 4
"""Decisions that the search player looks ahead: the score stands after every card, and later
cards say little of the move at hand."""


def sheets(game: Model) -> Mapping[str, Sheet]:
    """The whole board, or its totals alone."""
    return {"board": BoardSheet(game), "totals": TotalsSheet(game)}


__all__ = [
    "HORIZON",
    "PACKS",
    "board_svg",
    "greedy",
    "load",
    "public",
    "set_up",
    "sheets",
    "show",
    "svg",
    "write_down",
]
