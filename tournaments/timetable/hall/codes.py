"""The codes of tables: those that stay on the tables of the hall, and those of rounds."""

import secrets
from collections.abc import Iterable

from tournaments.models import HallTable, Table

#: No letter or figure that looks or sounds like another: tables are named aloud and typed in.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"
CODE_LENGTH = 6


def give_codes(event_id: int, numbers: Iterable[int]) -> None:
    """Give a code that stays to each of these tables of an event that has none."""
    wanted = set(numbers)
    there = HallTable.objects.filter(event_id=event_id, number__in=wanted)
    missing = sorted(wanted - set(there.values_list("number", flat=True)))
    HallTable.objects.bulk_create(
        [
            HallTable(event_id=event_id, number=number, code=code)
            for number, code in zip(missing, new_codes(len(missing)), strict=True)
        ],
        ignore_conflicts=True,
    )


def new_codes(count: int) -> list[str]:
    """``count`` codes that no table has. A code lets its holder report, so none can be guessed."""
    codes: dict[str, None] = {}
    while len(codes) < count:
        more = {
            "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            for _ in range(count - len(codes))
        }
        of_rounds, of_hall = (
            model.objects.filter(code__in=more).order_by().values_list("code", flat=True)
            for model in (Table, HallTable)
        )
        codes |= dict.fromkeys(more - set(of_rounds.union(of_hall, all=True)))
    return list(codes)
