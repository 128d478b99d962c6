"""Where the tables of a round stand in the hall.

An event without rooms and without ranges of tables has no hall to speak of: its rounds count their
own tables. Everywhere else each table of a round stands at a table of the hall. The tournaments of
the event are locked while tables are given out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from tournaments import holds
from tournaments.errors import Refused
from tournaments.models import HallTable, Round, Table, Tournament
from tournaments.timetable.hall import errors, rules
from tournaments.timetable.hall.codes import give_codes


@dataclass(frozen=True, slots=True)
class Hall:
    """The numbers of the tables that a tournament may sit at, and those promised to others."""

    numbers: list[int]
    promised: frozenset[int]


def hall_of(tournament: Tournament) -> Hall | None:
    """The hall as a tournament may use it; None if the event has none. Two queries.

    Without rooms nobody has counted the tables, so there are as many as anybody may need.
    """
    event_id = tournament.event_id
    promised: set[int] = set()
    others = Tournament.objects.filter(event_id=event_id).exclude(pk=tournament.pk)
    for first, last in others.exclude(status__in=Tournament.ENDED).values_list(
        "first_table", "last_table"
    ):
        if first and last:
            promised |= set(range(first, last + 1))
    in_rooms = HallTable.objects.filter(event_id=event_id, room__isnull=False)
    numbers = list(in_rooms.order_by("number").values_list("number", flat=True))
    if numbers:
        if tournament.first_table and tournament.last_table:
            within = range(tournament.first_table, tournament.last_table + 1)
            numbers = [number for number in numbers if number in within]
    elif tournament.first_table and tournament.last_table:
        numbers = list(range(tournament.first_table, tournament.last_table + 1))
    elif promised:
        numbers = sorted(set(range(1, rules.MOST_TABLES + 1)) - promised)
    else:
        return None
    return Hall(numbers, frozenset(promised))


def hall_for(round_: Round) -> Hall | None:
    """The hall as a round may use it; None if the event has none. Four queries at most.

    A round of a session sits at the tables of the session, which nobody else has at that time. One
    without tables of its own sits at none that another session has then.
    """
    session = round_.session
    if session is None:
        return hall_of(round_.tournament)
    if session.first_table is not None:
        numbers = list(holds.tables_of(session).order_by("number").values_list("number", flat=True))
        return Hall(numbers, frozenset())
    found = hall_of(round_.tournament)
    return found and replace(found, promised=found.promised | holds.tables_taken(session))


def in_use(round_: Round) -> QuerySet[Table]:
    """The tables of other rounds that stand in the hall and are not played to their end.

    Drafts and published rounds are among them.
    """
    tables = Table.objects.filter(hall_table__event_id=round_.tournament.event_id)
    tables = tables.exclude(status=Table.Status.FINISHED).exclude(round__status__in=Round.OVER)
    return tables.exclude(round=round_).select_related("round__tournament").order_by("pk")


def assign(round_: Round, tables: Sequence[Table]) -> None:
    """Choose where new tables of a round stand, which are not stored yet, if the event has a hall.

    Where the hall is too small the last ones have no place: see ``check_room``.
    """
    hall = hall_for(round_)
    if hall is None:
        return
    own = round_.tables.exclude(hall_table=None).values_list("hall_table__number", flat=True)
    busy = in_use(round_).values_list("hall_table__number", flat=True)
    numbers = rules.allot(
        len(tables), hall.numbers, own=set(own), in_use=set(busy), promised=hall.promised
    )
    event_id = round_.tournament.event_id
    give_codes(event_id, numbers)
    rows = HallTable.objects.filter(event_id=event_id, number__in=numbers).order_by("number")
    for table, hall_table in zip(tables, rows, strict=False):
        table.hall_table = hall_table


def reassign(round_: Round) -> None:
    """Give a place to the tables of a draft that have none, or that stand where the tournament sits
    no longer."""
    hall = hall_for(round_)
    if hall is not None:
        _reassign(round_, hall)


def settle(round_: Round) -> None:
    """As ``reassign``, and raise HallTooSmall or NoHallTables if the round does not fit."""
    hall = hall_for(round_)
    if hall is None:
        return
    _reassign(round_, hall)
    if found := _fault(round_, hall):
        raise found


def _reassign(round_: Round, hall: Hall) -> None:
    there = set(hall.numbers)
    lost = [table for table in round_.tables.order_by("number") if _number(table) not in there]
    round_.tables.filter(pk__in=[table.pk for table in lost]).update(hall_table=None)
    for table in lost:
        table.hall_table = None
    assign(round_, lost)
    Table.objects.bulk_update(lost, ["hall_table"])


def _number(table: Table) -> int | None:
    return table.hall_table.number if table.hall_table else None


def fault(round_: Round) -> Refused | None:
    """Why a round does not fit where its tournament sits; None if it does. Three queries."""
    hall = hall_for(round_)
    return None if hall is None else _fault(round_, hall)


def _fault(round_: Round, hall: Hall) -> Refused | None:
    needed = round_.tables.count()
    if needed <= len(hall.numbers):
        return None
    if not hall.numbers:
        place = round_.session or round_.tournament
        first, last = place.first_table, place.last_table
        return errors.NoHallTables(first=first, last=last)
    there, numbers = len(hall.numbers), rules.as_text(hall.numbers)
    return errors.HallTooSmall(needed=needed, there=there, numbers=numbers)


def check_room(round_: Round) -> None:
    """Raise HallTooSmall or NoHallTables if a round does not fit where its tournament sits."""
    if found := fault(round_):
        raise found


def clashes(round_: Round, *, running: bool = True) -> list[errors.HallTableInUse]:
    """The tables of a round at which another round is played, each with that; two queries."""
    taken = round_.tables.exclude(status=Table.Status.FINISHED).values("hall_table")
    others = in_use(round_).filter(hall_table__in=taken)
    if running:
        others = others.filter(round__status=Round.Status.RUNNING)
    return [
        errors.HallTableInUse(
            table=str(table), round=str(table.round), tournament=str(table.round.tournament)
        )
        for table in others.order_by("hall_table__number")
    ]


def check_free(round_: Round) -> None:
    """Raise HallTableInUse if another round is played at a table of this one.

    All tournaments of the event are locked, so no two rounds start at one table.
    """
    for clash in clashes(round_):
        raise clash


def game_at(hall_table: HallTable, *, but: Table) -> Table | None:
    """The game of another round that is played at a table of the hall, or another one of the same
    round that stands there."""
    tables = Table.objects.filter(hall_table=hall_table).exclude(pk=but.pk)
    tables = tables.exclude(status=Table.Status.FINISHED).exclude(round__status__in=Round.OVER)
    meets = Q(round__status=Round.Status.RUNNING) | Q(round=but.round_id)
    return tables.filter(meets).select_related("round__tournament").first()
