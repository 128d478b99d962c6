"""One round, now, for whoever is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.core.cost import Costs, Verdict, verdict
from tournaments.seating.core.dice import Dice
from tournaments.seating.core.people import Mode, Past, Person, PlayedRound, look_back
from tournaments.seating.core.search import (
    Seats,
    part_households_and_repeats,
    polish,
    rotate,
)
from tournaments.seating.core.turns import turn_order

#: Grows whenever the same input may give other tables.
ENGINE = 1

#: Swaps to look at; about 3 microseconds each.
PARTING_BUDGET = 30_000
PARTING_BUDGET_PER_PERSON = 100
POLISH_BUDGET_PER_PERSON = 200
ROTATIONS = 12_000
#: Seeds below 2**SEED_BITS never meet another seed in their later starts.
SEED_BITS = 48
#: New starts while somebody sits with their household or meets again.
STARTS = 3
#: Cuts of the standings to compare, at most, when table sizes differ.
CUTS_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round: person keys in turn order, the best tables of a standings round first.

    ``looked`` is the number of swaps that were looked at.
    """

    tables: tuple[tuple[int, ...], ...]
    verdict: Verdict
    mode: Mode
    seed: int
    looked: int
    engine: int = ENGINE

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(table) for table in self.tables)


def seat_round(
    people: Sequence[Person],
    history: Sequence[PlayedRound],
    sizes: Sequence[int],
    mode: Mode,
    seed: int,
) -> Seating:
    """Seat ``people`` at tables of ``sizes``: the least cost (see ``cost``) that the search finds.

    The order of ``people`` does not matter. Raises ValueError if the sizes do not add up or a
    person comes twice.
    """
    people = sorted(people, key=lambda person: (person.rank, -person.merit, person.key))
    if sum(sizes) != len(people) or min(sizes, default=0) < 1:
        raise ValueError(f"{len(people)} people cannot sit at tables of {list(sizes)}")
    if len({person.key for person in people}) != len(people):
        raise ValueError("somebody is to be seated twice")
    past = look_back(people, history)
    best = None
    looked = 0
    for start in range(STARTS):
        dice = Dice(start << SEED_BITS ^ seed)
        seats, costs = _search(people, past, sizes, mode, dice)
        looked += seats.looked
        if best is None or seats.cost < best[0].cost:
            best = (seats, costs, dice)
        if not best[0].troubled():
            break
    seats, costs, dice = best
    for table in seats.tables:
        dice.shuffle(table)
    tables = [turn_order(table, past) for table in seats.tables]
    if mode == Mode.SOCIAL:
        tables, costs = _shuffle_tables(tables, people, past, dice)
    return Seating(
        tables=tuple(tuple(people[person].key for person in table) for table in tables),
        verdict=verdict(tables, people, costs),
        mode=mode,
        seed=seed,
        looked=looked,
    )


def _search(
    people: Sequence[Person], past: Past, sizes: Sequence[int], mode: Mode, dice: Dice
) -> tuple[Seats, Costs]:
    count = len(people)
    near = mode == Mode.STANDINGS
    if near:
        order, sizes = _standings_order(people, dice), _cut(people, past, sizes)
    else:
        order, sizes = _spread(past, dice), sorted(sizes, reverse=True)
    costs = Costs(people, past, sizes, mode)
    seats = Seats(_deal(order, sizes), costs)
    parting = PARTING_BUDGET + PARTING_BUDGET_PER_PERSON * count
    part_households_and_repeats(seats, dice, parting, near=near)
    if near or len(set(sizes)) > 1:
        polish(seats, POLISH_BUDGET_PER_PERSON * count)
    if near:
        rotate(seats, dice, ROTATIONS)
    return seats, costs


def _deal(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    people = iter(order)
    return [[next(people) for _ in range(size)] for size in sizes]


def _spread(past: Past, dice: Dice) -> list[int]:
    """A shuffle, in which whoever missed seats before comes first: larger tables are first too."""
    order = list(range(len(past.shortfall)))
    dice.shuffle(order)
    order.sort(key=lambda person: -past.shortfall[person])
    return order


def _standings_order(people: Sequence[Person], dice: Dice) -> list[int]:
    """People by rank, those of one rank shuffled."""
    order = list(range(len(people)))
    dice.shuffle(order)
    order.sort(key=lambda person: people[person].rank)
    return order


def _cut(people: Sequence[Person], past: Past, sizes: Sequence[int]) -> list[int]:
    """The order of the table sizes down the standings.

    Of all cuts of the standings into these sizes, the one that brings fewest people to a smaller
    table who were at one before; of equal ones, that with the smaller tables lowest.
    """
    large, small = max(sizes), min(sizes)
    larges = sum(size == large for size in sizes)
    smalls = len(sizes) - larges
    mixed = large != small and all(size in (large, small) for size in sizes)
    if not mixed or (larges + 1) * (smalls + 1) > CUTS_COMPARED:
        return sorted(sizes, reverse=True)
    before = [0]
    for person in sorted(range(len(people)), key=lambda p: people[p].rank):
        before.append(before[-1] + past.shortfall[person])
    # best[a, b]: the least cost of the first a larger and b smaller tables, and the last of them.
    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for a in range(larges + 1):
        for b in range(smalls + 1):
            end = a * large + b * small
            ways = []
            if b:
                ways.append((best[a, b - 1][0] + before[end] - before[end - small], small))
            if a:
                ways.append((best[a - 1, b][0], large))
            if ways:
                best[a, b] = min(ways)
    order, a, b = [], larges, smalls
    while a or b:
        size = best[a, b][1]
        order.append(size)
        a, b = (a - 1, b) if size == large else (a, b - 1)
    return order[::-1]


def _shuffle_tables(
    tables: list[list[int]], people: Sequence[Person], past: Past, dice: Dice
) -> tuple[list[list[int]], Costs]:
    """Give the tables of a social round their numbers by chance."""
    dice.shuffle(tables)
    costs = Costs(people, past, [len(table) for table in tables], Mode.SOCIAL)
    return tables, costs
