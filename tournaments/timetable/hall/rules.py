"""Which tables of the hall a round gets, as pure functions over their numbers."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

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
    return ", ".join(
        str(first) if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
        for first, last in ranges(numbers)
    )
