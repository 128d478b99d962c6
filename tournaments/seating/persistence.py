"""The tables of a round in the database: written, read back, changed, and kept as they were."""

import secrets
from collections.abc import Container, Iterable, Sequence
from datetime import datetime

from tournaments.models import EarlierSeating, Round, Seat, Table, TableCode
from tournaments.verbs import Verb

#: No letter or figure that looks or sounds like another: tables are named aloud and typed in.
CODE_ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"
CODE_LENGTH = 6
#: So many earlier seatings of a round are kept.
SNAPSHOTS_KEPT = 30


def write_tables(round_: Round, tables: Sequence[Sequence[int]]) -> None:
    made = make_tables(round_, range(1, len(tables) + 1))
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, entry_id=entry, position=position)
        for table, people in zip(made, tables, strict=True)
        for position, entry in enumerate(people, start=1)
    )


def make_tables(round_: Round, numbers: Iterable[int]) -> list[Table]:
    """Tables of a round, with these numbers and codes of their own. Three to five queries."""
    numbers = list(numbers)
    give_codes(round_.tournament.event_id, numbers)
    return Table.objects.bulk_create(
        Table(round=round_, number=number, code=code)
        for number, code in zip(numbers, new_codes(len(numbers)), strict=True)
    )


def give_codes(event_id: int, numbers: Iterable[int]) -> None:
    """Give a code that stays to each of these tables of an event that has none."""
    wanted = set(numbers)
    there = TableCode.objects.filter(event_id=event_id, number__in=wanted)
    missing = sorted(wanted - set(there.values_list("number", flat=True)))
    TableCode.objects.bulk_create(
        [
            TableCode(event_id=event_id, number=number, code=code)
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
            for model in (Table, TableCode)
        )
        codes |= dict.fromkeys(more - set(of_rounds.union(of_hall, all=True)))
    return list(codes)


def as_lists(round_: Round) -> list[list[int]]:
    """The tables of a round in order, each its entry ids in turn order. One query."""
    tables: dict[int, list[int]] = {}
    rows = round_.seats.order_by("table__number", "position")
    for number, entry in rows.values_list("table__number", "entry_id"):
        tables.setdefault(number, []).append(entry)
    return list(tables.values())


def locked_tables(round_: Round) -> dict[int, int]:
    """The table of each entry whose seat is locked. One query."""
    rows = round_.seats.filter(locked=True)
    return dict(rows.values_list("entry_id", "table__number"))


def by_number(round_: Round) -> list[list[int]]:
    """Entry ids in turn order by table number from 1; a number without a table is empty."""
    tables: dict[int, list[int]] = {}
    rows = round_.seats.order_by("table__number", "position")
    for number, entry in rows.values_list("table__number", "entry_id"):
        tables.setdefault(number, []).append(entry)
    return [tables.get(number, []) for number in range(1, max(tables, default=0) + 1)]


def snapshot(round_: Round, verb: Verb, *, at: datetime) -> None:
    """Keep the tables of a round as they are, before ``verb`` changes them."""
    EarlierSeating.objects.create(
        round=round_, verb=verb.value, at=at, seed=round_.seating_seed, tables=by_number(round_)
    )
    old = round_.earlier_seatings.values_list("pk", flat=True)[SNAPSHOTS_KEPT:]
    round_.earlier_seatings.filter(pk__in=list(old)).delete()


def apply_tables(
    round_: Round, tables: Sequence[Sequence[int]], locked: Container[int] = frozenset()
) -> None:
    """Seat a round as ``tables`` say, by number from 1. Tables that stay keep their code.

    Those whose people do not change are not touched, so that nothing on a phone becomes stale.
    """
    now = by_number(round_)
    rows = {table.number: table for table in round_.tables.all()}
    changed = [
        number
        for number in range(1, max(len(now), len(tables)) + 1)
        if list(_at(tables, number)) != list(_at(now, number))
    ]
    round_.seats.filter(table__number__in=changed).delete()
    missing = [number for number in changed if _at(tables, number) and number not in rows]
    if missing:
        rows |= {table.number: table for table in make_tables(round_, missing)}
    Seat.objects.bulk_create(
        Seat(
            round=round_, table=rows[number], entry_id=entry, position=position,
            locked=entry in locked,
        )
        for number in changed
        for position, entry in enumerate(_at(tables, number), start=1)
    )  # fmt: skip
    round_.tables.filter(number__in=[n for n in changed if not _at(tables, n)]).delete()


def _at(tables: Sequence[Sequence[int]], number: int) -> Sequence[int]:
    return tables[number - 1] if number <= len(tables) else ()
