"""Everybody plays everybody: Berger's tables."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.head_to_head.model import Pairing


def round_robin(people: Sequence[int], *, double: bool = False) -> list[Pairing]:
    """All rounds; with an odd number somebody sits out each. ``double`` adds the rounds again with
    sides changed.

    Berger's tables as FIDE publishes them (handbook C.05, annex 1): the last person stays, the
    others turn by half the field. Everybody's rounds Uptown and Downtown differ by one at most.
    """
    if len(people) < 2:  # one person has nobody to play
        return []
    seats: list[int | None] = list(people)
    if len(seats) % 2:
        seats.append(None)
    count = len(seats)
    rounds = [_berger(seats, number) for number in range(count - 1)]
    if double:
        rounds += [
            Pairing(tuple((down, up) for up, down in played.pairs), played.bye) for played in rounds
        ]
    return rounds


def _berger(seats: Sequence[int | None], number: int) -> Pairing:
    count = len(seats)
    turning = count - 1
    # In round r (from 0) the last person meets place r * count / 2, counted around the others.
    first = number * (count // 2) % turning
    last = seats[-1]
    tables = [(seats[first], last) if number % 2 == 0 else (last, seats[first])]
    tables += [
        (seats[(first + step) % turning], seats[(first - step) % turning])
        for step in range(1, count // 2)
    ]
    pairs = tuple((up, down) for up, down in tables if up is not None and down is not None)
    byes = [up if down is None else down for up, down in tables if up is None or down is None]
    return Pairing(pairs, byes[0] if byes else None)
