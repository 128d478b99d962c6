"""A round in the database: written, read back, changed, and kept as it was."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from tournaments.models import (
    EarlierSeating,
    Entry,
    Match,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.seating import byes
from tournaments.seating.formats.base import Found, Task
from tournaments.seating.hands import TAKEN_OVER, forget_voided
from tournaments.timetable.hall import assigning
from tournaments.timetable.hall.codes import give_codes, new_codes
from tournaments.verbs import Verb

#: So many earlier seatings of a round are kept.
SNAPSHOTS_KEPT = 30


# --- A round as it was found ----------------------------------------------------------------------


def write_round(tournament: Tournament, task: Task, found: Found) -> Round:
    """Store a draft."""
    made = Round(tournament=tournament, number=task.number, session=task.session)
    if task.session:
        made.name_by(task.session)
    _note(made, task)
    made.save(force_insert=True)
    write_tables(made, found.tables)
    _write_beside(made, task, found)
    return made


def rewrite_round(round_: Round, task: Task, found: Found) -> None:
    """Store another proposal in place of a draft."""
    round_.byes.all().delete()
    apply_tables(round_, found.tables, locked_tables(round_))
    assigning.reassign(round_)
    if task.numbers is not None:
        # Numbers and matches are drawn with the tables: the tables before fit them no more.
        round_.matches.all().delete()
        round_.earlier_seatings.all().delete()
    _write_beside(round_, task, found)
    _note(round_, task)
    round_.save()


def _note(round_: Round, task: Task) -> None:
    """Note in a round what its tables are made from."""
    round_.kind = task.kind
    round_.seating_seed = task.seed
    round_.seating_mode = task.mode
    round_.seating_engine = task.engine
    # Where no engine searched, nobody can have it search the same again.
    round_.seating_digest = task.digest if task.engine else ""
    # The caller knows which results they are made from: see ``Note`` in ``services``.
    round_.made_at = None
    round_.made_from = round_.made_now = round_.kept_from = round_.kept_reason = ""


def _write_beside(round_: Round, task: Task, found: Found) -> None:
    """Write what belongs to a round beside its tables: byes, matches, and the numbers of people."""
    byes.write(round_, found.byes)
    played = [
        Match(round=round_, name=name, number=number)
        for number, name in enumerate(found.matches, start=1)
    ]
    settled = [
        Match(round=round_, name=name, settled=True, winner_id=winner)
        for name, winner in found.settled.items()
    ]
    Match.objects.bulk_create(played + settled)
    if task.numbers is not None:
        _number(round_.tournament, task.numbers)


def _number(tournament: Tournament, numbers: Mapping[int, int]) -> None:
    """Store the numbers of the entries, of those whose number is another one."""
    entries = list(tournament.entries.order_by("pk"))
    changed = [entry for entry in entries if entry.seed != numbers.get(entry.pk)]
    # All are without a number for a moment, so that no two have the same.
    Entry.objects.filter(pk__in=[entry.pk for entry in changed]).update(seed=None)
    for entry in changed:
        entry.seed = numbers.get(entry.pk)
    Entry.objects.bulk_update(changed, ["seed"], batch_size=500)


# --- Tables ---------------------------------------------------------------------------------------


def write_tables(round_: Round, tables: Sequence[Sequence[int]]) -> None:
    made = make_tables(round_, range(1, len(tables) + 1))
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, entry_id=entry, position=position)
        for table, people in zip(made, tables, strict=True)
        for position, entry in enumerate(people, start=1)
    )


def make_tables(round_: Round, numbers: Iterable[int]) -> list[Table]:
    """Tables of a round, with these numbers and codes of their own, each with its place in the hall
    if the event has one. Five to ten queries."""
    numbers = list(numbers)
    give_codes(round_.tournament.event_id, numbers)
    made = [
        Table(round=round_, number=number, code=code)
        for number, code in zip(numbers, new_codes(len(numbers)), strict=True)
    ]
    assigning.assign(round_, made)
    return Table.objects.bulk_create(made)


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


def helpers(round_: Round) -> set[int]:
    """The entries that only fill a seat of a round. One query."""
    return set(round_.seats.filter(helps=True).values_list("entry_id", flat=True))


def snapshot(round_: Round, verb: Verb, *, at: datetime) -> None:
    """Keep the tables and byes of a round as they are, before ``verb`` changes them."""
    EarlierSeating.objects.create(
        round=round_, verb=verb.value, at=at, seed=round_.seating_seed,
        tables=by_number(round_), byes=byes.as_kept(round_), helpers=sorted(helpers(round_)),
        made_at=round_.made_at, made_from=round_.made_from,
    )  # fmt: skip
    old = round_.earlier_seatings.values_list("pk", flat=True)[SNAPSHOTS_KEPT:]
    round_.earlier_seatings.filter(pk__in=list(old)).delete()


def apply_tables(
    round_: Round,
    tables: Sequence[Sequence[int]],
    locked: Container[int] = frozenset(),
    helping: Iterable[int] = (),
) -> None:
    """Seat a round as ``tables`` say, by number from 1. Tables that stay keep their code.

    Those whose people do not change are not touched, so that nothing on a phone becomes stale.
    Whoever only helps now, or is among those who were ``helping``, does so wherever they sit; and
    who took over the seat of somebody goes with them.
    """
    now = by_number(round_)
    special = round_.seats.filter(TAKEN_OVER | Q(helps=True))
    columns = special.values_list("entry_id", "helps", "played_by_id", "begun_by_id")
    helping, over = set(helping), {}
    for entry, helps, *others in columns:
        over[entry] = others
        helping |= {entry} if helps else set()
    rows = {table.number: table for table in round_.tables.all()}
    changed = [
        number
        for number in range(1, max(len(now), len(tables)) + 1)
        if list(_at(tables, number)) != list(_at(now, number))
    ]
    forget_voided(round_, changed)
    round_.seats.filter(table__number__in=changed).delete()
    missing = [number for number in changed if _at(tables, number) and number not in rows]
    if missing:
        rows |= {table.number: table for table in make_tables(round_, missing)}
    seats = [
        Seat(
            round=round_, table=rows[number], entry_id=entry, position=position,
            locked=entry in locked, helps=entry in helping,
        )
        for number in changed
        for position, entry in enumerate(_at(tables, number), start=1)
    ]  # fmt: skip
    for seat in seats:
        seat.played_by_id, seat.begun_by_id = over.get(seat.entry_id, (None, None))
    Seat.objects.bulk_create(seats)
    round_.tables.filter(number__in=[n for n in changed if not _at(tables, n)]).delete()


def _at(tables: Sequence[Sequence[int]], number: int) -> Sequence[int]:
    return tables[number - 1] if number <= len(tables) else ()
