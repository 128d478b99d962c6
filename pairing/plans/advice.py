"""Which tables a number of people could sit at, and what each choice means for later rounds."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.plans.bounds import Bound
from pairing.plans.plan import plan
from pairing.tables.sizes import table_sizes

#: Choices shown, at most, and the steps of annealing for each: some hundredths of a second.
SHOWN, STEPS = 6, 20_000


@dataclass(frozen=True, slots=True)
class Choice:
    """Tables of ``sizes`` for all but ``byes`` people, and the best plan known or soon found.

    ``off`` are the seats too many or too few against tables of the preferred size.
    """

    sizes: tuple[int, ...]
    byes: int
    off: int
    repeats: int
    bound: Bound


def advise(
    people: int, smallest: int, preferred: int, largest: int, rounds: int, *, steps: int = STEPS
) -> list[Choice]:
    """The choices for ``people``, the one that is taken without being asked first.

    Every number of tables that fits, as even as can be; where none does, as few byes as let the
    rest sit. ``steps`` of annealing go into each choice that nothing is known for.
    """
    byes = 0
    while byes < people:
        options = size_options(people - byes, smallest, largest)
        if options:
            break
        byes += 1
    else:
        return []
    first = table_sizes(people - byes, smallest, preferred, largest)

    def off(sizes: tuple[int, ...]) -> int:
        return sum(abs(size - preferred) for size in sizes)

    options.sort(key=lambda sizes: (sizes != first, off(sizes), -len(sizes)))
    choices = []
    for sizes in options[:SHOWN]:
        made = plan(sizes, rounds, steps=steps)
        choices.append(Choice(sizes, byes, off(sizes), made.repeats, made.bound))
    return choices


def size_options(people: int, smallest: int, largest: int) -> list[tuple[int, ...]]:
    """Tables as even as can be for each number of tables that seats everybody."""
    fewest, most = max(1, -(-people // largest)), people // smallest
    found = []
    for tables in range(fewest, most + 1):
        size, larger = divmod(people, tables)
        found.append((size + 1,) * larger + (size,) * (tables - larger))
    return found
