"""The rulings of a game: what its rulebook leaves open, how we read it, and what that rests on.

They are written once, in the "Rulings" of the game's ``notation.md``: ``- N7 The text. (l.297)``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from games.texts import Text, of_data

HERE: Final = Path(__file__).parent
HEADING: Final = "## Rulings"
RULING: Final = re.compile(r"([A-Z]\d+) (.+) \(\s*([^()]+)\)", re.DOTALL)


class Ruling(NamedTuple):
    """One ruling: its number, its text (``moves`` in backticks), and its source: lines of the
    rulebook, "ours", or both."""

    number: str
    text: Text
    source: str

    @property
    def is_ours(self) -> bool:
        """Whether some of it is in no rulebook."""
        return re.search(r"\bours\b", self.source) is not None


def in_parts(text: str) -> list[tuple[str, bool]]:
    """The text of a ruling in parts, each with whether it is written as in a record."""
    return [(part, bool(n % 2)) for n, part in enumerate(text.split("`")) if part]


@cache
def rulings(key: str) -> tuple[Ruling, ...]:
    """Every ruling of a game, in order; none where the game has no such page."""
    page = HERE / key / "notation.md"
    return read(page.read_text("utf-8"), page.as_posix()) if page.exists() else ()


def read(page: str, file: str = "") -> tuple[Ruling, ...]:
    """The rulings of a page. Raises ValueError for an item that is no ruling with its source."""
    _, _, rest = page.partition(HEADING)
    items = re.findall(r"^- (.+?)(?=\n- |\n\n|\Z)", rest, re.DOTALL | re.MULTILINE)
    return tuple(_ruling(item, file) for item in items)


def _ruling(item: str, file: str) -> Ruling:
    found = RULING.fullmatch(" ".join(item.split()))
    if found is None:
        raise ValueError(f"{item[:40]!r} is no ruling with its source.")
    number, text, source = found.groups()
    return Ruling(number, of_data(text, file), source)
