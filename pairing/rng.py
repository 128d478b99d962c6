"""Chance from a seed, the same on every machine and for every version of Python."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1


class Rng:
    """A stream of numbers made by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

    Python's own ``random`` does not promise that ``shuffle`` and ``randrange`` stay as they are.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1. The bias of at most limit / 2**64 does not matter."""
        return (self.bits() * limit) >> 64

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
