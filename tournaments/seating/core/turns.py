"""Turn order at a table: over the rounds everybody sits first, second, … about equally often."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.core.people import Past

#: Up to this size all orders of a table are compared; beyond it the latest so far sit first.
COMPARED = 10
#: How much one position more counts against the sum of the lateness so far.
POSITION_WEIGHT = 100_000


def turn_order(table: Sequence[int], past: Past) -> list[int]:
    """The people of ``table`` in their best turn order, the first of equal ones.

    An order costs, per person, the square of how often they will have sat at each position;
    among equal orders those who sat late so far sit early.
    """
    size = len(table)
    if size > COMPARED:
        return sorted(table, key=lambda person: -past.lateness[person])
    cost = [[_cost(person, place, size, past) for place in range(size)] for person in table]
    # best[chosen]: the cheapest way to put the people of the bit set ``chosen`` first.
    best: list[tuple[int, int]] = [(0, -1)] * (1 << size)
    for chosen in range(1, 1 << size):
        place = chosen.bit_count() - 1
        best[chosen] = min(
            (best[chosen ^ (1 << person)][0] + cost[person][place], person)
            for person in range(size)
            if chosen >> person & 1
        )
    order, chosen = [], (1 << size) - 1
    while chosen:
        person = best[chosen][1]
        order.append(table[person])
        chosen ^= 1 << person
    return order[::-1]


def _cost(person: int, place: int, size: int, past: Past) -> int:
    often = past.positions[person].get(place, 0)
    return (2 * often + 1) * POSITION_WEIGHT + past.lateness[person] * (2 * place - (size - 1))
