"""Repairing a published seating when people do not come or leave, with as few moves as possible."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product

from pairing.tables.cost import Costs
from pairing.tables.people import PlayedRound, Situation, look_back


@dataclass(frozen=True, slots=True)
class Move:
    """A person who must move to another table. Tables count from 0, as they were given."""

    person: int
    from_table: int
    to_table: int


@dataclass(frozen=True, slots=True)
class Repair:
    """The tables after the repair, in their old order; an empty one is given up.

    ``too_small`` are the tables that stay below the smallest size: they play already, or nobody
    can be spared. A conductor decides about them.
    """

    tables: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    too_small: tuple[int, ...]


def repair(
    tables: PlayedRound,
    gone: Collection[int],
    situation: Situation,
    *,
    smallest: int,
    largest: int,
    playing: Collection[int] = (),
) -> Repair:
    """Take ``gone`` out of ``tables``, and repair what became too small.

    A table below ``smallest`` is filled up from larger ones, if need be through a third, or its
    people go to tables that have room: whichever brings fewer together who must be apart, then
    moves fewer people, and of equals what costs less. Tables in ``playing`` (their index) neither
    give nor take, and who has a fixed table keeps it. The order within a table is its turn order;
    an arrival sits last. The situation's people are those who stay, at least.
    """
    here = [[key for key in table if key not in gone] for table in tables]
    return _Repairer(here, situation, smallest, largest, playing).repair()


@dataclass(frozen=True, slots=True, order=True)
class _Way:
    """A way to repair a table: the less the better, from the first field on.

    How many it brings together who must be apart, how many move, what it costs, and who goes where.
    """

    clashes: int = 0
    moves: int = 0
    cost: int = 0
    steps: tuple[tuple[int, int], ...] = ()

    @property
    def weight(self) -> tuple[int, int, int]:
        return self.clashes, self.moves, self.cost

    def __add__(self, other: _Way) -> _Way:
        return _Way(
            self.clashes + other.clashes,
            self.moves + other.moves,
            self.cost + other.cost,
            self.steps + other.steps,
        )


class _Repairer:
    def __init__(
        self,
        tables: list[list[int]],
        situation: Situation,
        smallest: int,
        largest: int,
        playing: Collection[int],
    ) -> None:
        seated = {key for table in tables for key in table}
        here = [person for person in situation.people if person.key in seated]
        sizes = [len(table) for table in tables if table] or [1]
        self.tables, self.smallest, self.largest = tables, smallest, largest
        self.fixed = {key for key in situation.constraints.fixed if key in seated}
        self.open = [n for n in range(len(tables)) if n not in set(playing) and tables[n]]
        self.index = {person.key: i for i, person in enumerate(here)}
        past = look_back(here, situation.history)
        mode, constraints = situation.mode, situation.constraints
        self.costs = Costs(here, past, sizes, mode, constraints) if here else None
        self.moves: list[Move] = []
        self.first: dict[int, int] = {}

    def repair(self) -> Repair:
        stuck: set[int] = set()
        while True:
            short = [n for n in self.open if 0 < len(self.tables[n]) < self.smallest]
            short = [n for n in short if n not in stuck]
            if not short:
                break
            # The table that lacks fewest people first: the others may give theirs up to it.
            number = min(short, key=lambda n: (-len(self.tables[n]), n))
            way = self._best_way(number)
            if way is None:
                stuck.add(number)
                continue
            for person, to in way.steps:
                self._move(person, to)
        return Repair(
            tables=tuple(tuple(table) for table in self.tables),
            moves=self._moves_made(),
            too_small=tuple(
                n for n, table in enumerate(self.tables) if 0 < len(table) < self.smallest
            ),
        )

    def _best_way(self, number: int) -> _Way | None:
        fill = self._fill(number)
        if fill and not fill.clashes and fill.moves == 1:
            return fill
        ways = [fill, self._fill_through_another(number), self._give_up(number)]
        best = min((way for way in ways if way), default=None)
        if best and not best.clashes:
            return best
        ways = [best, *(self._give_up(n, helps=number) for n in self.open if n != number)]
        return min((way for way in ways if way), default=None)

    def _fill(self, number: int) -> _Way | None:
        """How to fill a table up from larger ones."""
        missing = self.smallest - len(self.tables[number])
        spare = self._spare(number)
        now, way = list(self.tables[number]), _Way()
        for _ in range(missing):
            offers = [
                (self._step(key, n, now, number), -spare[n], n)
                for n in spare
                if spare[n] > 0
                for key in self.tables[n]
                if key not in self.fixed and key not in now
            ]
            if not offers:
                return None
            step, _spare, n = min(
                offers, key=lambda offer: (*offer[0].weight, *offer[1:], offer[0])
            )
            spare[n] -= 1
            now.append(step.steps[0][0])
            way += step
        return way

    def _spare(self, number: int) -> dict[int, int]:
        """How many people each table can give to table ``number``."""
        return {
            n: len(self.tables[n]) - self.smallest
            for n in self.open
            if n != number and len(self.tables[n]) > self.smallest
        }

    def _fill_through_another(self, number: int) -> _Way | None:
        """How to fill a table that lacks one, from a table to which a larger one gives somebody."""
        if len(self.tables[number]) + 1 != self.smallest:
            return None
        ways = []
        spare = self._spare(number)
        for n in self.open:
            if n == number or len(self.tables[n]) != self.smallest:
                continue
            for key in self._free(self.tables[n]):
                first = self._step(key, n, self.tables[number], number)
                left = [other for other in self.tables[n] if other != key]
                ways += [
                    first + self._step(other, larger, left, n)
                    for larger in spare
                    for other in self._free(self.tables[larger])
                ]
        return min(ways, default=None)

    def _free(self, table: Sequence[int]) -> list[int]:
        return [key for key in table if key not in self.fixed]

    def _give_up(self, number: int, helps: int | None = None) -> _Way | None:
        """How to send everybody of a table elsewhere; so many to ``helps`` as are lacking there."""
        people = self.tables[number]
        if not people or not self.fixed.isdisjoint(people):
            return None
        room = {
            n: self.largest - len(self.tables[n])
            for n in self.open
            if n != number and 0 < len(self.tables[n]) < self.largest
        }
        lacking = 0 if helps is None else self.smallest - len(self.tables[helps])
        ways = []
        for chosen in product(*(self._nearest(key, number, room, helps) for key in people)):
            if any(chosen.count(n) > room[n] for n in chosen):
                continue
            if helps is not None and chosen.count(helps) < lacking:
                continue
            way, now = _Way(), {n: list(self.tables[n]) for n in chosen}
            for key, n in zip(people, chosen, strict=True):
                way += self._step(key, number, now[n], n)
                now[n].append(key)
            grown = sum(len(now[n]) ** 2 - len(self.tables[n]) ** 2 for n in now)
            ways.append((way.weight, grown, way))
        return min(ways)[2] if ways else None

    def _nearest(self, key: int, number: int, room: dict[int, int], helps: int | None) -> list[int]:
        """The best tables with ``room`` for somebody of table ``number``.

        The others can take the places at so many tables at most as they are, so one is left.
        """
        found = sorted(
            room,
            key=lambda n: (self._step(key, number, self.tables[n], n).weight, -room[n], n),
        )[: len(self.tables[number])]
        return found if helps is None or helps in found else [*found, helps]

    def _step(self, key: int, leaves: int, table: Sequence[int], number: int) -> _Way:
        """One person leaves a table for ``table`` as it is then, of that ``number``."""
        assert self.costs  # noqa: S101 - everybody at a table is among the people
        one, others = self.index[key], [self.index[k] for k in table]
        return _Way(
            clashes=sum((min(one, o), max(one, o)) in self.costs.apart for o in others),
            moves=1,
            cost=self._pull(key, table) - self._pull(key, self.tables[leaves]),
            steps=((key, number),),
        )

    def _pull(self, key: int, table: Sequence[int]) -> int:
        assert self.costs  # noqa: S101 - everybody at a table is among the people
        return self.costs.pull(self.index[key], [self.index[k] for k in table if k != key])

    def _move(self, key: int, to: int) -> None:
        was = next(n for n, table in enumerate(self.tables) if key in table)
        self.first.setdefault(key, was)
        self.tables[was].remove(key)
        self.tables[to].append(key)

    def _moves_made(self) -> tuple[Move, ...]:
        """Each person who has to move, once, from the published table to the final one."""
        at = {key: n for n, table in enumerate(self.tables) for key in table}
        return tuple(Move(key, was, at[key]) for key, was in self.first.items() if at[key] != was)
