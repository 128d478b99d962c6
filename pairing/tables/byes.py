"""Who sits out a round that cannot seat everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing.rng import Rng
from pairing.tables.people import Mode, Person


def choose_byes(
    people: Sequence[Person], count: int, before: Mapping[int, int], mode: Mode, seed: int
) -> tuple[int, ...]:
    """The keys of ``count`` people who sit out.

    The rule, in order: the player who sat out least often so far (``before``, by key); in a round
    by standings the lowest, by lot among equals and in a social one. So nobody sits out a
    second time before everybody has once.
    """
    lots = sorted(people, key=lambda person: person.key)
    Rng(seed).shuffle(lots)
    if mode != Mode.SOCIAL:
        lots.sort(key=lambda person: (-person.rank, person.merit))
    lots.sort(key=lambda person: before.get(person.key, 0))
    return tuple(person.key for person in lots[:count])
