"""A cache that fills itself: each value is computed once and then looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Computes a missing entry from its key, once; drops all entries when there are too many."""

    __slots__ = ("make",)
    MOST: Final = 20_000

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        if len(self) >= self.MOST:
            self.clear()
        value = self[key] = self.make(key)
        return value
