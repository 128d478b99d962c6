"""Setting up the hall: its rooms, the numbers of its tables, and where a game stands."""

from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Event, HallTable, Room, Round, Table
from tournaments.punctuation import listed
from tournaments.seen import Values, changed_by, check_still
from tournaments.texts import in_site_language
from tournaments.timetable.hall import assigning, errors, queries, rules
from tournaments.timetable.hall.codes import give_codes
from tournaments.transactions import atomic
from tournaments.verbs import Verb

# --- Rooms ----------------------------------------------------------------------------------------


@atomic
def add_room(event: Event, name: str, note: str = "", *, by: Actor, at: datetime) -> Room:
    """Add a room after the others. Raises RoomNeedsName or RoomNameTaken."""
    event = locking.lock_event(event)
    name = _free_name(event, name)
    last = event.rooms.aggregate(last=Max("position"))["last"] or 0
    room = event.rooms.create(name=name, note=_tidy(note), position=last + 1)
    after = queries.values_of_room(room)
    ledger.record(event, Verb.ADD_ROOM, room, by=by, at=at, after=after)
    return room


@atomic
def change_room(
    room: Room, *, by: Actor, at: datetime, seen: Values | None = None, **changes: str
) -> Room:
    """Change the name or the note of a room, of which ``seen`` was seen before.

    Raises ChangedMeanwhile, RoomNeedsName or RoomNameTaken.
    """
    event = locking.lock_event(room.event_id)
    room = queries.room_of(event, room.pk)
    before = queries.values_of_room(room)
    changed = changed_by({key: _tidy(text) for key, text in changes.items()}, seen, before)
    if "name" in changed:
        changed["name"] = _free_name(event, changed["name"], but=room)
    for key, value in changed.items():
        setattr(room, key, value)
    room.save(update_fields=list(changed))
    after = queries.values_of_room(room)
    if after != before:
        ledger.record(event, Verb.CHANGE_ROOM, room, by=by, at=at, before=before, after=after)
        _publish(event)
    return room


@atomic
def move_room_up(room: Room, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Let a room change places with the one before it. ``seen`` is the order that was seen."""
    event = locking.lock_event(room.event_id)
    rooms = list(event.rooms.all())
    check_still(seen, queries.order_of(rooms))
    place = next((n for n, one in enumerate(rooms) if one.pk == room.pk), 0)
    if place:
        rooms[place - 1], rooms[place] = rooms[place], rooms[place - 1]
    for position, one in enumerate(rooms, start=1):
        one.position = position
    Room.objects.bulk_update(rooms, ["position"])
    after = {"rooms": [one.name for one in rooms]}
    ledger.record(event, Verb.ORDER_ROOMS, room, by=by, at=at, after=after)


@atomic
def remove_room(room: Room, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Remove a room with its tables; those at which something was played stay, in no room.

    ``seen`` is what the page said of its use. Raises ChangedSinceSeen, or RoomInUse while games
    stand there.
    """
    event = locking.lock_event(room.event_id)
    locking.lock_tournaments(event.pk)
    room = queries.room_of(event, room.pk)
    use = queries.use_of(room)
    check_still(seen, use.values)
    if use.games:
        raise errors.RoomInUse(room=room, tables=listed(use.games))
    if use.sessions:
        raise errors.RoomHasSessions(room=room, sessions=listed(use.sessions))
    ledger.record(event, Verb.REMOVE_ROOM, room, by=by, at=at, before=use.values)
    room.hall_tables.filter(tables=None, holds=None, needed_by=None).delete()
    room.hall_tables.update(room=None)
    room.delete()
    _publish(event)


def _free_name(event: Event, name: str, *, but: Room | None = None) -> str:
    name = _tidy(name)
    if not name:
        raise errors.RoomNeedsName(field="name")
    others = event.rooms.exclude(pk=but.pk) if but else event.rooms.all()
    if others.filter(name=name).exists():
        raise errors.RoomNameTaken(field="name", name=name)
    return name


def _tidy(text: str) -> str:
    return " ".join(text.split())


# --- Tables ---------------------------------------------------------------------------------------


@atomic
def number_tables(
    room: Room, first: int, last: int, seats: int | None = None, *, by: Actor, at: datetime
) -> int:
    """Let the tables of a room have these numbers, beside those that it has. How many are new.

    Raises TablesOutOfOrder or TablesInAnotherRoom.
    """
    if not 1 <= first <= last <= rules.MOST_TABLES or last - first >= rules.MOST_AT_ONCE:
        most, at_once = rules.MOST_TABLES, rules.MOST_AT_ONCE
        raise errors.TablesOutOfOrder(field="last_number", most=most, at_once=at_once)
    event = locking.lock_event(room.event_id)
    room = queries.room_of(event, room.pk)
    numbers = range(first, last + 1)
    there = event.hall_tables.filter(number__in=numbers)
    if taken := there.exclude(room=None).exclude(room=room).values_list("number", flat=True):
        raise errors.TablesInAnotherRoom(field="first_number", numbers=rules.as_text(list(taken)))
    had = there.filter(room=room).count()
    give_codes(event.pk, numbers)
    values: dict[str, Any] = {"room": room} | ({} if seats is None else {"seats": seats})
    HallTable.objects.filter(event=event, number__in=numbers).update(**values)
    after = {"first": first, "last": last, "seats": seats}
    ledger.record(event, Verb.NUMBER_TABLES, room, by=by, at=at, after=after)
    _publish(event)
    return len(numbers) - had


@atomic
def change_hall_table(
    hall_table: HallTable, *, by: Actor, at: datetime, seen: Values | None = None, **changes: Any
) -> HallTable:
    """Change what a table of the hall is called, how many it seats, whether it is step-free.

    Raises ChangedMeanwhile.
    """
    event = locking.lock_event(hall_table.event_id)
    hall_table = queries.hall_table_of(event, hall_table.pk)
    before = queries.values_of_table(hall_table)
    if "name" in changes:
        changes["name"] = _tidy(changes["name"])
    changed = changed_by(changes, seen, before)
    for key, value in changed.items():
        setattr(hall_table, key, value)
    hall_table.save(update_fields=list(changed))
    after = queries.values_of_table(hall_table)
    if after != before:
        ledger.record(
            event, Verb.CHANGE_HALL_TABLE, hall_table, by=by, at=at, before=before, after=after
        )
        _publish(event)
    return hall_table


@atomic
def move_game(table: Table, number: int, *, by: Actor, at: datetime) -> Table:
    """Let a game go on at another table of the hall.

    Raises NothingToMove, NoSuchHallTable, or HallTableInUse if another round is played there.
    """
    round_ = locking.lock_round_to_seat(table.round)
    found = locking.lock_tables(round_, only=[table.pk])
    if not found or round_.is_over or found[0].status == Table.Status.FINISHED:
        raise errors.NothingToMove
    (table,) = found
    there = HallTable.objects.filter(event_id=round_.tournament.event_id, number=number).first()
    if there is None:
        raise errors.NoSuchHallTable(field="number", number=number)
    if clash := assigning.game_at(there, but=table):
        raise errors.HallTableInUse(
            field="number", table=there, round=clash.round, tournament=clash.round.tournament
        )
    with in_site_language():
        before = {"at": str(table)}
    table.hall_table = there
    table.save(update_fields=["hall_table"])
    tournament = round_.tournament
    ledger.record(
        tournament.event_id,
        Verb.MOVE_GAME,
        (tournament, round_),
        by=by,
        at=at,
        before=before,
        after={"at": table},
    )
    ids = {"event_id": tournament.event_id, "tournament_id": tournament.pk, "round_id": round_.pk}
    signals.publish(signals.round_changed, **ids)
    return table


def _publish(event: Event) -> None:
    """Let open pages read again where their tables are."""
    running = Q(tournament__event=event) & ~Q(status__in=Round.OVER)
    for pk, tournament_id in Round.objects.filter(running).values_list("pk", "tournament_id"):
        signals.publish(
            signals.round_changed, event_id=event.pk, tournament_id=tournament_id, round_id=pk
        )
