"""Fixed tables, and constraints that cannot hold: they are reported, never silently dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from pairing.tables.cost import households
from pairing.tables.people import Constraints, Person

#: A group that must be apart is looked for among so many of its people, at most.
LOOKED_AT = 400


class Why(StrEnum):
    """Why a constraint cannot hold."""

    TOO_FEW_TABLES = "too few tables"  # these people cannot be kept apart at so many tables
    NO_SUCH_TABLE = "no such table"  # somebody's table has a number that no table has
    TABLE_TOO_SMALL = "table too small"  # more people are to sit at a table than it takes
    FIXED_TOGETHER = "fixed together"  # these are to be apart, and at the same table


@dataclass(frozen=True, slots=True)
class Impossible:
    """A constraint that cannot hold: whose (keys), and against which number.

    The number is that of the tables there are, or of the table that was asked for.
    """

    why: Why
    people: tuple[int, ...]
    number: int


def impossible_constraints(
    people: Sequence[Person], sizes: Sequence[int], constraints: Constraints
) -> tuple[Impossible, ...]:
    """The constraints that contradict each other or the tables, whatever the search does."""
    here = {person.key for person in people}
    found = [
        Impossible(Why.TOO_FEW_TABLES, group, len(sizes))
        for group in too_many(people, constraints, len(sizes))
    ]
    at = _by_number(constraints, here)
    apart = _apart(people, constraints)
    for number, keys in at.items():
        if not 1 <= number <= len(sizes):
            found += [Impossible(Why.NO_SUCH_TABLE, (key,), number) for key in keys]
        elif len(keys) > max(sizes):
            found.append(Impossible(Why.TABLE_TOO_SMALL, tuple(keys), number))
        found += [
            Impossible(Why.FIXED_TOGETHER, pair, number)
            for pair in combinations(sorted(keys), 2)
            if pair in apart
        ]
    return tuple(found)


def too_many(
    people: Sequence[Person], constraints: Constraints, tables: int
) -> list[tuple[int, ...]]:
    """Groups of more than ``tables`` people who must all be kept apart, which is impossible."""
    groups = [
        tuple(people[i].key for i in members)
        for members in households(people).values()
        if len(members) > tables
    ]
    near: dict[int, set[int]] = {}
    for one, other in _apart(people, constraints) if constraints.apart else ():
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    for key in sorted(near, key=lambda k: (-len(near[k]), k))[:LOOKED_AT]:
        group = [key]
        for other in sorted(near[key], key=lambda k: (-len(near[k]), k)):
            if near[other].issuperset(group):
                group.append(other)
        if len(group) > tables and not any(set(group) <= set(known) for known in groups):
            groups.append(tuple(sorted(group)))
    return groups


def _apart(people: Sequence[Person], constraints: Constraints) -> set[tuple[int, int]]:
    here = {person.key for person in people}
    pairs = {(min(p), max(p)) for p in constraints.apart if here.issuperset(p) and p[0] != p[1]}
    for members in households(people).values():
        keys = sorted(people[i].key for i in members)
        pairs.update(combinations(keys, 2))
    return pairs


def _by_number(constraints: Constraints, here: set[int]) -> dict[int, list[int]]:
    at: dict[int, list[int]] = {}
    for key in sorted(constraints.fixed):
        if key in here:
            at.setdefault(constraints.fixed[key], []).append(key)
    return at


@dataclass(frozen=True, slots=True)
class FixedTables:
    """The people (indices) at each fixed table (index), and the constraints that follow.

    In a new round tables are numbered last. So one person with a fixed table may move like
    anybody else, except to another fixed table; several people who share a fixed table are put
    there and stay. Where tables were published, everybody with a fixed table is put there and
    stays.
    """

    groups: dict[int, tuple[int, ...]]
    published: dict[int, int]
    constraints: Constraints

    def begin(
        self, order: Sequence[int], sizes: Sequence[int]
    ) -> tuple[list[list[int]], frozenset[int]]:
        """The tables that a search begins from, and who must not move from them."""
        tables: list[list[int]] = [[] for _ in sizes]
        pinned: set[int] = set()
        if self.published:
            sizes = self._sizes_as_published(order, sizes)
        place = {person: i for i, person in enumerate(order)}
        taken: set[int] = set()
        for number, group in sorted(self.groups.items()):
            if len(group) == 1 and not self.published:
                continue
            wanted = number if self.published else _table_at(place[group[0]], sizes)
            free = [t for t, size in enumerate(sizes) if t not in taken and size >= len(group)]
            if not free:
                continue
            table = min(free, key=lambda t: (abs(t - wanted), t))
            taken.add(table)
            tables[table] += group
            pinned.update(group)
        left = [person for person in order if person not in pinned]
        if self.published:
            left = self._as_published(tables, left, sizes)
        rest = iter(left)
        for people, size in zip(tables, sizes, strict=True):
            while len(people) < size:
                people.append(next(rest))
        return tables, frozenset(pinned)

    def _sizes_as_published(self, order: Sequence[int], sizes: Sequence[int]) -> list[int]:
        """The sizes of the published tables: the largest go to those with most people."""
        seated = [0] * len(sizes)
        for person in order:
            number = self.published.get(person, len(sizes))
            if number < len(sizes):
                seated[number] += 1
        by_people = sorted(range(len(sizes)), key=lambda t: (-seated[t], t))
        found = [0] * len(sizes)
        for table, size in zip(by_people, sorted(sizes, reverse=True), strict=True):
            found[table] = size
        return found

    def _as_published(
        self, tables: list[list[int]], left: Sequence[int], sizes: Sequence[int]
    ) -> list[int]:
        others = []
        for person in left:
            number = self.published.get(person, len(sizes))
            if number < len(sizes) and len(tables[number]) < sizes[number]:
                tables[number].append(person)
            else:
                others.append(person)
        return others

    def numbered(self, tables: Sequence[list[int]]) -> list[list[int]]:
        """The tables in their order, but fixed ones with the number they must have."""
        if self.published or not self.groups:
            return list(tables)
        at = {person: number for number, who in self.groups.items() for person in who}
        numbers: dict[int, list[int]] = {}
        others = []
        for table in tables:
            wanted = [at[person] for person in table if person in at]
            free = [number for number in wanted if number not in numbers]
            if free:
                numbers[max(free, key=wanted.count)] = table
            else:
                others.append(table)
        rest = iter(others)
        return [
            numbers[number] if number in numbers else next(rest) for number in range(len(tables))
        ]


def _table_at(place: int, sizes: Sequence[int]) -> int:
    for number, size in enumerate(sizes):
        place -= size
        if place < 0:
            return number
    return len(sizes) - 1


def fixed_tables(
    people: Sequence[Person], sizes: Sequence[int], constraints: Constraints
) -> FixedTables:
    """The fixed tables that are possible, and what follows from them."""
    index = {person.key: i for i, person in enumerate(people)}
    groups = {
        number - 1: tuple(index[key] for key in keys[: max(sizes)])
        for number, keys in _by_number(constraints, set(index)).items()
        if 1 <= number <= len(sizes)
    }
    at = {key: number for number, table in enumerate(constraints.published) for key in table}
    published = {i: at[key] for key, i in index.items() if key in at}
    apart = set(constraints.apart)
    if not published:
        alone = [who[0] for who in groups.values() if len(who) == 1]
        others = [i for who in groups.values() for i in who]
        for one in alone:
            apart.update((people[one].key, people[other].key) for other in others if other != one)
    return FixedTables(groups, published, replace(constraints, apart=frozenset(apart)))
