"""Which tables of the hall a round gets, as pure functions over their numbers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.punctuation import listed

#: So many tables has a hall at most; their numbers have three figures.
MOST_TABLES = 999
#: So many are numbered at once.
MOST_AT_ONCE = 300
MOST_SEATS = 99
LONGEST_NAME = 40
LONGEST_NOTE = 200


def allot(
    wanted: int,
    hall: Sequence[int],
    *,
    own: Collection[int] = (),
    in_use: Collection[int] = (),
    promised: Collection[int] = (),
) -> list[int]:
    """``wanted`` numbers of ``hall`` in its order, or as many as there are.

    Those of the round's ``own`` tables are taken. Tables that nobody else plays at come first, then
    those ``promised`` to another tournament, and last those ``in_use``: the game there may be over
    before this round starts, which is checked again then.
    """
    left = [number for number in hall if number not in set(own)]
    rank = {number: (number in in_use, number in promised) for number in left}
    best = sorted(left, key=rank.__getitem__)[:wanted]
    return sorted(best, key=left.index)


@dataclass(frozen=True, slots=True)
class Need:
    """Where the people at a table of a round have to sit: at a table of the hall, or at any that is
    reached without a step."""

    hall_table: int | None = None
    step_free: bool = False


def meet(
    needs: Mapping[int, Need],
    stand: Mapping[int, int],
    *,
    spare: Sequence[int],
    step_free: Collection[int],
) -> dict[int, int]:
    """Where the tables of a round stand so that its people sit where they have to.

    ``stand`` has the number in the hall of each table, which others keep unless they change places
    with one in need. ``spare`` are numbers at which nobody plays, ``step_free`` those without a
    step. What cannot be met is left as it is; of two tables that need one number, the first has it.
    """
    floor = _Floor(dict(stand), list(spare))
    wanted = [(table, needs[table]) for table in sorted(needs) if table in stand]
    for table, need in wanted:
        if need.hall_table is not None:
            floor.move(table, [need.hall_table])
    for table, need in wanted:
        if need.step_free and floor.placed[table] in step_free:
            floor.kept.add(floor.placed[table])
    for table, need in wanted:
        if need.step_free and floor.placed[table] not in {*step_free, need.hall_table}:
            numbers = [*sorted(floor.placed.values()), *floor.spare]
            floor.move(table, [number for number in numbers if number in step_free])
    return floor.placed


@dataclass(slots=True)
class _Floor:
    """Tables where they stand, numbers at which nobody does, and those that are given for good."""

    placed: dict[int, int]
    spare: list[int]
    kept: set[int] = field(default_factory=set)

    def move(self, table: int, numbers: Sequence[int]) -> None:
        """Let a table stand at the first of these numbers that may be had, and stay there.

        Who stood there changes places with it.
        """
        there = {number: other for other, number in self.placed.items()}
        open_ = [n for n in numbers if n not in self.kept and (n in there or n in self.spare)]
        if not open_:
            return
        number, before = open_[0], self.placed[table]
        if number in there:
            self.placed[there[number]] = before
        else:
            self.spare[self.spare.index(number)] = before
        self.placed[table] = number
        self.kept.add(number)


def ranges(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers in order as ranges without a gap, each its first and its last."""
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def as_text(numbers: Sequence[int]) -> str:
    """Numbers as people write them: ``1 to 20, 31``."""
    return listed(
        str(first) if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
        for first, last in ranges(numbers)
    )
