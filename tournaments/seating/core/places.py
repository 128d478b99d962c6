"""A place for somebody who comes late."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.core.people import Person, PlayedRound, look_back


def place_with_least_harm(
    person: Person,
    tables: Sequence[Sequence[Person]],
    history: Sequence[PlayedRound],
    *,
    preferred: int,
    largest: int,
) -> int | None:
    """The index of the best table for ``person``, who is at none of them; None if all are full.

    In order: nobody of the same household, no third and then no second meeting, a table that does
    not grow beyond ``preferred``, the smallest table, people near in score.
    """
    everybody = [person, *(other for table in tables for other in table)]
    met = look_back(everybody, history).met[0]
    harms = []
    first = 1
    for number, table in enumerate(tables):
        before = [met.get(index, 0) for index in range(first, first + len(table))]
        first += len(table)
        if len(table) >= largest:
            continue
        harm = (
            sum(bool(person.household) and person.household == o.household for o in table),
            max(before, default=0),
            sum(before),
            max(0, len(table) + 1 - preferred),
            len(table),
            sum(abs(person.merit - other.merit) for other in table),
        )
        harms.append((harm, number))
    return min(harms)[1] if harms else None
