"""The days of a copy: every moment goes on by whole days, and the clocks show the same time."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.local_times import FIRST, moments

#: A year later on the same weekday.
A_YEAR = timedelta(weeks=52)


def moved(at: datetime, days: timedelta, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which the clocks of ``zone`` show the time of ``at`` days later.

    The first of two. A time that is left out that night, when clocks are set forward, is shown as
    much later as they are. One that would be past the last year there is stays.
    """
    try:
        shown = at.astimezone(zone).replace(tzinfo=None, fold=FIRST) + days
        found = moments(shown, zone)
        return found[0] if found else shown.replace(tzinfo=zone).astimezone(UTC)
    except OverflowError:
        return at


def moved_span(
    starts_at: datetime, ends_at: datetime, days: timedelta, zone: ZoneInfo
) -> tuple[datetime, datetime]:
    """Both ends of a time, in UTC. It keeps its length if it would have none in such a night."""
    start, end = (moved(at, days, zone) for at in (starts_at, ends_at))
    return start, end if end > start else start + (ends_at - starts_at)


def next_first_day(starts_on: date, today: date) -> date:
    """The day on which an event probably begins again: years later, on its weekday, not past."""
    day = starts_on + A_YEAR
    return day if day >= today else day + -((day - today) // A_YEAR) * A_YEAR


def next_name(name: str, before: date, after: date) -> str:
    """The name with the year of the copy, if it names the year of the event."""
    return re.sub(rf"\b{before.year}\b", str(after.year), name)
