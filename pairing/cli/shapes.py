"""The shapes of the parts of a state, checked before anything is made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

LONGEST_SHOWN = 60


class StateError(Exception):
    """A fault of a state, in a sentence."""


class Shape(NamedTuple):
    """How a complaint names what is wanted, and whether a value is that."""

    words: str
    fits: Callable[[Any], bool]


def is_key(value: Any) -> bool:
    """Whether a value can be the key of a player."""
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _lists(depth: int, size: int | None = None) -> Callable[[Any], bool]:
    """Whether a value is a list of (lists of …) keys; the innermost have ``size``."""

    def fits(value: Any) -> bool:
        if not isinstance(value, list | tuple):
            return False
        if depth > 1:
            return all(map(_lists(depth - 1, size), value))
        return (size is None or len(value) == size) and all(map(is_key, value))

    return fits


ROWS = Shape("a list", lambda value: isinstance(value, list | tuple))
KEYS = Shape("a list of keys", _lists(1))
PAIRS = Shape("a list of pairs of keys", _lists(2, 2))
TABLES = Shape("a list of tables, each a list of keys", _lists(2))
ROUNDS_OF_TABLES = Shape("a list of rounds, each a list of tables", _lists(3))
BY_KEY = Shape(
    "a JSON object with a value for each key",
    lambda value: isinstance(value, Mapping) and all(map(is_key, value.values())),
)


def check(found: Mapping[str, Any], shapes: Mapping[str, Shape], what: str) -> None:
    """Raises StateError for the first part that is something else."""
    for name, shape in shapes.items():
        if name in found and not shape.fits(found[name]):
            shown = repr(found[name])
            shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
            raise StateError(f"{what}: {name} must be {shape.words}, not {shown}.")
