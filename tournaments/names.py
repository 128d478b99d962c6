"""Names as people compare them: the order of lists and selects, and what a search finds.

Lists of people are in the order of the whole name, as it stands on the badge: a roster knows one
name, not a first and a last one, and people look for the name that everyone uses. Databases do not
do it, since they disagree on accents and case.
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from anyascii import anyascii

Row = TypeVar("Row")


def isolated(text: str) -> str:
    """A name for plain text, such as an option, that turns nothing beside it to its direction."""
    return f"\u2068{text}\u2069"


def fold(text: str) -> str:
    """``text`` for comparison: NFKC, without case, invisible characters and doubled spaces."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return " ".join(visible.split())


def loose(text: str) -> str:
    """``fold`` in plain letters and digits: "lukasz" finds "Łukasz", "soren" finds "Søren".

    A text without any letter or digit is only folded.
    """
    letters = anyascii(fold(text)).lower()
    return "".join(char for char in letters if char.isalnum()) or fold(text)


# The pages of an event sort the same names again and again.
@lru_cache(maxsize=8192)
def name_key(name: str) -> tuple[tuple[str, ...], str]:
    """The key to sort a name by: word by word in plain letters, so that Änne comes before Bo."""
    return tuple(loose(word) for word in name.split()), name


def by_name(rows: Iterable[Row], name: Callable[[Row], str]) -> list[Row]:
    """``rows`` in the order of the ``name`` of each; those of one name stay as they were."""
    return sorted(rows, key=lambda row: name_key(name(row)))
