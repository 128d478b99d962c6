"""When a seat is opened on a phone, how long it stays open, and what counts as a PIN."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

A_DAY = timedelta(days=1)
#: From one game to the next, where midnight is in between.
A_BREAK = timedelta(hours=3)
#: Browsers keep no cookie for longer.
LONGEST = timedelta(days=400)


def open_for(ends_on: date, zone: ZoneInfo, now: datetime) -> timedelta:
    """How long a seat stays open on a phone: until a day after the event.

    At least a day, and at most LONGEST: an event may lie anywhere in the calendar.
    """
    if ends_on - now.date() > LONGEST:
        return LONGEST
    midnight = datetime.combine(ends_on + A_DAY, time(), tzinfo=zone)
    return max(midnight + A_DAY - now, A_DAY)


def opens_by_name(starts_on: date, ends_on: date, zone: ZoneInfo, now: datetime) -> bool:
    """Whether a PIN opens the seat of somebody who has no table and no game yet.

    On the days of the event alone: names are on its roster for weeks before, and nobody is to have
    these weeks to guess.
    """
    return starts_on <= now.astimezone(zone).date() <= ends_on


def is_next(starts_at: datetime | None, zone: ZoneInfo, now: datetime) -> bool:
    """Whether a seat whose play starts then, if that is known, is where its player goes next.

    Seats of another day are published long before it.
    """
    if starts_at is None or starts_at - now <= A_BREAK:
        return True
    return starts_at.astimezone(zone).date() <= now.astimezone(zone).date()


def digits(text: str) -> str:
    """The digits of a PIN as typed, without spaces and dashes."""
    return "".join(char for char in text if char.isascii() and char.isdigit())
