"""How many tables of which size."""

from __future__ import annotations

from collections.abc import Sequence


class SeatingImpossible(Exception):  # noqa: N818 - a refusal is no error of the program
    """``people`` cannot be divided into tables of the allowed sizes.

    ``fewer`` and ``more`` are the nearest numbers of people that can be, or None.
    """

    def __init__(self, people: int, smallest: int, largest: int) -> None:
        self.people, self.smallest, self.largest = people, smallest, largest
        below = (n for n in range(people - 1, smallest - 1, -1) if _fits(n, smallest, largest))
        self.fewer = next(below, None)
        self.more = next(
            n
            for n in range(max(people, 0) + 1, people + smallest + largest + 2)
            if _fits(n, smallest, largest)
        )
        super().__init__(people, smallest, largest)

    def __str__(self) -> str:
        sizes = f"{self.smallest} to {self.largest}"
        if self.smallest == self.largest:
            sizes = str(self.smallest)
        possible = f"{self.fewer} or {self.more}" if self.fewer else f"{self.more}"
        return f"{self.people} people do not fit at tables of {sizes}. {possible} people would fit."


def _fits(people: int, smallest: int, largest: int) -> bool:
    """Whether some number of tables holds exactly ``people``."""
    return people >= smallest and -(-people // largest) <= people // smallest


def table_sizes(people: int, smallest: int, preferred: int, largest: int) -> tuple[int, ...]:
    """The sizes of the tables for ``people``, larger ones first. All values count people.

    The rules, in order:

    1. The number of tables for which the seats that are too many or too few, against tables of
       ``preferred``, are fewest. So 17 with 4 preferred sit as 5, 4, 4, 4.
    2. If two numbers of tables are equally near, more tables: smaller tables let fewer people
       meet, which keeps later rounds free of repeats, and their hands are shorter. So 18 sit as
       4, 4, 4, 3, 3 and not as 5, 5, 4, 4: threes are preferred to fives.
    3. Tables as even as possible: sizes differ by one at most.

    Raises SeatingImpossible if there is no such number of tables.
    """
    fewest, most = -(-people // largest), people // smallest
    if people < smallest or fewest > most:
        raise SeatingImpossible(people, smallest, largest)
    tables = min(
        range(max(fewest, 1), most + 1), key=lambda count: (abs(people - count * preferred), -count)
    )
    size, larger = divmod(people, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def sizes_and_byes(
    people: int, smallest: int, preferred: int, largest: int
) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables, and how many must sit out: as few as let the others sit.

    Raises SeatingImpossible if there are not enough people for one table.
    """
    for byes in range(people):
        try:
            return table_sizes(people - byes, smallest, preferred, largest), byes
        except SeatingImpossible:
            continue
    raise SeatingImpossible(people, smallest, largest)


def sizes_allowed(people: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """Tables of the ``allowed`` sizes, the first of which is preferred. Raises SeatingImpossible.

    As many of the preferred size as can be; then, of the others, the larger ones.
    """
    first, *others = allowed
    for count in range(people // first, -1, -1):
        rest = _filled(people - first * count, sorted(others, reverse=True))
        if rest is not None:
            return tuple(sorted([first] * count + rest, reverse=True))
    raise SeatingImpossible(people, min(allowed), max(allowed))


def _filled(people: int, sizes: Sequence[int]) -> list[int] | None:
    """Exactly ``people`` at tables of ``sizes``, the first ones preferred; None if none do."""
    if people == 0:
        return []
    if not sizes:
        return None
    for count in range(people // sizes[0], -1, -1):
        rest = _filled(people - sizes[0] * count, sizes[1:])
        if rest is not None:
            return [sizes[0]] * count + rest
    return None
