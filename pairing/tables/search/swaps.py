"""Making a seating better by swapping people, for a number of steps that is known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.rng import Rng
from pairing.tables.cost import Costs

#: A swap is not undone or repeated for this many steps.
TABU = 8
#: Up to this many people, every swap is looked at; beyond, those with some tables only.
LOOK_AT_ALL = 120
TABLES_LOOKED_AT = 15
#: In a round by standings, how many tables up and down are looked at first, and at most.
REACH, WIDEST = 2, 64


class Seats:
    """Tables of people's indices: they know what each costs, and can go back to their best.

    ``pinned`` people keep their table.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        costs: Costs,
        pinned: frozenset[int] = frozenset(),
    ) -> None:
        self.costs = costs
        self.pinned = pinned
        self.tables = [list(table) for table in tables]
        self.where = [0] * sum(map(len, tables))
        self.own = [0] * len(self.where)
        self.looked = 0  # swaps looked at: the measure of time
        self._since_best: list[tuple[int, int]] = []
        for number, table in enumerate(self.tables):
            for person in table:
                self.where[person] = number
            self._weigh(number)
        self.cost = self.best = costs.total(tables)

    def _weigh(self, number: int) -> None:
        table = self.tables[number]
        for person in table:
            self.own[person] = self.costs.pull(person, table)

    def deltas(self, person: int, number: int) -> list[tuple[int, int]]:
        """How much each swap of ``person`` with somebody of table ``number`` adds to the cost."""
        costs, own, at = self.costs, self.own, self.where[person]
        here, there = self.tables[at], self.tables[number]
        known, merit, merits = costs.pairs[person], costs.merit[person], costs.merit
        arriving = costs.pull(person, there) - own[person]
        shorter = costs.unit_shortfall * (costs.short[number] - costs.short[at])
        before = costs.past.shortfall
        self.looked += len(there)
        found = []
        for other in there:
            if other in self.pinned:
                continue
            # Both sums count the pair itself, which does not meet: it trades places.
            pair = known.get(other, 0) + abs(merit - merits[other])
            delta = arriving + costs.pull(other, here) - own[other] - 2 * pair
            if shorter:
                delta += shorter * (before[person] - before[other])
            if costs.home:
                delta += costs.leaving(person, number) - costs.leaving(person, at)
                delta += costs.leaving(other, at) - costs.leaving(other, number)
            found.append((delta, other))
        return found

    def swap(self, person: int, other: int, delta: int) -> None:
        self._exchange(person, other)
        self.cost += delta
        self._since_best.append((person, other))
        if self.cost < self.best:
            self.best = self.cost
            self._since_best.clear()

    def back_to_best(self) -> None:
        while self._since_best:
            self._exchange(*self._since_best.pop())
        self.cost = self.best

    def _exchange(self, person: int, other: int) -> None:
        here, there = self.where[person], self.where[other]
        self.tables[here][self.tables[here].index(person)] = other
        self.tables[there][self.tables[there].index(other)] = person
        self.where[person], self.where[other] = there, here
        self._weigh(here)
        self._weigh(there)

    def trouble(self, person: int) -> int:
        return self.costs.trouble(person, self.tables[self.where[person]])

    def replace(self, numbers: Sequence[int], tables: Sequence[Sequence[int]]) -> None:
        """Give the tables ``numbers`` other people, the same ones divided differently."""
        self.cost -= sum(self.costs.of_table(self.tables[n], n) for n in numbers)
        for number, table in zip(numbers, tables, strict=True):
            self.tables[number] = list(table)
            for person in table:
                self.where[person] = number
            self._weigh(number)
            self.cost += self.costs.of_table(table, number)
        self.best = min(self.best, self.cost)

    def troubled(self) -> list[int]:
        """Everybody who may move, and sits with their household or meets somebody again."""
        return [
            person
            for table in self.tables
            for person in table
            if person not in self.pinned and self.trouble(person)
        ]

    def troubled_with(self, *people: int) -> list[int]:
        """The same, at the tables of ``people``."""
        tables = [self.tables[self.where[person]] for person in people]
        return [
            person
            for table in tables
            for person in table
            if person not in self.pinned and self.trouble(person)
        ]


def part_households_and_repeats(seats: Seats, rng: Rng, budget: int, *, near: bool) -> set[int]:
    """Swap people who must not, or should not, sit together, looking at ``budget`` swaps at most.

    Returns the numbers of the tables that changed.

    ``near`` looks at neighbouring tables first and further away when that does not help. A search
    with a short memory (tabu): it may make things worse for a while, and returns to its best.
    """
    changed: set[int] = set()
    if len(seats.tables) == 1:
        return changed
    end = seats.looked + budget
    forbidden: dict[tuple[int, int], int] = {}
    reach = REACH if near else None
    best, step, better_at = seats.best, 0, 0
    troubled = seats.troubled()
    while troubled and seats.looked < end:
        step += 1
        place = rng.below(len(troubled))
        person = troubled[place]
        if not seats.trouble(person):
            troubled[place] = troubled[-1]
            troubled.pop()
            continue
        numbers = _tables_to_look_at(seats, person, rng, reach)
        found = _best_swap(seats, person, numbers, forbidden, step)
        if found and (found[0] <= 0 or rng.below(2)):
            delta, other = found
            changed.update((seats.where[person], seats.where[other]))
            seats.swap(person, other, delta)
            forbidden[person, other] = forbidden[other, person] = step + TABU
            troubled = list(dict.fromkeys([*troubled, *seats.troubled_with(person, other)]))
        if seats.best < best:
            best, better_at = seats.best, step
        elif reach and step - better_at > len(troubled):
            reach, better_at = min(reach * 2, WIDEST), step
    seats.back_to_best()
    return changed


def _tables_to_look_at(
    seats: Seats,
    person: int,
    rng: Rng,
    reach: int | None,
) -> list[int]:
    here, count = seats.where[person], len(seats.tables)
    if reach is not None:
        numbers: Sequence[int] = range(max(0, here - reach), min(count, here + reach + 1))
    elif len(seats.where) <= LOOK_AT_ALL:
        numbers = range(count)
    else:
        numbers = [rng.below(count) for _ in range(TABLES_LOOKED_AT)]
    return [number for number in numbers if number != here]


def _best_swap(
    seats: Seats,
    person: int,
    numbers: Sequence[int],
    forbidden: dict[tuple[int, int], int],
    step: int,
) -> tuple[int, int] | None:
    best = None
    for number in numbers:
        for delta, other in seats.deltas(person, number):
            if forbidden.get((person, other), -1) >= step and seats.cost + delta >= seats.best:
                continue
            if best is None or delta < best[0]:
                best = (delta, other)
    return best


def polish(seats: Seats, budget: int, numbers: Sequence[int], reach: int = 3) -> None:
    """Make every swap with a table at most ``reach`` away that helps, from ``numbers`` on."""
    end = seats.looked + budget
    count = len(seats.tables)
    waiting = dict.fromkeys(numbers)
    while waiting and seats.looked < end:
        number = next(iter(waiting))
        del waiting[number]
        found = None
        for person in seats.tables[number]:
            if person in seats.pinned:
                continue
            for other_number in range(max(0, number - reach), min(count, number + reach + 1)):
                if other_number == number:
                    continue
                delta, other = min(seats.deltas(person, other_number), default=(0, 0))
                if delta < 0 and (found is None or delta < found[0]):
                    found = (delta, person, other)
        if found:
            delta, person, other = found
            tables = (seats.where[person], seats.where[other])
            seats.swap(person, other, delta)
            for changed in tables:
                for again in range(max(0, changed - 1), min(count, changed + 2)):
                    waiting[again] = None
    seats.back_to_best()
