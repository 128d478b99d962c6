"""The hall as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.errors import RowGone
from tournaments.models import Event, HallTable, Room, Round, Table, Tournament
from tournaments.punctuation import labelled
from tournaments.seen import digest
from tournaments.timetable.hall import rules


@dataclass(slots=True)
class ShownRoom:
    """A room with its tables and the numbers that they have."""

    room: Room
    tables: list[HallTable] = field(default_factory=list)

    @property
    def numbers(self) -> str:
        return rules.as_text([table.number for table in self.tables])


@dataclass(frozen=True, slots=True)
class Hall:
    """The rooms of an event in order, its tournaments with the tables that they sit at, and the
    mark of the order."""

    rooms: list[ShownRoom]
    tournaments: list[Tournament]
    games: list[Table]
    order: str


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a room: ``games`` stand there now, ``sessions`` are planned there,
    ``tournaments`` sit in it by their range, ``kept`` are the numbers of tables that stay because
    something was played at them."""

    tables: list[int]
    games: list[str]
    sessions: list[str]
    tournaments: list[str]
    kept: list[int]

    @property
    def values(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "games": self.games,
            "sessions": self.sessions,
            "kept": self.kept,
        }

    @property
    def mark(self) -> str:
        return digest(self.values)


def hall_of(event: Event) -> Hall:
    """The hall of an event. Four queries."""
    rooms = {room.pk: ShownRoom(room) for room in event.rooms.all()}
    for table in event.hall_tables.filter(room__isnull=False).order_by("number"):
        rooms[table.room_id or 0].tables.append(table)
    tournaments = event.tournaments.exclude(status__in=Tournament.ENDED).order_by("created_at")
    order = digest(order_of([shown.room for shown in rooms.values()]))
    return Hall(list(rooms.values()), list(tournaments), games_now(event), order)


def games_now(event: Event) -> list[Table]:
    """The games that stand at tables of the hall and are not over, by number. One query."""
    tables = Table.objects.filter(round__tournament__event=event, hall_table__isnull=False)
    tables = tables.exclude(status=Table.Status.FINISHED).exclude(round__status__in=Round.OVER)
    return list(tables.select_related("round__tournament").order_by("hall_table__number", "pk"))


def use_of(room: Room) -> Use:
    """The use of a room. Five queries."""
    tables = list(room.hall_tables.order_by("number"))
    numbers = [table.number for table in tables]
    there = {table.pk for table in tables}
    games = [
        labelled(table, table.round.tournament)
        for table in games_now(room.event)
        if table.hall_table_id in there
    ]
    sitting = room.event.tournaments.filter(first_table__isnull=False)
    within = [
        one.name
        for one in sitting.exclude(status__in=Tournament.ENDED)
        if set(numbers) & set(range(one.first_table or 0, (one.last_table or 0) + 1))
    ]
    kept = room.hall_tables.filter(tables__isnull=False).distinct()
    sessions = [str(one) for one in room.sessions.select_related("tournament")]
    return Use(numbers, games, sessions, within, sorted(kept.values_list("number", flat=True)))


def room_of(event: Event, pk: int) -> Room:
    """A room of an event. Raises RowGone."""
    room = event.rooms.filter(pk=pk).first()
    if room is None:
        raise RowGone
    return room


def hall_table_of(event: Event, pk: int) -> HallTable:
    """A table of the hall of an event. Raises RowGone."""
    table = event.hall_tables.filter(pk=pk).first()
    if table is None:
        raise RowGone
    return table


def values_of_room(room: Room) -> dict[str, Any]:
    """The values of a room, for its form."""
    return {"name": room.name, "note": room.note}


def values_of_table(table: HallTable) -> dict[str, Any]:
    """The values of a table of the hall, for its form."""
    return {"name": table.name, "seats": table.seats, "step_free": table.step_free}


def order_of(rooms: Sequence[Room]) -> dict[str, Any]:
    return {"rooms": [room.pk for room in rooms]}
