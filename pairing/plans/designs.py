"""Plans without a repeat from algebra, in the time it takes to write them down.

People are points (column c, row i), tables are the elements of a commutative group G. Round r puts
(c, i) at table i + D[r][c]. Two people of different columns meet twice only if D[r][c] - D[r][d]
takes a value twice over the rounds r; two of one column never meet. So a difference matrix D gives
a plan without a repeat: a transversal design, developed over G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from games.texts import T, Text
from pairing.plans import library
from pairing.plans.groups import Add, Field, cyclic, differences_of, prime_power, product_of_cyclic


@dataclass(frozen=True, slots=True)
class Design:
    """A difference matrix ``rows[round][column]`` over the group of ``tables`` elements."""

    name: Text
    tables: int
    add: Add
    rows: Sequence[Sequence[int]]


def design(tables: int, columns: int, rounds: int) -> Design | None:
    """A difference matrix for ``rounds`` rounds of ``tables`` tables of ``columns``, if known."""
    if tables > (rounds - 1) * (columns - 1):
        rows: list[Sequence[int]] = [
            [r * c % tables for c in range(columns)] for r in range(rounds)
        ]
        return Design(T("shifts of Z{order}", order=tables), tables, cyclic(tables), rows)
    if rounds <= tables and columns <= tables and prime_power(tables):
        field = Field(tables)
        rows = [[field.multiply(r, c) for c in range(columns)] for r in range(rounds)]
        return Design(T("field of {order}", order=tables), tables, field.add, rows)
    stored = library.differences(tables, columns)
    if stored and rounds <= len(stored.rows):
        rows = [row[:columns] for row in stored.rows[:rounds]]
        group = " x ".join(f"Z{order}" for order in stored.orders)
        return Design(
            T("differences over {group}", group=group),
            tables,
            product_of_cyclic(stored.orders),
            rows,
        )
    return None


def holds(found: Design) -> bool:
    """Whether no two people of different columns meet twice: the proof that there is no repeat."""
    minus = differences_of(found.add, found.tables)
    return all(
        len({minus[row[c]][row[d]] for row in found.rows}) == len(found.rows)
        for c, d in combinations(range(len(found.rows[0])), 2)
    )


def develop(found: Design, empty: Sequence[int]) -> list[list[list[int]]]:
    """The rounds of a design, without the rows ``empty`` of the last column.

    People are numbered column by column. From round to round each column sits one place later in
    the turn order, so everybody sits everywhere about equally often. Where few tables have somebody
    of the last column, the others take turns alone and that one is put between them.
    """
    columns, tables = len(found.rows[0]), found.tables
    number = _numbers(columns, tables, frozenset(empty))
    turning = columns - 1 if 2 * len(empty) > tables else columns
    rounds = []
    for r, row in enumerate(found.rows):
        seated = [[-1] * turning for _ in range(tables)]
        for c in range(turning):
            place, shift, people = (c + r) % turning, row[c], number[c]
            for i in range(tables):
                seated[found.add(i, shift)][place] = people[i]
        for i, person in enumerate(number[-1] if turning < columns else ()):
            if person >= 0:
                seated[found.add(i, row[-1])].insert(r % columns, person)
        if empty and turning == columns:
            seated = [[person for person in table if person >= 0] for table in seated]
        rounds.append(seated)
    return rounds


def _numbers(columns: int, tables: int, empty: frozenset[int]) -> list[list[int]]:
    """``[column][row]`` is a person's number, -1 where nobody is."""
    number = [list(range(c * tables, (c + 1) * tables)) for c in range(columns)]
    following, last = (columns - 1) * tables, []
    for i in range(tables):
        last.append(-1 if i in empty else following)
        following += i not in empty
    number[-1] = last
    return number
