"""Proven bounds: no plan can do better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Bound:
    """At least ``repeats`` in any plan. ``why`` names the proof: counting, pigeonhole or published.

    Repeats are summed over pairs of people: the times they met, less one.
    """

    repeats: int
    why: str


#: (people, size of every table, most rounds without a repeat) where the other bounds are weaker,
#: proven by others: OEIS A107431, terms T(5,4), T(4,3), T(6,5) and T(6,6).
PUBLISHED = ((20, 4, 5), (12, 3, 4), (30, 5, 6), (36, 6, 3))


def lower_bound(sizes: Sequence[int], rounds: int) -> Bound:
    """The best proven bound for ``rounds`` rounds with tables of ``sizes`` each.

    Counting: all rounds together have so many pairs at tables, and only so many pairs of people
    exist. Pigeonhole: a table with more people than another round has tables must bring two of
    them together again; ``collisions`` counts how often at least. A pair that meets in all rounds
    answers for the most collisions: (rounds choose 2) with rounds - 1 repeats, so at least
    collisions x (rounds - 1) repeats are needed.
    """
    people = sum(sizes)
    counted = rounds * sum(comb(size, 2) for size in sizes) - comb(people, 2)
    found = Bound(max(0, counted), "counting")
    forced = collisions(sizes) * max(0, rounds - 1)
    if forced > found.repeats:
        found = Bound(forced, "pigeonhole")
    for known, size, most in PUBLISHED:
        fits = people == known and set(sizes) == {size} and rounds > most
        if fits and found.repeats < 1:
            found = Bound(1, "published")
    return found


def collisions(sizes: Sequence[int]) -> int:
    """How many pairs at the tables of one round sat together in any other round, at least.

    A table of ``size`` people drawn evenly from all tables of the other round has the fewest.
    """
    tables = len(sizes)
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += more * comb(each + 1, 2) + (tables - more) * comb(each, 2)
    return total
