"""Search for the plans of the library, and write what was found: see README.md.

    python -m pairing.plans.library.make

Needs a C compiler (``cc``). Goes on from ``plans.json`` and replaces a plan only by a better one.
"""

import ctypes
import itertools
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

from games.texts import NO_TEXT
from pairing.plans import library
from pairing.plans.bounds import lower_bound
from pairing.plans.designs import Design, holds
from pairing.plans.groups import differences_of, product_of_cyclic
from pairing.plans.plan import constructed, count_repeats
from pairing.rng import Rng
from pairing.tables.sizes import SeatingImpossible, table_sizes

HERE = Path(__file__).parent
#: The content of ``plans.json``.
Library = dict[str, list[Any]]
SEED = 20261121
Ints = list[int]
#: A round as lists of people by table.
Tables = list[Ints]


# --- Difference matrices --------------------------------------------------------------------------

#: Groups worth searching: no power of a prime, and too few tables for plain shifts at 12 rounds.
GROUPS = (
    (2, 3), (2, 5), (3, 4), (2, 2, 3), (2, 7), (3, 5), (2, 9), (2, 3, 3), (4, 5), (2, 2, 5), (3, 7),
    (2, 11), (3, 8), (2, 2, 2, 3), (2, 13), (4, 7), (2, 3, 5), (3, 11), (2, 17), (5, 7),
)  # fmt: skip
COLUMNS = (3, 4, 5, 6)
MOST_ROUNDS = 12


class Matrix:
    """A difference matrix that grows row by row, as long as ``budget`` values may be tried."""

    def __init__(self, orders: tuple[int, ...], columns: int, rng: Rng, budget: int) -> None:
        self.order, self.columns, self.rng, self.left = prod(orders), columns, rng, budget
        self.minus = differences_of(product_of_cyclic(orders), self.order)
        self.rows: list[Ints] = [[0] * columns]
        self.used = {pair: {0} for pair in itertools.combinations(range(columns), 2)}

    def grow(self) -> None:
        while len(self.rows) < min(self.order, MOST_ROUNDS):
            row = self._fill([0])
            if row is None:
                return
            self.rows.append(row)
            for (d, c), taken in self.used.items():
                taken.add(self.minus[row[d]][row[c]])

    def _fill(self, row: Ints) -> Ints | None:
        c = len(row)
        if c == self.columns:
            return row
        values = list(range(self.order))
        self.rng.shuffle(values)
        for value in values:
            self.left -= 1
            if self.left < 0:
                return None
            if all(self.minus[row[d]][value] not in self.used[d, c] for d in range(c)):
                found = self._fill([*row, value])
                if found:
                    return found
        return None


def search_differences(
    orders: tuple[int, ...], columns: int, restarts: int, budget: int
) -> list[Ints]:
    """The longest difference matrix found: row after row, by trying values in random order."""
    best: list[Ints] = []
    rng = Rng(SEED)
    for _ in range(restarts):
        matrix = Matrix(orders, columns, rng, budget)
        matrix.grow()
        best = max(best, matrix.rows, key=len)
        if len(best) == min(matrix.order, MOST_ROUNDS):
            break
    return best


# --- Annealing in C -------------------------------------------------------------------------------


@cache
def engine() -> ctypes.CDLL:
    built = Path(tempfile.mkdtemp()) / "anneal.so"
    source = HERE / "anneal.c"
    command = ["cc", "-O3", "-shared", "-fPIC", "-o", str(built), str(source), "-lm"]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(built))


def ints(values: Iterable[int]) -> ctypes.Array[ctypes.c_int]:
    numbers = list(values)
    return (ctypes.c_int * len(numbers))(*numbers)


def search_plan(
    sizes: Ints, rounds: int, seed: int, steps: int, *, goal: int, hot: float
) -> list[Tables]:
    people = sum(sizes)
    seats = ints([0] * people * rounds)
    engine().whole_plan(
        people, rounds, len(sizes), ints(itertools.accumulate(sizes)), seats,
        ctypes.c_uint64(seed), ctypes.c_int64(steps), 2, ctypes.c_double(hot),
        ctypes.c_double(0.2), goal,
    )  # fmt: skip
    made = []
    for r in range(rounds):
        row = iter(seats[r * people : (r + 1) * people])
        made.append([[next(row) for _ in range(size)] for size in sizes])
    return made


def search_starter(sizes: Ints, order: int, seed: int, steps: int) -> Tables | None:
    """A base round whose ``order`` developed rounds have no repeat, or None."""
    people = sum(sizes)
    blocks, fixed = divmod(people, order)
    if fixed > len(sizes):
        return None
    kinds: dict[tuple[str | int, ...], int] = {}

    def kind(a: int, b: int) -> int:
        (block, x), (other, y) = divmod(a, order), divmod(b, order)
        if block >= blocks and other >= blocks:
            name: tuple[str | int, ...] = ("never",)
        elif block >= blocks or other >= blocks:
            name = ("fixed", min(block, other), x if block >= blocks else y)
        elif block == other:
            apart = min((x - y) % order, (y - x) % order)
            name = ("never",) if 2 * apart == order else ("same", block, apart)
        else:
            shift = (y - x) % order if block < other else (x - y) % order
            name = ("two", min(block, other), max(block, other), shift)
        return kinds.setdefault(name, len(kinds))

    kinds["never",] = 0
    classes = [0 if a == b else kind(a, b) for a in range(people) for b in range(people)]
    weights = [3] + [0] * (len(kinds) - 1)
    seats = ints([0] * people)
    cost = engine().base_round(
        people, len(sizes), ints(itertools.accumulate(sizes)), ints(classes), ints(weights),
        len(kinds), seats, ctypes.c_uint64(seed), ctypes.c_int64(steps),
        ctypes.c_int64(2_000_000), ctypes.c_double(0.8), ctypes.c_double(0.12),
    )  # fmt: skip
    if cost:
        return None
    people_in_turn = iter(seats)
    base = [[next(people_in_turn) for _ in range(size)] for size in sizes]
    developed = library.develop_starter(base, order)
    assert count_repeats(developed)[0] == 0  # noqa: S101 - what the library promises
    return base


#: Steps of one try at a plan.
STEPS = 30_000_000
#: Beyond, one round after the other is seated without a repeat anyhow.
MOST_PEOPLE = 40


# --- What is wanted -------------------------------------------------------------------------------


def wanted() -> list[tuple[Ints, int]]:
    """(sizes, rounds) of small tournaments, the likely ones first."""
    seen: dict[tuple[tuple[int, ...], int], None] = {}
    for smallest, preferred, largest in ((3, 4, 6), (4, 4, 5), (3, 4, 4), (3, 3, 4), (4, 5, 6),
                                         (5, 5, 6), (3, 3, 3), (2, 3, 3), (5, 6, 6)):  # fmt: skip
        for people in range(6, 61):
            try:
                sizes = table_sizes(people, smallest, preferred, largest)
            except SeatingImpossible:
                continue
            for rounds in range(2, 11 if people <= MOST_PEOPLE else 9):
                seen.setdefault((tuple(sorted(sizes, reverse=True)), rounds), None)
    return [(list(sizes), rounds) for sizes, rounds in seen]


def badness(made: list[Tables]) -> tuple[int, int]:
    """Third and further meetings, then repeats: nobody meets thrice while twice is possible."""
    pairs = Counter(
        pair
        for played in made
        for table in played
        for pair in itertools.combinations(sorted(table), 2)
    )
    return sum(max(0, times - 2) for times in pairs.values()), count_repeats(made)[0]


def main(effort: int = 1) -> None:
    shipped = json.loads(library.FILE.read_text("utf-8"))
    if not shipped["differences"]:
        find_differences(shipped, effort)
    find_starters(shipped, effort)
    find_plans(shipped, effort)


def find_differences(shipped: Library, effort: int) -> None:
    for orders, columns in itertools.product(GROUPS, COLUMNS):
        rows = search_differences(orders, columns, 60 * effort, 20_000)
        plain = (prod(orders) - 1) // (columns - 1) + 1
        others = [
            len(d["rows"]) for d in shipped["differences"]
            if d["tables"] == prod(orders) and d["columns"] == columns
        ]  # fmt: skip
        print(orders, columns, len(rows), "rounds; plain shifts", plain, flush=True)  # noqa: T201
        if len(rows) > max([plain, *others]):
            matrix = Design(NO_TEXT, prod(orders), product_of_cyclic(orders), rows)
            assert holds(matrix)  # noqa: S101 - what the library promises
            shipped["differences"].append(
                {"tables": prod(orders), "columns": columns, "orders": orders, "rows": rows}
            )
    save(shipped)


def find_starters(shipped: Library, effort: int) -> None:
    for sizes, rounds in wanted():
        library._shipped.cache_clear()  # noqa: SLF001 - the file has just changed
        known = constructed(sizes, rounds, 0) or library.starter(sizes, rounds)
        if known or lower_bound(sizes, rounds).repeats:
            continue
        for order in range(rounds, rounds + 3):
            base = search_starter(sizes, order, SEED, 6_000_000 * effort)
            if base:
                print("starter", sizes, order, flush=True)  # noqa: T201
                shipped["starters"].append(
                    {"sizes": sizes, "rounds": order, "base": library.write_round(base)}
                )
                save(shipped)
                break


def find_plans(shipped: Library, effort: int) -> None:
    for sizes, rounds in wanted():
        library._shipped.cache_clear()  # noqa: SLF001 - the file has just changed
        known = constructed(sizes, rounds, 0) or library.starter(sizes, rounds)
        if known or sum(sizes) > MOST_PEOPLE:
            continue
        goal = lower_bound(sizes, rounds).repeats
        old = library.whole_plan(sizes, rounds)
        least = badness(old) if old else None
        for attempt in range(4 * effort):
            if least and least[1] <= goal:
                break
            hot = (0.8, 0.6, 0.5, 1.0)[attempt % 4]
            made = search_plan(sizes, rounds, SEED + attempt, STEPS * effort, goal=goal, hot=hot)
            found = badness(made)
            if least is None or found < least:
                least = found
                shipped["plans"] = [
                    p for p in shipped["plans"] if (p["sizes"], p["rounds"]) != (sizes, rounds)
                ]
                shipped["plans"].append({
                    "sizes": sizes, "rounds": rounds, "repeats": found[1],
                    "seats": " ".join(map(library.write_round, made)),
                })  # fmt: skip
                save(shipped)
        print(sum(sizes), sizes, rounds, "repeats", least, "bound", goal, flush=True)  # noqa: T201


def save(shipped: Library) -> None:
    """One entry a line, so that a difference can be read."""
    parts = []
    for name in ("differences", "starters", "plans"):
        lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in shipped[name])
        parts.append(f'"{name}": [\n{lines}\n]')
    library.FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
