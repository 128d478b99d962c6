"""Mending a seating that was published, when people do not come or leave: as few as can be move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.seating.core.cost import Costs
from tournaments.seating.core.people import PlayedRound, Situation, look_back


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who is told to go to another table. Tables count from 0, as they were given."""

    person: int
    from_table: int
    to_table: int


@dataclass(frozen=True, slots=True)
class Repair:
    """The tables after mending, in their old order; an empty one is given up.

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
    """Take ``gone`` out of ``tables``, and mend what became too small.

    A table below ``smallest`` is filled up from larger ones, or its people go to tables that have
    room: whichever moves fewer people, and of equals what costs less. Tables in ``playing`` (their
    index) neither give nor take, and who has a fixed table keeps it. The order within a table is
    its turn order; whoever comes sits last. The situation's people are those who stay, at least.
    """
    here = [[key for key in table if key not in gone] for table in tables]
    return _Mender(here, situation, smallest, largest, playing).mend()


class _Mender:
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
        self.fixed = {key for key in situation.wishes.fixed if key in seated}
        self.open = [n for n in range(len(tables)) if n not in set(playing) and tables[n]]
        self.index = {person.key: i for i, person in enumerate(here)}
        past = look_back(here, situation.history)
        mode, wishes = situation.mode, situation.wishes
        self.costs = Costs(here, past, sizes, mode, wishes) if here else None
        self.moves: list[Move] = []
        self.first: dict[int, int] = {}

    def mend(self) -> Repair:
        stuck: set[int] = set()
        while True:
            short = [n for n in self.open if 0 < len(self.tables[n]) < self.smallest]
            short = [n for n in short if n not in stuck]
            if not short:
                break
            # The table that lacks fewest people first: the others may give theirs up to it.
            number = min(short, key=lambda n: (-len(self.tables[n]), n))
            ways = [way for way in (self._fill(number), self._give_up(number)) if way is not None]
            if not ways:
                stuck.add(number)
                continue
            _moves, _cost, steps = min(ways, key=lambda way: (way[0], way[1]))
            for person, to in steps:
                self._move(person, to)
        return Repair(
            tables=tuple(tuple(table) for table in self.tables),
            moves=self._told(),
            too_small=tuple(
                n for n, table in enumerate(self.tables) if 0 < len(table) < self.smallest
            ),
        )

    def _fill(self, number: int) -> tuple[int, int, list[tuple[int, int]]] | None:
        """How to fill a table up: how many move, what it costs, and who goes where."""
        missing = self.smallest - len(self.tables[number])
        spare = {
            n: len(self.tables[n]) - self.smallest
            for n in self.open
            if n != number and len(self.tables[n]) > self.smallest
        }
        now, steps, cost = list(self.tables[number]), [], 0
        for _ in range(missing):
            offers = [
                (self._pull(key, now) - self._pull(key, self.tables[n]), -spare[n], key, n)
                for n in spare
                if spare[n] > 0
                for key in self.tables[n]
                if key not in self.fixed and key not in now
            ]
            if not offers:
                return None
            price, _spare, key, n = min(offers)
            spare[n] -= 1
            now.append(key)
            steps.append((key, number))
            cost += price
        return missing, cost, steps

    def _give_up(self, number: int) -> tuple[int, int, list[tuple[int, int]]] | None:
        """How to send everybody of a table elsewhere."""
        if not self.fixed.isdisjoint(self.tables[number]):
            return None
        now = {
            n: list(self.tables[n])
            for n in self.open
            if n != number and 0 < len(self.tables[n]) < self.largest
        }
        steps, cost = [], 0
        for key in self.tables[number]:
            offers = [
                (self._pull(key, table), len(table), n)
                for n, table in now.items()
                if len(table) < self.largest
            ]
            if not offers:
                return None
            price, _size, n = min(offers)
            now[n].append(key)
            steps.append((key, n))
            cost += price - self._pull(key, self.tables[number])
        return len(steps), cost, steps

    def _pull(self, key: int, table: Sequence[int]) -> int:
        assert self.costs  # noqa: S101 - whoever sits is among the people
        return self.costs.pull(self.index[key], [self.index[k] for k in table if k != key])

    def _move(self, key: int, to: int) -> None:
        was = next(n for n, table in enumerate(self.tables) if key in table)
        self.first.setdefault(key, was)
        self.tables[was].remove(key)
        self.tables[to].append(key)

    def _told(self) -> tuple[Move, ...]:
        """Everybody who has to go, once, from where they were told to where they end."""
        at = {key: n for n, table in enumerate(self.tables) for key in table}
        return tuple(Move(key, was, at[key]) for key, was in self.first.items() if at[key] != was)
