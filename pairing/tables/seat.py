"""One round, now, for the people who are here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.rng import Rng
from pairing.tables.cost import Costs, Verdict, verdict
from pairing.tables.fixed import FixedTables, Impossible, fixed_tables, impossible_constraints
from pairing.tables.people import (
    NO_CONSTRAINTS,
    Constraints,
    Mode,
    Past,
    Person,
    PlayedRound,
    look_back,
)
from pairing.tables.search.partition import divide_everybody
from pairing.tables.search.refine import anneal_round, redivide
from pairing.tables.search.swaps import Seats, part_households_and_repeats, polish
from pairing.tables.turns import turn_order

#: Grows whenever the same input may give other tables.
ENGINE = 3

#: Swaps to look at; about 2 microseconds each.
PARTING_BUDGET = 30_000
PARTING_BUDGET_PER_PERSON = 100
POLISH_BUDGET_PER_PERSON = 40
#: Up to this many people a round by standings is annealed, and put together from likely tables:
#: steps of annealing per person, 1 microsecond each.
FEW, HEATING_PER_PERSON = 150, 900
#: Groups of tables to divide again, of some 2 milliseconds each: per person, and where many are.
DIVISIONS_PER_PERSON, DIVISIONS_OF_MANY = 5, 25
#: How far apart the tables of a group are, at most.
DIVISION_REACH, DIVISION_REACH_OF_MANY = 4, 2
#: Seeds below 2**SEED_BITS never meet another seed in their later starts.
SEED_BITS = 48
#: New starts while somebody sits with their household or meets again, or where nothing but swaps
#: can be done because of fixed or published tables.
STARTS = 3
#: Cuts of the standings to compare, at most, when table sizes differ.
CUTS_COMPARED = 20_000


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round: person keys in turn order, the best tables of a standings round first.

    A person with a fixed table sits at it, whatever its number in the standings would be.
    ``impossible`` names the constraints that cannot hold. ``looked`` is the number of swaps that
    were looked at.
    """

    tables: tuple[tuple[int, ...], ...]
    verdict: Verdict
    mode: Mode
    seed: int
    looked: int
    impossible: tuple[Impossible, ...] = ()
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
    *,
    constraints: Constraints = NO_CONSTRAINTS,
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
    impossible = impossible_constraints(people, sizes, constraints)
    fixed = fixed_tables(people, sizes, constraints)
    best: tuple[Seats, Rng] | None = None
    looked = 0
    few = mode == Mode.STANDINGS and len(people) <= FEW
    came_by: set[tuple[int, ...]] = set()
    for start in range(STARTS):
        rng = Rng(start << SEED_BITS ^ seed)
        seats = _search(people, past, sizes, mode, rng=rng, fixed=fixed, came_by=came_by)
        looked += seats.looked
        if best is None or seats.cost < best[0].cost:
            best = (seats, rng)
        if not (few and _held(seats)) and not best[0].troubled():
            break
    assert best  # noqa: S101 - at least one start was made
    seats, rng = best
    for table in seats.tables:
        rng.shuffle(table)
    tables = [turn_order(table, past) for table in seats.tables]
    if mode == Mode.SOCIAL and not constraints.published:
        rng.shuffle(tables)
    tables = fixed.numbered(tables)
    costs = Costs(people, past, [len(table) for table in tables], mode, fixed.constraints)
    return Seating(
        tables=tuple(tuple(people[person].key for person in table) for table in tables),
        verdict=verdict(tables, people, costs),
        mode=mode,
        seed=seed,
        looked=looked,
        impossible=impossible,
    )


def _search(
    people: Sequence[Person],
    past: Past,
    sizes: Sequence[int],
    mode: Mode,
    *,
    rng: Rng,
    fixed: FixedTables,
    came_by: set[tuple[int, ...]],
) -> Seats:
    count = len(people)
    ranked = mode != Mode.SOCIAL
    if ranked:
        order, sizes = _standings_order(people, rng), _cut(people, past, sizes)
    else:
        order, sizes = _spread(past, rng), sorted(sizes, reverse=True)
    tables, pinned = fixed.begin(order, sizes)
    costs = Costs(people, past, [len(table) for table in tables], mode, fixed.constraints)
    seats = Seats(tables, costs, pinned)
    if mode == Mode.STANDINGS and count <= FEW:
        anneal_round(seats, rng, HEATING_PER_PERSON * count, came_by)
    parting = PARTING_BUDGET + PARTING_BUDGET_PER_PERSON * count
    changed = part_households_and_repeats(seats, rng, parting, near=mode == Mode.STANDINGS)
    everything = range(len(tables))
    if mode == Mode.STANDINGS and count <= FEW:
        if not _held(seats):
            divide_everybody(seats, came_by)
        redivide(seats, DIVISION_REACH, DIVISIONS_PER_PERSON * count)
    elif ranked:
        polish(seats, POLISH_BUDGET_PER_PERSON * count, sorted(changed))
        redivide(seats, DIVISION_REACH_OF_MANY, DIVISIONS_OF_MANY, sorted(changed))
    elif len(set(sizes)) > 1 or costs.home:
        polish(seats, POLISH_BUDGET_PER_PERSON * count, everything)
    return seats


def _held(seats: Seats) -> bool:
    """Whether somebody must, or should, keep a table."""
    return bool(seats.pinned or seats.costs.home)


def _spread(past: Past, rng: Rng) -> list[int]:
    """A shuffle in which people who missed seats before come first: larger tables are first too."""
    order = list(range(len(past.shortfall)))
    rng.shuffle(order)
    order.sort(key=lambda person: -past.shortfall[person])
    return order


def _standings_order(people: Sequence[Person], rng: Rng) -> list[int]:
    """People by rank, those of one rank shuffled."""
    order = list(range(len(people)))
    rng.shuffle(order)
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
