"""One whole number for how bad a seating is. Each wish outweighs all wishes after it together.

In order: people of one household at a table (forbidden wherever it can be avoided); fourth
meetings, third meetings, second meetings; people at a smaller table who were at one before; and,
for a round by standings, the differences in score at the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.core.people import Mode, Past, Person, PlayedRound, look_back

#: Meetings are told apart up to this one; from here on each costs its own number of times more.
MEETINGS_TOLD_APART = 4


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two people at one table who have met ``before`` times already."""

    one: int
    other: int
    before: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seating costs, and what of it must be said aloud. People are named by their keys.

    ``clashes`` are pairs of one household at a table. ``shortfall`` sums, over the people at
    tables smaller than the largest, the seats missing now times the seats missing before.
    ``spread`` sums the differences in merit of all pairs at a table, 0 for a social round.
    ``crowded`` are households with more people than there are tables.
    """

    clashes: tuple[tuple[int, int], ...]
    repeats: tuple[Repeat, ...]
    shortfall: int
    spread: int
    total: int
    crowded: tuple[str, ...] = ()


class Costs:
    """The weights of one round: for the pairs of its people, by index, and for its tables."""

    def __init__(
        self, people: Sequence[Person], past: Past, sizes: Sequence[int], mode: Mode
    ) -> None:
        self.past = past
        self.mode = mode
        self.merit = [p.merit if mode == Mode.STANDINGS else 0 for p in people]
        largest = max(sizes)
        self.short = [largest - size for size in sizes]
        pairs = sum(size * (size - 1) // 2 for size in sizes)
        # Each unit is more than everything below it can come to.
        self.unit_shortfall = pairs * (max(self.merit) - min(self.merit)) + 1
        missing = sum(short * size for short, size in zip(self.short, sizes, strict=True))
        self.unit_meeting = self.unit_shortfall * (missing * max(past.shortfall) + 1)
        self.step = pairs + 1
        most = max((times for met in past.met for times in met.values()), default=0)
        beyond = max(1, most - MEETINGS_TOLD_APART + 2)
        self.unit_clash = self.unit_meeting * self.step**MEETINGS_TOLD_APART * beyond
        self.pairs = self._pair_costs(people)

    def meeting(self, before: int) -> int:
        """The cost of one more meeting of two people who have met ``before`` times."""
        told = min(before, MEETINGS_TOLD_APART)
        beyond = max(0, before - MEETINGS_TOLD_APART)
        return int(self.unit_meeting * self.step ** (told - 1) * (1 + beyond))

    def _pair_costs(self, people: Sequence[Person]) -> list[dict[int, int]]:
        costs = [
            {other: self.meeting(times) for other, times in met.items()} for met in self.past.met
        ]
        for members in households(people).values():
            for one, other in combinations(members, 2):
                costs[one][other] = costs[one].get(other, 0) + self.unit_clash
                costs[other][one] = costs[other].get(one, 0) + self.unit_clash
        return costs

    def trouble(self, person: int, table: Sequence[int]) -> int:
        """What households and repeats cost ``person`` at ``table``; they may sit there already."""
        known = self.pairs[person]
        return sum([known[other] for other in table if other in known]) if known else 0

    def pull(self, person: int, table: Sequence[int]) -> int:
        """What ``person`` costs at ``table``, beside the table's size."""
        merit, merits, known = self.merit[person], self.merit, self.pairs[person]
        total = 0
        for other in table:
            total += abs(merit - merits[other])
            if other in known:
                total += known[other]
        return total

    def of_table(self, table: Sequence[int], short: int) -> int:
        """What a whole table costs, ``short`` seats smaller than the largest."""
        pairs = sum(self.pull(person, table) for person in table) // 2
        missed = short * sum(self.past.shortfall[person] for person in table)
        return pairs + self.unit_shortfall * missed

    def total(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(
            self.of_table(table, short) for table, short in zip(tables, self.short, strict=True)
        )


def households(people: Sequence[Person]) -> dict[str, list[int]]:
    """The indices of people by household, for households of two and more."""
    found: dict[str, list[int]] = {}
    for i, person in enumerate(people):
        if person.household:
            found.setdefault(person.household, []).append(i)
    return {name: members for name, members in found.items() if len(members) > 1}


def judge(
    tables: Sequence[Sequence[int]],
    people: Sequence[Person],
    history: Sequence[PlayedRound],
    mode: Mode,
) -> Verdict:
    """What a seating costs, whoever made it. ``tables`` hold person keys; none may be empty."""
    by_key = {person.key: person for person in people}
    here = [by_key[key] for table in tables for key in table]
    if not here:
        return Verdict((), (), 0, 0, 0)
    past = look_back(here, history)
    index = {person.key: i for i, person in enumerate(here)}
    seated = [[index[key] for key in table] for table in tables]
    return verdict(seated, here, Costs(here, past, [len(table) for table in tables], mode))


def verdict(tables: Sequence[Sequence[int]], people: Sequence[Person], costs: Costs) -> Verdict:
    """The verdict on ``tables`` of people's indices."""
    past = costs.past
    clashes, repeats, spread = [], [], 0
    for one, other in _pairs(tables):
        first, second = people[one], people[other]
        if first.household and first.household == second.household:
            clashes.append((first.key, second.key))
        if other in past.met[one]:
            repeats.append(Repeat(first.key, second.key, past.met[one][other]))
        spread += abs(costs.merit[one] - costs.merit[other])
    shortfall = sum(
        short * past.shortfall[person]
        for table, short in zip(tables, costs.short, strict=True)
        for person in table
    )
    crowded = sorted(n for n, who in households(people).items() if len(who) > len(tables))
    return Verdict(
        clashes=tuple(clashes),
        repeats=tuple(repeats),
        shortfall=shortfall,
        spread=spread,
        total=costs.total(tables),
        crowded=tuple(crowded),
    )


def _pairs(tables: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    for table in tables:
        yield from combinations(table, 2)
