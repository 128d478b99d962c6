"""Expect Delays, for two players (expect-delays.txt). Cards and Stops are house data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.expect_delays import loading
from games.expect_delays.bots import greedy
from games.expect_delays.game import ExpectDelays
from games.expect_delays.sheet import FinalSheet
from games.expect_delays.showing import public, show
from games.sheet import Sheet

__all__ = ["HORIZON", "PACKS", "greedy", "load", "public", "sheets", "show"]

PACKS: Final[Mapping[str, Path]] = {"house": loading.HOUSE}
"""The content packs by name. The only one is invented, and says so."""

HORIZON: Final = 40
"""Decisions that the search player looks ahead: riders need several turns to a Destination."""


def load(path: Path) -> ExpectDelays:
    """The rules with a content pack. Raises games.packs.PackError with every fault of it."""
    return ExpectDelays(loading.load(path))


def sheets(game: ExpectDelays) -> dict[str, Sheet]:
    """The score sheets by name: one per game, the table as it stands at the end."""
    return {"final": FinalSheet(game.model.pack)}
