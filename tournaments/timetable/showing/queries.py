"""The public timetable: the part of it that somebody asked for, by time or by room."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Booking, Event, Player, Room, Session, Tournament
from tournaments.timetable.queries import Timetable, by_time, nothing_follows, public
from tournaments.timetable.showing.grid import Grid, grid

#: With more sessions than this, a page shows one day: on a phone it stays below 100 KB.
MOST_ON_A_PAGE = 150


@dataclass(frozen=True, slots=True)
class Wanted:
    """The part of a timetable that somebody wants to see; nothing wanted is everything."""

    day: date | None = None
    room: int | None = None
    tournament: str = ""
    free: bool = False
    by_room: bool = False

    @property
    def is_filtered(self) -> bool:
        """Whether anything beside another day is left out."""
        return bool(self.room or self.tournament or self.free)

    def has(self, session: Session, now: datetime) -> bool:
        """Whether a session is wanted, on whatever day it is."""
        return (
            (self.room is None or session.room_id == self.room)
            and (not self.tournament or _slug(session) == self.tournament)
            and (not self.free or _takes_somebody(session, now))
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a timetable that a page shows, and the choices on it."""

    days: Sequence[date]
    rooms: Sequence[Room]
    tournaments: Sequence[Tournament]
    #: The day that the page is about; None if it shows all of them.
    day: date | None
    #: Whether a page has room for all days.
    all_fit: bool
    by_time: Timetable
    #: Only if that is wanted.
    by_room: Grid | None

    @property
    def is_empty(self) -> bool:
        return self.by_time.is_empty


def read(event: Event) -> list[Session]:
    """The sessions on the public timetable, in the order of their start. Three queries."""
    return list(public(event))


def shown(event: Event, sessions: Sequence[Session], wanted: Wanted, now: datetime) -> Shown:
    """The wanted part of a timetable. No query."""
    matching = [one for one in sessions if wanted.has(one, now)]
    days = days_of(event, sessions)
    day = wanted.day
    all_fit = not wanted.by_room and len(matching) <= MOST_ON_A_PAGE
    if day is None and not all_fit:
        day = _day_on(event, days, now)
    if day is not None:
        matching = [one for one in matching if day_of(event, one) == day]
    rooms = rooms_of(sessions)
    return Shown(
        days=days,
        rooms=rooms,
        tournaments=tournaments_of(sessions),
        day=day,
        all_fit=all_fit,
        by_time=by_time(event, matching, now),
        by_room=_grid(event, rooms, matching) if wanted.by_room else None,
    )


def days_of(event: Event, sessions: Iterable[Session]) -> list[date]:
    """The days on which something begins, by the clocks of the event."""
    return sorted({day_of(event, one) for one in sessions})


def rooms_of(sessions: Iterable[Session]) -> list[Room]:
    """The rooms in which something takes place, in their order."""
    found = {one.room.pk: one.room for one in sessions if one.room}
    return sorted(found.values(), key=lambda room: (room.position, room.pk))


def tournaments_of(sessions: Iterable[Session]) -> list[Tournament]:
    """The tournaments with a session, by their names."""
    found = {one.tournament.pk: one.tournament for one in sessions if one.tournament}
    return sorted(found.values(), key=lambda one: (one.name.casefold(), one.pk))


def day_of(event: Event, session: Session) -> date:
    """The day on which a session begins, by the clocks of the event."""
    return timezone.localtime(session.starts_at, event.zone).date()


def places_of(event: Event, player: Player, now: datetime) -> "QuerySet[Booking]":
    """The places of a person in sessions of the public timetable that are not over, by time. One
    query."""
    found = player.bookings.filter(state__in=Booking.OPEN, session__published_at__isnull=False)
    found = found.filter(session__event=event, session__ends_at__gt=now)
    found = found.exclude(session__kind=Session.Kind.PICK_UP)
    return found.select_related("session__tournament").order_by("session__starts_at", "session")


def _day_on(event: Event, days: Sequence[date], now: datetime) -> date | None:
    """Today, or the next day on which something begins, or the last one."""
    today = timezone.localtime(now, event.zone).date()
    coming = [day for day in days if day >= today]
    return coming[0] if coming else (days[-1] if days else None)


def _grid(event: Event, rooms: Sequence[Room], sessions: Sequence[Session]) -> Grid:
    by_room = {
        key: list(found)
        for key, found in groupby(
            sorted(sessions, key=lambda one: one.room_id or 0), key=lambda one: one.room_id
        )
    }
    columns = [(room.name, by_room.get(room.pk, [])) for room in rooms]
    return grid([*columns, (_("No room"), by_room.get(None, []))], event.zone)


def _slug(session: Session) -> str:
    return session.tournament.slug if session.tournament else ""


def _takes_somebody(session: Session, now: datetime) -> bool:
    return not (session.cancelled_at or session.is_full or nothing_follows(session, now))
