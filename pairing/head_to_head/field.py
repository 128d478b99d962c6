"""A Swiss pairing for large open fields: quick, and by no federation's rules.

People are pairable with those near them in the standings; of all pairings the one of the largest
weight is taken (maximum weight matching, by the library rustworkx).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import rustworkx

from pairing.head_to_head import cycle
from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Pairing, Record

#: How many people down the standings somebody may be paired with, at first.
WINDOW = 30
#: More than any difference of scores costs: everybody who can be paired is.
PAIRED = 10_000_000
DIFFERENCE, SIDES = 1_000, 40
#: Two who were both so much more often on one side are not paired while there is another way.
MOST_OFTEN = 2
#: Each more than all before it in a whole round: scores and sides, a higher player's bye among few,
#: a rematch, two together who are kept apart.
HIGHER, AGAIN, TOGETHER = 10**10, 10**14, 10**22
#: So many people are few: they may meet all others, and more than once.
FEW = 16

Edges = Iterable[tuple[int, int, int]]


def pair_field(
    people: Sequence[Record], apart: Collection[tuple[int, int]] = frozenset()
) -> Pairing:
    """Pair everybody who is here, near in score, sides in turn, with as few repeats as can be.

    ``apart`` are pairs of keys who are not to meet. With an odd number somebody sits out who did so
    least often, the lowest if there are several. Where no pairing without a rematch is found among
    neighbours, the window grows; where there is none at all, those meet again who met least often,
    and at last those who are kept apart. Few people all meet before any two meet again, as in a
    round robin: see ``cycle``.
    """
    here = sorted((p for p in people if p.here), key=lambda p: (-p.score, p.seed))
    kept = frozenset(apart) | {(other, one) for one, other in apart}
    matched = _next_of_cycle(_Field(here, kept)) if len(here) <= FEW else None
    if matched is None:
        bye = _sits_out(here) if len(here) % 2 else None
        playing = [person for person in here if person is not bye]
        matched = _near(_Field(playing, kept))
    else:
        # Somebody is paired with nobody, who comes after all others.
        bye = next((here[i] for i, j in matched if j == len(here)), None)
        playing = here
        matched = [(i, j) for i, j in matched if j < len(here)]
    pairs = tuple(sides(playing[i], playing[j], n) for n, (i, j) in enumerate(sorted(matched)))
    return Pairing(pairs, bye.key if bye else None)


class _Field:
    """The people to pair, best first, and what is read of them for every two."""

    def __init__(self, people: Sequence[Record], apart: Collection[tuple[int, int]]) -> None:
        self.people, self.apart = people, apart
        self.keys = [person.key for person in people]
        self.meetings = [person.meetings for person in people]
        self.balances = [person.balance for person in people]
        self.scores = [person.score for person in people]

    def met(self, i: int, j: int) -> int:
        """How often the two met."""
        return self.meetings[i][self.keys[j]]

    def are_apart(self, i: int, j: int) -> bool:
        return (self.keys[i], self.keys[j]) in self.apart

    def weight(self, i: int, j: int) -> int:
        """How well ``i`` and the lower ``j`` fit, if they have not met."""
        one, other = self.balances[i], self.balances[j]
        gap = self.scores[i] - self.scores[j]
        clash = min(abs(one), abs(other)) if one * other > 0 else 0
        weight = PAIRED - DIFFERENCE * gap * gap - SIDES * clash * clash - (j - i)
        return weight - (PAIRED // 4 if clash >= MOST_OFTEN else 0)


# --- Any field ------------------------------------------------------------------------------------


def _sits_out(here: Sequence[Record]) -> Record:
    return min(reversed(here), key=lambda person: person.byes)


def _near(field: _Field) -> Sequence[tuple[int, int]]:
    """Pair people who are near in score."""
    count, window = len(field.people), WINDOW
    while True:
        again, together = window >= 4 * count, window >= 8 * count + WINDOW
        matched = _matching(count, _edges(field, window, again=again, together=together))
        if 2 * len(matched) == count:
            return matched
        window *= 2


def _edges(
    field: _Field, window: int, *, again: bool, together: bool
) -> Iterator[tuple[int, int, int]]:
    """Who may be paired: ``again`` lets people meet again, ``together`` those kept apart."""
    for i in range(len(field.people)):
        for j in range(i + 1, min(len(field.people), i + window)):
            times, are_apart = field.met(i, j), field.are_apart(i, j)
            if (again or not times) and (together or not are_apart):
                yield i, j, field.weight(i, j) - AGAIN * times * times - TOGETHER * are_apart


def _matching(count: int, edges: Edges) -> list[tuple[int, int]]:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(edges))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(min(i, j), max(i, j)) for i, j in found]


# --- Few people -----------------------------------------------------------------------------------


def _next_of_cycle(field: _Field) -> Sequence[tuple[int, int]] | None:
    """The best round after which all can still meet all before any two meet again.

    With an odd number somebody is paired with nobody, so byes go round like opponents. None if that
    cannot be, as after somebody was away, or where people are kept apart.
    """
    people = field.people
    count = len(people) + len(people) % 2
    met = {
        (i, j): field.met(i, j) if j < len(people) else people[i].byes
        for i in range(len(people))
        for j in range(i + 1, count)
        if j == len(people) or not field.are_apart(i, j)
    }
    fewest = min(met.values(), default=0)
    left = [0] * count
    for i, j in (pair for pair, times in met.items() if times == fewest):
        left[i] |= 1 << j
        left[j] |= 1 << i
    if not cycle.is_regular(left):
        return None
    # The lowest sits out: each place above costs more than the scores of all.
    weights = {
        (i, j): field.weight(i, j) if j < len(people) else HIGHER * (i - len(people))
        for i, j in met
        if left[i] >> j & 1
    }
    best = _matching(count, ((i, j, weight) for (i, j), weight in weights.items()))
    if 2 * len(best) < count:
        return None
    if cycle.can_be_finished(cycle.without(left, best)):
        return best
    return next(
        (
            matching
            for matching in sorted(
                cycle.matchings(left), key=lambda pairs: -sum(weights[pair] for pair in pairs)
            )
            if cycle.can_be_finished(cycle.without(left, matching))
        ),
        None,
    )


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
    sides = [played.side for played in person.past if played.is_game]
    return sides[-1] if sides else ""
