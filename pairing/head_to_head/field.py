"""A Swiss pairing for large open fields: quick, and by no federation's rules.

People are pairable with those near them in the standings; of all pairings the one of the largest
weight is taken (maximum weight matching, by the library rustworkx).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import rustworkx

from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Pairing, Record

#: How many people down the standings somebody may be paired with, at first.
WINDOW = 30
#: More than any difference of scores costs: everybody who can be paired is.
PAIRED = 10_000_000
DIFFERENCE, SIDES = 1_000, 40
#: Two who were both so much more often on one side are not paired while there is another way.
MOST_OFTEN = 2


def pair_field(
    people: Sequence[Record], apart: Collection[tuple[int, int]] = frozenset()
) -> Pairing:
    """Pair everybody who is here, without a rematch, near in score, sides in turn.

    ``apart`` are pairs of keys who are not to meet. With an odd number the lowest who had no bye
    sits out. Where no pairing without a rematch is found among neighbours, the window grows; where
    there is none at all, rematches are allowed, and then those who are kept apart.
    """
    here = sorted((p for p in people if p.here), key=lambda p: (-p.score, p.seed))
    bye = None
    if len(here) % 2:
        bye = next((p for p in reversed(here) if not p.had_bye), here[-1])
        here.remove(bye)
    window, kept = WINDOW, frozenset(apart) | {(other, one) for one, other in apart}
    while True:
        again = window >= 4 * len(here)
        kept = frozenset() if window >= 8 * len(here) + WINDOW else kept
        matched = _matching(here, window, kept, rematches=again)
        if 2 * len(matched) == len(here):
            break
        window *= 2
    tables = sorted((min(i, j), max(i, j)) for i, j in matched)
    pairs = tuple(sides(here[i], here[j], number) for number, (i, j) in enumerate(tables))
    return Pairing(pairs, bye.key if bye else None)


def _matching(
    here: Sequence[Record], window: int, apart: Collection[tuple[int, int]], *, rematches: bool
) -> set[tuple[int, int]]:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(here)))
    graph.add_edges_from(list(_edges(here, window, apart, rematches=rematches)))
    return set(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _edges(
    here: Sequence[Record], window: int, apart: Collection[tuple[int, int]], *, rematches: bool
) -> Iterator[tuple[int, int, int]]:
    met = [person.met for person in here]
    balances = [person.balance for person in here]
    scores = [person.score for person in here]
    for i in range(len(here)):
        for j in range(i + 1, min(len(here), i + window)):
            again = here[j].key in met[i]
            if (again and not rematches) or (here[i].key, here[j].key) in apart:
                continue
            gap = scores[i] - scores[j]
            same = balances[i] * balances[j] > 0
            clash = min(abs(balances[i]), abs(balances[j])) if same else 0
            weight = PAIRED - DIFFERENCE * gap * gap - SIDES * clash * clash - (j - i)
            third = PAIRED // 4 if clash >= MOST_OFTEN else 0
            yield i, j, weight - third - (PAIRED // 2 if again else 0)


def sides(one: Record, other: Record, table: int) -> tuple[int, int]:
    """The keys, Uptown first: the player who was that less often, or was Downtown last.

    If both are equal, sides alternate down the tables.
    """
    if one.balance != other.balance:
        first = one.balance < other.balance
    elif _last(one) != _last(other):
        first = _last(one) == DOWNTOWN or _last(other) == UPTOWN
    else:
        first = table % 2 == 0
    return (one.key, other.key) if first else (other.key, one.key)


def _last(person: Record) -> str:
    sides = [played.side for played in person.past if played.opponent is not None]
    return sides[-1] if sides else ""
