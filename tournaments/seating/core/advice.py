"""Which tables a number of people could sit at, and what each choice means for later rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.core.bounds import Bound
from tournaments.seating.core.plan import plan
from tournaments.seating.core.sizes import SeatingImpossible, table_sizes

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


def sizes_allowed(people: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """Tables of the ``allowed`` sizes, the first of which is preferred. Raises SeatingImpossible.

    As many of the preferred size as can be; then, of the others, the larger ones.
    """
    first, *others = allowed
    for count in range(people // first, -1, -1):
        rest = _fill(people - first * count, sorted(others, reverse=True))
        if rest is not None:
            return tuple(sorted([first] * count + rest, reverse=True))
    raise SeatingImpossible(people, min(allowed), max(allowed))


def _fill(people: int, sizes: Sequence[int]) -> list[int] | None:
    """Exactly ``people`` at tables of ``sizes``, the first ones preferred; None if none do."""
    if people == 0:
        return []
    if not sizes:
        return None
    for count in range(people // sizes[0], -1, -1):
        rest = _fill(people - sizes[0] * count, sizes[1:])
        if rest is not None:
            return [sizes[0]] * count + rest
    return None
