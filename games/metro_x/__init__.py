"""Metro X: 1 to 6 players, each with a subway board, all marking theirs at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games.metro_x.rules import load

_CONTENT: Final = Path(__file__).parent / "content"
PACKS: Final = {name: _CONTENT / f"{name}.toml" for name in ("metro_city", "tube_town")}

__all__ = ["PACKS", "load"]
