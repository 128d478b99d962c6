"""Plans that were found once, by a long search, and are shipped: see README.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("plans.json")

#: People are written as one character each.
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: Rounds of tables of people, from 0.
Rounds = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Differences:
    """A difference matrix over the product of cyclic groups of ``orders``."""

    orders: tuple[int, ...]
    rows: Sequence[Sequence[int]]


@cache
def _shipped() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text("utf-8")))


def differences(tables: int, columns: int) -> Differences | None:
    """The difference matrix with most rows, for this many columns or the next more."""
    fitting = [
        found
        for found in _shipped()["differences"]
        if found["tables"] == tables and found["columns"] >= columns
    ]
    if not fitting:
        return None
    best = max(fitting, key=lambda found: len(found["rows"]))
    return Differences(tuple(best["orders"]), best["rows"])


def starter(sizes: Sequence[int], rounds: int) -> Rounds | None:
    """At least ``rounds`` rounds without a repeat, developed from one round, if there is one."""
    for found in _shipped()["starters"]:
        if found["sizes"] == sorted(sizes, reverse=True) and found["rounds"] >= rounds:
            base = read_round(found["base"], found["sizes"])
            return develop_starter(base, found["rounds"])[:rounds]
    return None


def develop_starter(base: list[list[int]], order: int) -> Rounds:
    """One round moved on ``order`` times: person ``p`` becomes the next of their block of
    ``order`` people, in a circle. Those beyond the last whole block stay as they are."""
    people = sum(map(len, base))
    moving = people // order * order

    def moved(person: int, by: int) -> int:
        if person >= moving:
            return person
        return person // order * order + (person % order + by) % order

    return [[[moved(person, by) for person in table] for table in base] for by in range(order)]


def whole_plan(sizes: Sequence[int], rounds: int) -> Rounds | None:
    """The best plan that was found for exactly these tables and rounds, if it was kept."""
    for found in _shipped()["plans"]:
        if found["rounds"] == rounds and found["sizes"] == sorted(sizes, reverse=True):
            return [read_round(text, found["sizes"]) for text in found["seats"].split()]
    return None


def read_round(text: str, sizes: Sequence[int]) -> list[list[int]]:
    people = iter(text)
    return [[SIGNS.index(next(people)) for _ in range(size)] for size in sizes]


def write_round(tables: Sequence[Sequence[int]]) -> str:
    return "".join(SIGNS[person] for table in tables for person in table)
