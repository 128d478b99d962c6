"""Every plan of the matrix: how good it is, beside what is proven and what was published."""

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass

from pairing.plans import Plan, plan
from pairing.tables import SeatingImpossible, sizes_allowed

PEOPLE = (12, 16, 18, 20, 24, 28, 30, 32, 36, 40, 48, 64, 100, 200, 500, 1000, 2000)
ROUNDS = (3, 4, 6, 8)
TABLES = {"4": (4,), "4-5": (4, 5), "3-4": (4, 3)}

#: Rounds of tables of four without a repeat that were published (OEIS A107431; from 28 people on
#: also the plans of the Zenodo record 13971404, which has repeats where this is 0).
RECORD = {16: 5, 20: 5, 24: 7}
RECORD_FROM = 28
#: Repeats of the best published plans for tables of four, from the same record.
PUBLISHED = {(16, 6): 24, (16, 8): 72, (20, 6): 22, (20, 8): 67, (24, 8): 33}


@dataclass(frozen=True)
class Row:
    people: int
    rounds: int
    tables: str
    made: Plan | None
    published: int | None
    seconds: float
    megabytes: float

    def cells(self) -> list[str]:
        if self.made is None:
            return [str(self.people), str(self.rounds), self.tables, *"—————", ""]
        sizes = ", ".join(
            f"{self.made.sizes.count(size)} x {size}" for size in sorted(set(self.made.sizes))[::-1]
        )
        return [
            str(self.people),
            str(self.rounds),
            self.tables,
            str(self.made.repeats),
            str(self.made.bound.repeats),
            "—" if self.published is None else str(self.published),
            f"{self.seconds * 1000:.1f}",
            f"{self.megabytes:.1f}",
            f"{sizes}: {self.made.method}",
        ]


HEAD = (
    "people", "rounds", "tables of", "repeats", "at least", "published", "ms", "MB", "how",
)  # fmt: skip


def published(people: int, rounds: int) -> int | None:
    """The fewest repeats of a published plan with tables of four, None if none was read."""
    if people % 4:
        return None
    if rounds <= (8 if people >= RECORD_FROM else RECORD.get(people, 1)):
        return 0
    return PUBLISHED.get((people, rounds))


def rows() -> Iterator[Row]:
    plan((4, 4, 4), 3)  # the library is read once
    for people in PEOPLE:
        for rounds in ROUNDS:
            for name, allowed in TABLES.items():
                yield row(people, rounds, name, allowed)


def row(people: int, rounds: int, name: str, allowed: tuple[int, ...]) -> Row:
    try:
        sizes = sizes_allowed(people, allowed)
    except SeatingImpossible:
        return Row(people, rounds, name, None, None, 0, 0)
    begun = time.process_time()
    made = plan(sizes, rounds)
    taken = time.process_time() - begun
    tracemalloc.start()
    plan(sizes, rounds, steps=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Row(people, rounds, name, made, published(people, rounds), taken, peak / 1e6)


def table(found: list[Row]) -> str:
    lines = [HEAD, ["---"] * len(HEAD), *(row.cells() for row in found)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
