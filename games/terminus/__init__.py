"""Terminus, for two to five players (terminus.txt, a draft). Board and cards are house data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from games.sheet import Sheet
from games.terminus import loading
from games.terminus.bots import greedy
from games.terminus.drawing import svg, table_svg
from games.terminus.game import Terminus
from games.terminus.sheet import ScorePad
from games.terminus.showing import show

__all__ = ["HORIZON", "PACKS", "greedy", "load", "sheets", "show", "svg", "table_svg"]

PACKS: Final[Mapping[str, Path]] = {"house": loading.HOUSE}
"""The content packs by name. The only one is invented, and says so."""

HORIZON: Final = 96
"""Decisions that the search player looks ahead: what is bought early is worth Prestige late."""


def load(path: Path) -> Terminus:
    """The rules with a content pack. Raises games.packs.PackError with every fault of it."""
    return Terminus(loading.load(path))


def sheets(game: Terminus, **options: Any) -> dict[str, Sheet]:
    """The score sheets by name: the pad on which everybody's Prestige is added up."""
    return {"score_pad": ScorePad(game.model.pack)}
