"""Whether everybody can still meet everybody left before anybody meets again.

Few people over many rounds play one cycle after another: in each, every two meet once. A round that
is good by itself may leave a cycle that cannot be finished: of six people who have met three times
each, two groups of three may be left, and a group of three never pairs. A cycle is a graph here, as
bit masks: bit ``j`` of ``left[i]`` says that ``i`` and ``j`` have not met in it. It can be finished
if it is a union of perfect matchings (a 1-factorization).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

Left = tuple[int, ...]
Matching = Sequence[tuple[int, int]]


def is_regular(left: Sequence[int]) -> bool:
    """Whether everybody has equally many left to meet, and at least one."""
    degrees = {mask.bit_count() for mask in left}
    return len(degrees) == 1 and degrees != {0}


def matchings(left: Sequence[int]) -> Iterator[Matching]:
    """Every way to pair everybody with somebody they have left to meet."""
    return _matchings(left, (1 << len(left)) - 1)


def can_be_finished(left: Sequence[int]) -> bool:
    """Whether a regular cycle, or one that is over, can be played to its end without a repeat.

    With many left to meet it always can: a regular graph of at least half as many edges at each of
    an even number of people is a union of perfect matchings. That is known for all large graphs,
    and holds for all small ones that the tests reach.
    """
    degree = left[0].bit_count()
    return degree >= 2 * -(-len(left) // 4) - 1 or _is_union(tuple(left))


def without(left: Sequence[int], matching: Matching) -> Left:
    """Return the games left after a round."""
    after = list(left)
    for i, j in matching:
        after[i] &= ~(1 << j)
        after[j] &= ~(1 << i)
    return tuple(after)


@lru_cache(maxsize=4096)
def _is_union(left: Left) -> bool:
    if left[0] == 0:
        return True
    # One of the rounds has this pair: which pair comes first makes no difference.
    first = left[0] & -left[0]
    rest = (1 << len(left)) - 1 & ~(1 | first)
    pair = (0, first.bit_length() - 1)
    return any(_is_union(without(left, (pair, *more))) for more in _matchings(left, rest))


def _matchings(left: Sequence[int], free: int) -> Iterator[Matching]:
    """The matchings of those in ``free``."""
    if not free:
        yield ()
        return
    one = free & -free
    i = one.bit_length() - 1
    partners = left[i] & free
    while partners:
        other = partners & -partners
        partners &= ~other
        pair = (i, other.bit_length() - 1)
        for more in _matchings(left, free & ~(one | other)):
            yield (pair, *more)
