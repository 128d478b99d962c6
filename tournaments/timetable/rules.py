"""The shape that a session may have. Days are those of the event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tournaments.errors import Refused
from tournaments.timetable import errors

QUARTER = timedelta(minutes=15)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST = timedelta(hours=24)
#: The night after the last day belongs to it: who still plays then is at the event.
NIGHT = time(6)
MOST_PLACES = 2_000
MOST_RELEASE_MINUTES = 240
LONGEST_NAME = 80
OTHER = "other"


@dataclass(frozen=True, slots=True)
class SessionValues:
    """The values that conductors give a session. ``room`` and ``tournament`` are keys."""

    starts_at: datetime
    ends_at: datetime
    tournament: int | None = None
    kind: str = "heat"
    name: str = ""
    room: int | None = None
    first_table: int | None = None
    last_table: int | None = None
    capacity: int | None = None
    joins: str = "free"
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    release_minutes: int | None = None


def faults(values: SessionValues, days: tuple[date, date], zone: ZoneInfo) -> Iterator[Refused]:
    """Everything wrong with a session, each with its field, in the order of the form."""
    if (values.kind == OTHER) != (values.tournament is None):
        yield errors.NotOfATournament(field="tournament")
    elif values.kind == OTHER and not values.name:
        yield errors.SessionNeedsName(field="name")
    yield from _time_faults(values, days, zone)
    first, last = values.first_table, values.last_table
    if (first is None) != (last is None) or (first and last and first > last):
        yield errors.OneRangeOfTables(field="last_table" if first else "first_table")
    if values.capacity is not None and not 1 <= values.capacity <= MOST_PLACES:
        yield errors.NoPlaces(field="capacity", most=MOST_PLACES)
    release = values.release_minutes
    if release is not None and not 0 <= release <= MOST_RELEASE_MINUTES:
        yield errors.ReleaseOutOfRange(field="release_minutes", most=MOST_RELEASE_MINUTES)
    if values.opens_at and values.closes_at and values.closes_at <= values.opens_at:
        yield errors.SignUpOutOfOrder(field="closes_at")


def _time_faults(
    values: SessionValues, days: tuple[date, date], zone: ZoneInfo
) -> Iterator[Refused]:
    starts_at, ends_at = values.starts_at, values.ends_at
    for field, moment in (("starts_at", starts_at), ("ends_at", ends_at)):
        if (moment - EPOCH) % QUARTER:
            hour = moment.astimezone(zone).hour
            yield errors.OffTheQuarter(field=field, hour=hour)
            return
    if ends_at <= starts_at:
        yield errors.EndsBeforeItStarts(field="ends_at")
    elif ends_at - starts_at > LONGEST:
        yield errors.SessionTooLong(field="ends_at", most=LONGEST // timedelta(hours=1))
    elif field := outside(starts_at, ends_at, days, zone):
        first, last = (day.isoformat() for day in days)
        yield errors.OutsideTheEvent(field=field, first=first, last=last)


def outside(starts_at: datetime, ends_at: datetime, days: tuple[date, date], zone: ZoneInfo) -> str:
    """Which end of a session lies outside of the days of its event, or ""."""
    first, last = days
    if not first <= starts_at.astimezone(zone).date() <= last:
        return "starts_at"
    end = datetime.combine(last + timedelta(days=1), NIGHT, tzinfo=zone)
    return "ends_at" if ends_at > end else ""


def shown(version: int, taken: int, waiting: int) -> dict[str, int]:
    """The values that a page which cancels a session shows of it."""
    return {"version": version, "taken": taken, "waiting": waiting}
