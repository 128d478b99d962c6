"""A place for somebody who comes late."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pairing.tables.people import NO_CONSTRAINTS, Constraints, Person, PlayedRound, look_back


def place_with_least_harm(
    person: Person,
    tables: Sequence[Sequence[Person]],
    history: Sequence[PlayedRound],
    *,
    preferred: int,
    largest: int,
    constraints: Constraints = NO_CONSTRAINTS,
    playing: Collection[int] = (),
) -> int | None:
    """The index of the best table for ``person``, who is at none of them; None if all are full.

    In order: the fixed table of this person; nobody of the same household or kept apart, no third
    and then no second meeting, a table that does not grow beyond ``preferred``, no team-mates, the
    smallest table, people near in score. Tables in ``playing`` are passed over.
    """
    everybody = [person, *(other for table in tables for other in table)]
    met = look_back(everybody, history).met[0]
    apart = {key for pair in constraints.apart if person.key in pair for key in pair} - {person.key}
    fixed = constraints.fixed.get(person.key)
    harms = []
    first = 1
    for number, table in enumerate(tables):
        before = [met.get(index, 0) for index in range(first, first + len(table))]
        first += len(table)
        if len(table) >= largest or number in playing:
            continue
        home, team = person.household, person.team
        harm = (
            fixed is not None and fixed != number + 1,
            sum((bool(home) and home == o.household) or o.key in apart for o in table),
            max(before, default=0),
            sum(before),
            max(0, len(table) + 1 - preferred),
            sum(bool(team) and team == o.team for o in table),
            len(table),
            sum(abs(person.merit - other.merit) for other in table),
        )
        harms.append((harm, number))
    return min(harms)[1] if harms else None
