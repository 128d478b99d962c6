"""Making a round by standings nearly as good as can be, where the field is small enough for it.

First many swaps, by annealing with a repeat as one more difference in score that grows dearer;
then any two or three near tables are divided again in the best of all ways.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from math import log

from pairing.rng import Rng
from pairing.tables.cost import Costs
from pairing.tables.search.swaps import Seats

#: How hot it is at first and at last, and what a repeat costs then: all in mean spreads of a table.
HOT, COLD, DEAR, DEARER, DEAREST = 1.2, 0.25, 5, 20, 400
PHASES, BLOCK = 5, 512
#: People this many tables up and down are swapped.
REACH = 6
#: Scores are counted in so many steps to a mean spread.
GRAIN = 256
#: -log of a chance, by its first 10 bits, in 256ths. Rounded: the same on every machine.
LOGARITHMS = [round(-log((i + 0.5) / 1024) * 256) for i in range(1024)]
#: Tables with more people together are not divided again: there are too many ways.
DIVIDED = 13


def anneal_round(
    seats: Seats, rng: Rng, steps: int, came_by: set[tuple[int, ...]] | None = None
) -> None:
    """Swap people for ``steps`` steps, and keep what came out if it is better.

    ``came_by`` gathers tables that there were meanwhile.
    """
    costs = seats.costs
    count = len(seats.where)
    spread = max(costs.merit) - min(costs.merit)
    grain = [merit * GRAIN * count // max(1, 4 * spread) for merit in costs.merit]
    order = [person for table in seats.tables for person in table]
    sizes = [len(table) for table in seats.tables]
    frame = _Frame(sizes, frozenset(i for i, p in enumerate(order) if p in seats.pinned))
    for phase in range(PHASES):
        price = GRAIN * (DEAR + (DEARER - DEAR) * phase // (PHASES - 1))
        matrix = _matrix(costs, grain, price)
        hot = HOT * (COLD / HOT) ** (phase / PHASES)
        cold = HOT * (COLD / HOT) ** ((phase + 1) / PHASES)
        order = _heat(
            order, matrix, frame, rng, steps=steps // PHASES, heats=(hot, cold), came_by=came_by
        )
    people = iter(order)
    made = [[next(people) for _ in range(size)] for size in sizes]
    if costs.total(made) < seats.cost:
        seats.replace(range(len(made)), made)


class _Frame:
    """The places of a round, table by table: which are beside each, and which are pinned."""

    def __init__(self, sizes: Sequence[int], pinned: frozenset[int]) -> None:
        self.table = [number for number, size in enumerate(sizes) for _ in range(size)]
        by_table: list[list[int]] = [[] for _ in sizes]
        for place, number in enumerate(self.table):
            by_table[number].append(place)
        self.beside = [
            [other for other in by_table[number] if other != place]
            for place, number in enumerate(self.table)
        ]
        self.pinned = pinned
        self.reach = REACH * max(sizes)
        self.by_table = by_table

    def tables(self, seats: Sequence[int]) -> list[tuple[int, ...]]:
        """The people at each table, in the order of their indices."""
        return [tuple(sorted([seats[place] for place in places])) for places in self.by_table]


def _matrix(costs: Costs, grain: Sequence[int], price: int) -> list[list[int]]:
    """The cost of each two people at a table: their difference, and ``price`` for a meeting."""
    matrix = [[abs(one - other) for other in grain] for one in grain]
    for person, met in enumerate(costs.past.met):
        row = matrix[person]
        for other, times in met.items():
            row[other] += price * times * times
    for one, other in costs.apart:
        matrix[one][other] += DEAREST * GRAIN
        matrix[other][one] += DEAREST * GRAIN
    return matrix


def _heat(
    order: Sequence[int],
    matrix: Sequence[Sequence[int]],
    frame: _Frame,
    rng: Rng,
    *,
    steps: int,
    heats: tuple[float, float],
    came_by: set[tuple[int, ...]] | None,
) -> list[int]:
    hot, cold = heats
    seats, best = list(order), list(order)
    count, width, reach = len(seats), 2 * frame.reach + 1, frame.reach
    beside, table, pinned = frame.beside, frame.table, frame.pinned
    now = least = heat = 0
    for step in range(steps):
        if step % BLOCK == 0:
            heat = int(hot * (cold / hot) ** (step / steps) * GRAIN)
            if came_by is not None:
                came_by.update(frame.tables(seats))
        drawn = rng.bits()
        here = (drawn & 0xFFFF) * count >> 16
        there = here + ((drawn >> 16 & 0xFFFF) * width >> 16) - reach
        if not 0 <= there < count or table[here] == table[there]:
            continue
        one, other = seats[here], seats[there]
        of_one, of_other = matrix[one], matrix[other]
        delta = 0
        for place in beside[here]:
            person = seats[place]
            delta += of_other[person] - of_one[person]
        for place in beside[there]:
            person = seats[place]
            delta += of_one[person] - of_other[person]
        if delta > 0 and delta << 8 > heat * LOGARITHMS[drawn >> 54]:
            continue
        if here in pinned or there in pinned:
            continue
        seats[here], seats[there] = other, one
        now += delta
        if now < least:
            least = now
            best = seats[:]
    return best


def redivide(seats: Seats, reach: int, budget: int, numbers: Sequence[int] | None = None) -> None:
    """Divide near tables again, three at a time (else two), while that helps.

    Looks at ``budget`` groups of tables at most; only those with one of ``numbers``, if given.
    """
    count = len(seats.tables)
    only = None if numbers is None else set(numbers)
    groups = [
        group
        for size in (3, 2)
        for group in _near(count, size, reach)
        if only is None or not only.isdisjoint(group)
    ]
    waiting, queued = deque(groups), set(groups)
    with_table: dict[int, list[tuple[int, ...]]] = {}
    for group in groups:
        for number in group:
            with_table.setdefault(number, []).append(group)
    while waiting and budget > 0:
        group = waiting.popleft()
        queued.discard(group)
        if sum(len(seats.tables[n]) for n in group) > DIVIDED or not _worth_it(seats, group):
            continue
        budget -= 1
        better = best_division(seats, group)
        if better is None:
            continue
        seats.replace(group, better)
        for number in group:
            for again in with_table[number]:
                if again not in queued:
                    queued.add(again)
                    waiting.append(again)


def _near(count: int, size: int, reach: int) -> list[tuple[int, ...]]:
    """Groups of ``size`` tables, the last at most ``reach`` after the first."""
    return [
        (first, *others)
        for first in range(count)
        for others in combinations(range(first + 1, min(count, first + reach + 1)), size - 1)
    ]


def _worth_it(seats: Seats, group: Sequence[int]) -> bool:
    """Not if nobody may move, nor if the tables cost nothing."""
    people = [person for number in group for person in seats.tables[number]]
    return seats.pinned.isdisjoint(people) and any(seats.own[person] for person in people)


def best_division(seats: Seats, group: Sequence[int]) -> list[list[int]] | None:
    """The people of these tables divided in the best of all ways; None if that is how they sit."""
    costs = seats.costs
    people = [person for number in group for person in seats.tables[number]]
    sizes = [len(seats.tables[number]) for number in group]
    old = sum(costs.of_table(seats.tables[n], n) for n in group)
    pairs = [
        [abs(costs.merit[a] - costs.merit[b]) + costs.pairs[a].get(b, 0) for b in people]
        for a in people
    ]
    alike = len({costs.short[n] for n in group}) == 1 and not costs.home
    tables = [_tables(pairs, size, old) for size in sorted(set(sizes))]
    by_size = dict(zip(sorted(set(sizes)), tables, strict=True))
    division = _Division(costs, people, sizes, group, by_size, alike=alike)
    found = division.best(old)
    return [[people[i] for i in table] for table in found] if found else None


def _tables(pairs: Sequence[Sequence[int]], size: int, below: int) -> dict[tuple[int, ...], int]:
    """The cost of each table of ``size`` in pairs, if that is less than ``below``."""
    found = {}
    for table in combinations(range(len(pairs)), size):
        total = 0
        for place, one in enumerate(table):
            row = pairs[one]
            for other in table[place + 1 :]:
                total += row[other]
        if total < below:
            found[table] = total
    return found


class _Division:
    """All ways to divide people among two or three tables."""

    def __init__(
        self,
        costs: Costs,
        people: Sequence[int],
        sizes: Sequence[int],
        group: Sequence[int],
        by_size: dict[int, dict[tuple[int, ...], int]],
        *,
        alike: bool,
    ) -> None:
        self.costs, self.people, self.sizes, self.group = costs, people, sizes, group
        self.by_size, self.alike = by_size, alike

    def best(self, below: int) -> list[tuple[int, ...]] | None:
        everybody = tuple(range(len(self.people)))
        found = self._best(everybody, 0, below)
        return found[1] if found else None

    def _best(
        self, left: tuple[int, ...], depth: int, below: int
    ) -> tuple[int, list[tuple[int, ...]]] | None:
        """The cheapest way to seat ``left`` at the tables from ``depth`` on, if below ``below``."""
        size, last = self.sizes[depth], depth == len(self.sizes) - 1
        if last:
            total = self._cost(left, depth)
            return (total, [left]) if total is not None and total < below else None
        best = None
        if self.alike and size == self.sizes[-1] == self.sizes[depth + 1]:
            # Tables that are alike may trade numbers: the first of the people sits at this one.
            candidates = [(left[0], *others) for others in combinations(left[1:], size - 1)]
        else:
            candidates = list(combinations(left, size))
        for table in candidates:
            total = self._cost(table, depth)
            if total is None or total >= below:
                continue
            taken = set(table)
            rest = tuple([i for i in left if i not in taken])
            found = self._best(rest, depth + 1, below - total)
            if found:
                below = total + found[0]
                best = (below, [table, *found[1]])
        return best

    def _cost(self, table: tuple[int, ...], depth: int) -> int | None:
        total = self.by_size[self.sizes[depth]].get(table)
        if total is None:
            return None
        number = self.group[depth]
        short, costs = self.costs.short[number], self.costs
        if short:
            missed = sum([costs.past.shortfall[self.people[i]] for i in table])
            total += costs.unit_shortfall * short * missed
        if costs.home:
            total += sum(costs.leaving(self.people[i], number) for i in table)
        return total
