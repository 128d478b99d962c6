"""Putting sessions on the timetable, and showing it to everybody.

What changes a session that people may be booked for is in ``signup.moving``.
"""

from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments import holds, ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Event, Session, Tournament
from tournaments.seen import check_not_added
from tournaments.timetable import errors, rules
from tournaments.timetable.rules import SessionValues
from tournaments.transactions import atomic
from tournaments.verbs import Verb
from tournaments.wording import clock_time

VALUES = tuple(field.name for field in fields(SessionValues))
KEYS = {"tournament": "tournament_id", "room": "room_id"}


@atomic
def plan_session(
    event: Event, *, by: Actor, at: datetime, seen: int | None = None, **values: Any
) -> Session:
    """Put a session on the timetable of an event, which takes its tables for its time.

    ``values`` are those of ``rules.SessionValues``. Nobody sees it before the timetable is
    published. Raises a SessionRefused for the first thing that is wrong, and AddedSinceSeen if one
    of the same that begins then was planned after ``seen``, the key of the newest session.
    """
    event = locking.lock_event(event)
    settled = tidy(SessionValues(**values))
    check_not_added(_like(event, settled), seen)
    session = put(event, settled)
    ledger.record(event, Verb.PLAN_SESSION, session, by=by, at=at, after=for_ledger(settled))
    signals.publish(signals.timetable_changed, event_id=event.pk)
    return session


@atomic
def publish_timetable(event: Event, *, by: Actor, at: datetime) -> int:
    """Show all sessions of an event to everybody. Returns how many are new.

    Raises NothingToPublish.
    """
    event = locking.lock_event(event)
    new = locking.lock_sessions(event.sessions.filter(published_at=None, cancelled_at=None))
    if not new:
        raise errors.NothingToPublish
    event.sessions.filter(pk__in=[one.pk for one in new]).update(published_at=at)
    after = {"sessions": len(new)}
    ledger.record(event, Verb.PUBLISH_TIMETABLE, event, by=by, at=at, after=after)
    signals.publish(signals.timetable_changed, event_id=event.pk)
    return len(new)


def _like(event: Event, values: SessionValues) -> QuerySet[Session]:
    """The sessions of an event that are the same as one with these values, as people see it."""
    return event.sessions.filter(
        tournament=values.tournament,
        kind=values.kind,
        name=values.name,
        starts_at=values.starts_at,
        room=values.room,
        first_table=values.first_table,
        last_table=values.last_table,
    )


# --- Shared with what reads a file, and what moves a session --------------------------------------


def put(event: Event, values: SessionValues, number: int | None = None) -> Session:
    """Store a new session of an event that is locked; it takes its tables.

    A heat without a ``number`` gets the next. Raises a SessionRefused.
    """
    session = Session(event=event)
    settle(session, values)
    session.number = number or _next_number(session)
    session.save()
    holds.take_tables(session)
    return session


def values_of(session: Session) -> SessionValues:
    """The values that conductors gave a session."""
    return SessionValues(**{name: getattr(session, KEYS.get(name, name)) for name in VALUES})


def tidy(values: SessionValues) -> SessionValues:
    """The same values, with the texts as they are kept."""
    kept = asdict(values)
    kept["name"] = " ".join(values.name.split())[: rules.LONGEST_NAME]
    return SessionValues(**kept)


def settle(session: Session, values: SessionValues, *, stays: bool = False) -> None:
    """Give a session its values; nothing is stored. The event is locked.

    One that ``stays`` at its tables and its time keeps them: another session may have those at
    which its games have ended. Raises a SessionRefused for the first thing that is wrong, also if a
    table is taken.
    """
    event = session.event
    for fault in rules.faults(values, (event.starts_on, event.ends_on), event.zone):
        raise fault
    for name in VALUES:
        setattr(session, KEYS.get(name, name), getattr(values, name))
    _check_of_event(session)
    _check_tables(session)
    if not stays:
        _check_free(session)


def _check_of_event(session: Session) -> None:
    if session.kind == Session.Kind.PICK_UP:
        raise errors.StartedNotPlanned(field="kind")
    if session.tournament_id is not None:
        tournament = Tournament.objects.get(pk=session.tournament_id)
        if tournament.event_id != session.event_id:
            raise errors.ElsewhereThanTheEvent(field="tournament")
        if tournament.has_ended:
            raise errors.TournamentIsOver(field="tournament", tournament=tournament.name)
    room = session.room_id
    if room is not None and not session.event.rooms.filter(pk=room).exists():
        raise errors.ElsewhereThanTheEvent(field="room")


def _check_tables(session: Session) -> None:
    if session.first_table is None or session.last_table is None:
        return
    found = {table.number: table for table in holds.tables_of(session).select_related("room")}
    for number in range(session.first_table, session.last_table + 1):
        if number not in found:
            raise errors.NoSuchHallTables(field="last_table", number=number)
        room = found[number].room
        if session.room and room and room != session.room:
            facts = {"number": number, "room": room.name, "other": session.room.name}
            raise errors.TableOfAnotherRoom(field="first_table", **facts)


def _check_free(session: Session) -> None:
    if taken := holds.table_in_the_way(session):
        other = taken.session
        raise errors.TableTaken(
            field="first_table",
            number=taken.hall_table.number,
            session=str(other),
            start=clock_time(other.starts_at),
            end=clock_time(other.ends_at),
        )


def _next_number(session: Session) -> int | None:
    """Heats are counted in the order in which they are planned."""
    if session.kind != Session.Kind.HEAT:
        return None
    heats = Session.objects.filter(tournament=session.tournament_id, kind=session.kind)
    last = heats.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def for_ledger(values: SessionValues) -> dict[str, Any]:
    """The values of a session for the ledger."""
    plain = asdict(values)
    return {
        key: value.isoformat() if isinstance(value, datetime) else value
        for key, value in plain.items()
        if value not in (None, "")
    }
