"""What the seating knows of a person, and of the rounds they have played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

#: A round that was played: its tables, each a list of person keys in turn order.
PlayedRound = Sequence[Sequence[int]]


class Mode(StrEnum):
    """What a round is for."""

    SOCIAL = "social"  # meet new people
    STANDINGS = "standings"  # meet people who stand near you, and new ones


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to seat.

    ``rank`` orders people by the standings, 1 first (0: no standings yet). ``merit`` is their
    score in whole units, more is better. People with the same ``household`` sit apart; empty
    means alone.
    """

    key: int
    household: str = ""
    rank: int = 0
    merit: int = 0


@dataclass(slots=True)
class Past:
    """What the rounds so far did to the people of this one, by their index in this round.

    ``met[p]`` maps a person to the number of times they sat with p. ``shortfall[p]`` sums, over
    the rounds, by how many seats p's table was smaller than the largest of its round.
    ``positions[p][k]`` counts how often p sat at position k (from 0), ``lateness[p]`` sums
    how far behind the middle of the turn order p sat, in half positions.
    """

    met: list[dict[int, int]]
    shortfall: list[int]
    positions: list[dict[int, int]]
    lateness: list[int]


def look_back(people: Sequence[Person], history: Sequence[PlayedRound]) -> Past:
    """Count what happened in ``history`` to ``people``; whoever left since is passed over."""
    index = {person.key: i for i, person in enumerate(people)}
    count = len(people)
    past = Past(
        met=[{} for _ in range(count)],
        shortfall=[0] * count,
        positions=[{} for _ in range(count)],
        lateness=[0] * count,
    )
    for played in history:
        largest = max(map(len, played), default=0)
        for table in played:
            _look_at_table(past, index, table, largest - len(table))
    return past


def _look_at_table(past: Past, index: dict[int, int], table: Sequence[int], short: int) -> None:
    present = [(index[key], place) for place, key in enumerate(table) if key in index]
    for person, place in present:
        past.shortfall[person] += short
        past.lateness[person] += 2 * place - (len(table) - 1)
        seen = past.positions[person]
        seen[place] = seen.get(place, 0) + 1
        met = past.met[person]
        for other, _place in present:
            if other != person:
                met[other] = met.get(other, 0) + 1
