"""The table of the final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def final_table(by_rank: Sequence[T], finalists: int) -> list[T]:
    """The best ``finalists`` of the people in order of their standing, in turn order.

    A rule of this site (the supplement has none): the higher a player stands, the earlier they
    sit; the leader starts.
    """
    return list(by_rank[:finalists])
