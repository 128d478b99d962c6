"""Turn order at a table: over the rounds everybody sits first, second, … about equally often."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.tables.people import Past, empty_past, remember

#: Up to this size all orders of a table are compared; beyond it the latest so far sit first.
COMPARED = 10
#: How much one position more counts against the sum of the lateness so far.
POSITION_WEIGHT = 100_000

Rounds = list[list[list[int]]]


def turn_order(table: Sequence[int], past: Past) -> list[int]:
    """The people of ``table`` in their best turn order, the first of equal ones.

    An order costs, per person, the square of how often they will have sat at each position;
    among equal orders those who sat late so far sit early.
    """
    size = len(table)
    if size > COMPARED:
        return sorted(table, key=lambda person: -past.lateness[person])
    cost = [_costs(person, size, past) for person in table]
    # best[chosen]: the cheapest way to put the people of the bit set ``chosen`` first.
    best = [0] * (1 << size)
    chose = [0] * (1 << size)
    for chosen in range(1, 1 << size):
        place = chosen.bit_count() - 1
        least = -1
        for person in range(size):
            bit = 1 << person
            if chosen & bit:
                total = best[chosen ^ bit] + cost[person][place]
                if least < 0 or total < least:
                    least, chose[chosen] = total, person
        best[chosen] = least
    order, chosen = [], (1 << size) - 1
    while chosen:
        person = chose[chosen]
        order.append(table[person])
        chosen ^= 1 << person
    return order[::-1]


def _costs(person: int, size: int, past: Past) -> list[int]:
    """The cost of each place of a table of ``size``. Never below 0."""
    often, late = past.positions[person], past.lateness[person]
    floor = abs(late) * size
    return [
        (2 * often.get(place, 0) + 1) * POSITION_WEIGHT + late * (2 * place - (size - 1)) + floor
        for place in range(size)
    ]


def take_turns(rounds: Sequence[Sequence[Sequence[int]]]) -> Rounds:
    """All rounds with their best turn orders, one after the other, for tables of any sizes."""
    people = sum(map(len, rounds[0]))
    past = empty_past(people)
    made = []
    for played in rounds:
        ordered = [turn_order(sorted(table), past) for table in played]
        for table in ordered:
            remember(past, list(enumerate(table)), len(table), 0)
        made.append(ordered)
    return made


def balance(rounds: Sequence[Sequence[Sequence[int]]]) -> Rounds:
    """Turn orders in which everybody's counts of any two places differ by one at most.

    For tables of one size k, where that is always possible (König 1916): people, taken k rounds at
    a time, and tables are the two sides of a graph whose seats are edges; a colouring of the
    edges with k colours, none twice at a person or a table, is a turn order. The edges are coloured
    one by one; a conflict is solved by trading two colours along a path.
    """
    size = len(rounds[0][0])
    count = sum(map(len, rounds[0]))
    # Each node holds, for every place, who (at a table) or where (a person) it is taken by.
    tables = [[-1] * size for played in rounds for _ in played]
    people = [[-1] * size for _ in range(count * (1 + (len(rounds) - 1) // size))]
    number = 0
    for r, played in enumerate(rounds):
        for table in played:
            for person in table:
                _seat(tables, people, number, r // size * count + person)
            number += 1
    found = iter(tables)
    return [[[node % count for node in next(found)] for _ in played] for played in rounds]


def _seat(tables: list[list[int]], people: list[list[int]], table: int, person: int) -> None:
    """Give ``person`` a place at ``table`` that neither has used."""
    free = people[person].index(-1)
    if tables[table][free] != -1:
        _trade_places(tables, people, table, free, tables[table].index(-1))
    tables[table][free] = person
    people[person][free] = table


def _trade_places(
    tables: list[list[int]], people: list[list[int]], table: int, place: int, other: int
) -> None:
    """Trade two places along the path that leaves ``table`` at ``place``, freeing it there."""
    path, at_table, node = [], True, table
    while True:
        following = (tables if at_table else people)[node][place if at_table else other]
        if following == -1:
            break
        path.append((node, following, place) if at_table else (following, node, other))
        at_table, node = not at_table, following
    for at, who, was in path:
        tables[at][was] = people[who][was] = -1
    for at, who, was in path:
        now = other if was == place else place
        tables[at][now], people[who][now] = who, at
