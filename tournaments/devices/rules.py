"""How long a phone knows whose it is: pure functions."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

A_DAY = timedelta(days=1)


def open_for(ends_on: date, zone: ZoneInfo, now: datetime) -> timedelta:
    """How long a seat stays open on a phone: a day longer than the event, at least a day."""
    midnight = datetime.combine(ends_on + A_DAY, time(), tzinfo=zone)
    return max(midnight + A_DAY - now, A_DAY)


def digits(text: str) -> str:
    """The figures of what somebody typed as a PIN, without spaces and dashes."""
    return "".join(char for char in text if char.isascii() and char.isdigit())
