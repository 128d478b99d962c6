"""Why somebody sits where they sit, and what a change would cost."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.tables.cost import Costs, Verdict, judge
from pairing.tables.people import PlayedRound, Situation, look_back
from pairing.tables.search.swaps import Seats


@dataclass(frozen=True, slots=True)
class Price:
    """The difference of a change in each part of a verdict; below 0 it saves. ``total`` decides."""

    clashes: int
    repeats: int
    teams: int
    shortfall: int
    spread: int
    total: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best swap that was not made: with whom, at which table (from 0), and its price."""

    other: int
    table: int
    price: Price


@dataclass(frozen=True, slots=True)
class Reason:
    """The facts of one person's seat. ``table`` counts from 0.

    ``others`` are those at the table with the times met before. ``met`` counts the different
    people met in the rounds before, of ``here`` others in this round. ``smaller_before`` sums the
    seats missing at this person's tables so far. ``best`` is the best alternative, if there is
    another table.
    """

    person: int
    table: int
    others: tuple[tuple[int, int], ...]
    met: int
    here: int
    smaller_before: int
    best: Alternative | None


def price(before: PlayedRound, after: PlayedRound, situation: Situation) -> Price:
    """The cost of changing the tables ``before`` into ``after``, of the same people."""
    return between(_verdict(before, situation), _verdict(after, situation))


def _verdict(tables: PlayedRound, situation: Situation) -> Verdict:
    people, history = situation.people, situation.history
    return judge([t for t in tables if t], people, history, situation.mode, situation.constraints)


def between(old: Verdict, new: Verdict) -> Price:
    return Price(
        clashes=len(new.clashes) - len(old.clashes),
        repeats=sum(r.before for r in new.repeats) - sum(r.before for r in old.repeats),
        teams=new.teams - old.teams,
        shortfall=new.shortfall - old.shortfall,
        spread=new.spread - old.spread,
        total=new.total - old.total,
    )


def swapped(tables: PlayedRound, one: int, other: int) -> list[list[int]]:
    """The tables after two people traded their seats."""
    trade = {one: other, other: one}
    return [[trade.get(key, key) for key in table] for table in tables]


def moved(tables: PlayedRound, key: int, to: int) -> list[list[int]]:
    """The tables after somebody went to the end of table ``to``, or came to it."""
    found = [[other for other in table if other != key] for table in tables]
    found[to].append(key)
    return found


def reason(key: int, tables: PlayedRound, situation: Situation) -> Reason:
    """Why ``key`` sits where they sit. The situation's people are those of the tables."""
    people = sorted(situation.people, key=lambda p: (p.rank, -p.merit, p.key))
    index = {person.key: i for i, person in enumerate(people)}
    past = look_back(people, situation.history)
    constraints, sizes = situation.constraints, [len(table) for table in tables]
    costs = Costs(people, past, sizes, situation.mode, constraints)
    pinned = frozenset(index[fixed] for fixed in constraints.fixed if fixed in index)
    seats = Seats([[index[k] for k in table] for table in tables], costs, pinned)
    me = index[key]
    at = seats.where[me]
    other = _best_to_swap_with(me, seats)
    best = None
    if other is not None:
        with_whom = people[other].key
        after = swapped(tables, key, with_whom)
        best = Alternative(with_whom, seats.where[other], price(tables, after, situation))
    return Reason(
        person=key,
        table=at,
        others=tuple((people[i].key, past.met[me].get(i, 0)) for i in seats.tables[at] if i != me),
        met=len(past.met[me]),
        here=len(people) - 1,
        smaller_before=past.shortfall[me],
        best=best,
    )


def _best_to_swap_with(me: int, seats: Seats) -> int | None:
    if me in seats.pinned:
        return None
    offers = [
        offer
        for number in range(len(seats.tables))
        if number != seats.where[me]
        for offer in seats.deltas(me, number)
    ]
    return min(offers)[1] if offers else None
