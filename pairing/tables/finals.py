"""The ranked tables of the final: the best sit at the top table, the next at the second …"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

T = TypeVar("T")


def final_sizes(people: int, finalists: int, tables: int, smallest: int) -> tuple[int, ...]:
    """The sizes of the tables of a final, the top table first, for so many ``people``.

    With all ``finalists`` the ``tables`` are full. With fewer people the top tables are filled
    first, as far as each other one keeps its ``smallest`` size; where they cannot, there are fewer
    tables, and people may be left over. There always is a top table, however few come.
    """
    full = finalists // tables
    people = min(people, finalists)
    count = min(tables, -(-people // full))
    while count > 1 and count * smallest > people:
        count -= 1
    left, sizes = min(people, max(count, 1) * full), []
    for below in range(max(count, 1) - 1, -1, -1):
        sizes.append(min(full, left - below * smallest))
        left -= sizes[-1]
    return tuple(sizes)


def final_tables(by_rank: Sequence[T], sizes: Sequence[int]) -> list[list[T]]:
    """The people in order of their standing, at tables of these sizes, each in turn order.

    A rule of this site (the supplement has none): the higher a player stands, the earlier they
    sit; the leader starts.
    """
    ends = list(accumulate(sizes, initial=0))
    return [list(by_rank[start:end]) for start, end in pairwise(ends)]
