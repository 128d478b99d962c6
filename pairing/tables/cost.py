"""One whole number for how bad a seating is. Each criterion outweighs all that follow together.

In order: people of one household, or kept apart, at a table (forbidden wherever it can be avoided);
fourth meetings, third meetings, second meetings; team-mates at a table; people at a smaller table
who were at one before; for a round by standings, the differences in score at the tables; and people
who would have to leave a table that was published already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.tables.people import (
    NO_CONSTRAINTS,
    Constraints,
    Mode,
    Past,
    Person,
    PlayedRound,
    look_back,
)

#: Meetings are distinguished up to this one; from here on each costs a multiple of it.
MEETINGS_DISTINGUISHED = 4
#: A mixed round brings people of the same quarter of the standings together.
QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two people at one table who have met ``before`` times already."""

    one: int
    other: int
    before: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cost of a seating, and the facts for its conductor. People are named by their keys.

    ``clashes`` are pairs of one household, or kept apart, at a table. ``shortfall`` sums, over the
    people at tables smaller than the largest, the seats missing now times the seats missing before.
    ``spread`` sums the differences in merit of all pairs at a table, 0 for a social round (in a
    mixed one the differences between quarters of the standings). ``teams`` counts pairs of
    team-mates, ``moved`` the people who leave their published table. ``crowded`` are households
    with more people than there are tables.
    """

    clashes: tuple[tuple[int, int], ...]
    repeats: tuple[Repeat, ...]
    shortfall: int
    spread: int
    total: int
    crowded: tuple[str, ...] = ()
    teams: int = 0
    moved: int = 0


class Costs:
    """The weights of one round: for the pairs of its people, by index, and for its tables."""

    def __init__(
        self,
        people: Sequence[Person],
        past: Past,
        sizes: Sequence[int],
        mode: Mode,
        constraints: Constraints = NO_CONSTRAINTS,
    ) -> None:
        self.past = past
        self.mode = mode
        self.home = _homes(people, constraints)
        self.apart = _apart(people, constraints)
        self.merit = _merits(people, mode, len(people) + 1 if self.home else 1)
        largest = max(sizes)
        self.short = [largest - size for size in sizes]
        pairs = sum(size * (size - 1) // 2 for size in sizes)
        teams = _groups(people, "team")
        # Each unit is more than everything below it can come to.
        least = len(people) if self.home else 0
        self.unit_shortfall = pairs * (max(self.merit) - min(self.merit)) + least + 1
        missing = sum(short * size for short, size in zip(self.short, sizes, strict=True))
        self.unit_team = self.unit_shortfall * (missing * max(past.shortfall) + 1)
        self.unit_meeting = self.unit_team * (pairs + 1 if teams else 1)
        self.step = pairs + 1
        most = max((max(met.values()) for met in past.met if met), default=0)
        beyond = max(1, most - MEETINGS_DISTINGUISHED + 2)
        self.unit_clash = self.unit_meeting * self.step**MEETINGS_DISTINGUISHED * beyond
        self.teams = {pair for who in teams.values() for pair in combinations(who, 2)}
        self.pairs = self._pair_costs(most)

    def meeting(self, before: int) -> int:
        """The cost of one more meeting of two people who have met ``before`` times."""
        capped = min(before, MEETINGS_DISTINGUISHED)
        beyond = max(0, before - MEETINGS_DISTINGUISHED)
        return int(self.unit_meeting * self.step ** (capped - 1) * (1 + beyond))

    def _pair_costs(self, most: int) -> list[dict[int, int]]:
        prices = [0, *(self.meeting(times) for times in range(1, most + 1))]
        costs = [{other: prices[times] for other, times in met.items()} for met in self.past.met]
        for pairs, price in ((self.apart, self.unit_clash), (self.teams, self.unit_team)):
            for one, other in pairs:
                costs[one][other] = costs[one].get(other, 0) + price
                costs[other][one] = costs[other].get(one, 0) + price
        return costs

    def trouble(self, person: int, table: Sequence[int]) -> int:
        """The cost of households and repeats for ``person``, who may sit at ``table`` already."""
        known = self.pairs[person]
        return sum([known[other] for other in table if other in known]) if known else 0

    def pull(self, person: int, table: Sequence[int]) -> int:
        """The cost of ``person`` at ``table``, beside the table's size and number."""
        known = self.pairs[person]
        if self.mode == Mode.SOCIAL:
            return sum([known[other] for other in table if other in known])
        merit, merits = self.merit[person], self.merit
        total = 0
        for other in table:
            total += abs(merit - merits[other])
            if other in known:
                total += known[other]
        return total

    def leaving(self, person: int, number: int) -> int:
        """1 if table ``number`` is not the published one of ``person``, else 0."""
        return int(self.home.get(person, number) != number) if self.home else 0

    def of_table(self, table: Sequence[int], number: int) -> int:
        """The cost of the whole table ``number`` (from 0)."""
        pairs = sum([self.pull(person, table) for person in table]) // 2
        total = pairs
        short = self.short[number]
        if short:
            shortfall = self.past.shortfall
            total += self.unit_shortfall * short * sum([shortfall[person] for person in table])
        if self.home:
            total += sum(self.leaving(person, number) for person in table)
        return total

    def total(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.of_table(table, number) for number, table in enumerate(tables))


def _merits(people: Sequence[Person], mode: Mode, unit: int) -> list[int]:
    if mode == Mode.STANDINGS:
        return [person.merit * unit for person in people]
    if mode == Mode.SOCIAL:
        return [0] * len(people)
    order = sorted(range(len(people)), key=lambda i: (people[i].rank, i))
    quarters = [0] * len(people)
    for place, i in enumerate(order):
        quarters[i] = place * QUARTERS // len(people) * unit
    return quarters


def _homes(people: Sequence[Person], constraints: Constraints) -> dict[int, int]:
    """The published table of each person who had one, both by index."""
    published = {key: n for n, table in enumerate(constraints.published) for key in table}
    return {i: published[p.key] for i, p in enumerate(people) if p.key in published}


def _apart(people: Sequence[Person], constraints: Constraints) -> set[tuple[int, int]]:
    pairs = {pair for who in households(people).values() for pair in combinations(who, 2)}
    if constraints.apart:
        index = {person.key: i for i, person in enumerate(people)}
        for one, other in constraints.apart:
            if one in index and other in index and one != other:
                i, j = index[one], index[other]
                pairs.add((min(i, j), max(i, j)))
    return pairs


def _groups(people: Sequence[Person], name: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for i, person in enumerate(people):
        group = getattr(person, name)
        if group:
            found.setdefault(group, []).append(i)
    return {group: members for group, members in found.items() if len(members) > 1}


def households(people: Sequence[Person]) -> dict[str, list[int]]:
    """The indices of people by household, for households of two and more."""
    return _groups(people, "household")


def judge(
    tables: Sequence[Sequence[int]],
    people: Sequence[Person],
    history: Sequence[PlayedRound],
    mode: Mode,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Verdict:
    """The cost of any seating. ``tables`` are lists of person keys, none of them empty."""
    by_key = {person.key: person for person in people}
    here = [by_key[key] for table in tables for key in table]
    if not here:
        return Verdict((), (), 0, 0, 0)
    past = look_back(here, history)
    index = {person.key: i for i, person in enumerate(here)}
    seated = [[index[key] for key in table] for table in tables]
    return verdict(
        seated, here, Costs(here, past, [len(table) for table in tables], mode, constraints)
    )


def verdict(tables: Sequence[Sequence[int]], people: Sequence[Person], costs: Costs) -> Verdict:
    """The verdict on ``tables`` of people's indices."""
    past = costs.past
    clashes, repeats, spread, teams = [], [], 0, 0
    for one, other in _pairs(tables):
        spread += abs(costs.merit[one] - costs.merit[other])
        if other not in costs.pairs[one]:
            continue
        pair = (one, other) if one < other else (other, one)
        if pair in costs.apart:
            clashes.append((people[one].key, people[other].key))
        if other in past.met[one]:
            repeats.append(Repeat(people[one].key, people[other].key, past.met[one][other]))
        teams += pair in costs.teams
    shortfall = sum(
        short * past.shortfall[person]
        for table, short in zip(tables, costs.short, strict=True)
        if short
        for person in table
    )
    crowded = sorted(n for n, who in households(people).items() if len(who) > len(tables))
    return Verdict(
        clashes=tuple(clashes),
        repeats=tuple(repeats),
        shortfall=shortfall,
        spread=spread // (len(people) + 1 if costs.home else 1),
        total=costs.total(tables),
        crowded=tuple(crowded),
        teams=teams,
        moved=sum(costs.leaving(who, n) for n, table in enumerate(tables) for who in table),
    )


def _pairs(tables: Sequence[Sequence[int]]) -> Iterator[tuple[int, int]]:
    for table in tables:
        yield from combinations(table, 2)
