"""The table of the final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def final_table(by_rank: Sequence[T], finalists: int) -> list[T]:
    """The best ``finalists`` of the people in order of their standing, in turn order.

    House rule (the supplement has none): who stands higher sits earlier; the leader starts.
    """
    return list(by_rank[:finalists])
