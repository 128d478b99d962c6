"""When a seat is opened on a phone, how long it stays open, and what counts as a PIN."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

A_DAY = timedelta(days=1)
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


def digits(text: str) -> str:
    """The digits of a PIN as typed, without spaces and dashes."""
    return "".join(char for char in text if char.isascii() and char.isdigit())
