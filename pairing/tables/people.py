"""The input of a seating: people, constraints, and the rounds played so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

#: A round that was played: its tables, each a list of person keys in turn order.
PlayedRound = Sequence[Sequence[int]]


class Mode(StrEnum):
    """The purpose of a round."""

    SOCIAL = "social"  # meet new people
    STANDINGS = "standings"  # meet people who stand near you, and new ones
    MIXED = "mixed"  # meet new people of your own quarter of the standings


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to seat.

    ``rank`` orders people by the standings, 1 first (0: no standings yet). ``merit`` is their
    score in whole units, more is better. People with the same ``household`` sit apart, and those
    of one ``team`` where that costs no meeting; empty means alone.
    """

    key: int
    household: str = ""
    rank: int = 0
    merit: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints of one round, beside households. Everything is named by person keys.

    ``apart`` are pairs who must not sit together. ``fixed`` names the table (from 1) somebody must
    have: a fixed place, or a seat that a conductor locked. ``published`` are the tables that people
    were given already: where nothing else is at stake they keep them.
    """

    apart: frozenset[tuple[int, int]] = frozenset()
    fixed: Mapping[int, int] = field(default_factory=dict)
    published: PlayedRound = ()


NO_CONSTRAINTS = Constraints()


@dataclass(frozen=True, slots=True)
class Situation:
    """The input of a round: who is here, what was played, what for, and what must hold."""

    people: Sequence[Person]
    history: Sequence[PlayedRound]
    mode: Mode
    constraints: Constraints = NO_CONSTRAINTS


@dataclass(slots=True)
class Past:
    """The history of the people of this round, by their index in it.

    ``met[p]`` maps a person to the number of times they sat with p. ``shortfall[p]`` sums, over
    the rounds, by how many seats p's table was smaller than the largest of its round.
    ``positions[p][k]`` counts how often p sat at position k (from 0), ``lateness[p]`` sums
    how far behind the middle of the turn order p sat, in half positions.
    """

    met: list[dict[int, int]]
    shortfall: list[int]
    positions: list[dict[int, int]]
    lateness: list[int]


def empty_past(count: int) -> Past:
    return Past(
        met=[{} for _ in range(count)],
        shortfall=[0] * count,
        positions=[{} for _ in range(count)],
        lateness=[0] * count,
    )


def look_back(people: Sequence[Person], history: Sequence[PlayedRound]) -> Past:
    """Count what happened in ``history`` to ``people``; those who left since are skipped."""
    index = {person.key: i for i, person in enumerate(people)}
    past = empty_past(len(people))
    for played in history:
        largest = max(map(len, played), default=0)
        for table in played:
            present = [(place, index[key]) for place, key in enumerate(table) if key in index]
            remember(past, present, len(table), largest - len(table))
    return past


def remember(past: Past, present: Sequence[tuple[int, int]], size: int, short: int) -> None:
    """Count one table of ``size``, ``short`` seats below the largest: (place, person) by place."""
    for place, person in present:
        past.lateness[person] += 2 * place - (size - 1)
        seen = past.positions[person]
        seen[place] = seen.get(place, 0) + 1
        if short:
            past.shortfall[person] += short
        met = past.met[person]
        for _place, other in present:
            if other != person:
                met[other] = met.get(other, 0) + 1
