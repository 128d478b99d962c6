"""Times, durations and tables in the words that pages and refusals share.

This is the one place where a time of day is put into words: in 24 hours, or in 12 where the event
wants that. Files and the API have times in ISO form instead.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.days import in_words
from tournaments.local_times import is_ambiguous

NOON = 12
_TWELVE_HOURS: ContextVar[bool] = ContextVar("twelve_hours", default=False)


def use_hours_of(*, clock_12h: bool) -> None:
    """From now on in this request, put times of day in 12 hours, or else in 24."""
    _TWELVE_HOURS.set(clock_12h)


@contextmanager
def hours_of(*, clock_12h: bool) -> Iterator[None]:
    """Put times of day in 12 hours, or else in 24, and leave them as they were after that."""
    before = _TWELVE_HOURS.set(clock_12h)
    try:
        yield
    finally:
        _TWELVE_HOURS.reset(before)


def clock_time(moment: datetime, *, seconds: bool = False) -> str:
    """A moment as people at the event read it, in the event's time zone: "14:30" or "2:30 PM".

    Where the clocks show it twice that night it has its zone: "02:30 CET".
    """
    zone = timezone.get_current_timezone()
    local = timezone.localtime(moment, zone)
    shown = date_format(local, _format(local.hour, seconds=seconds))
    return f"{shown} {local:%Z}" if is_ambiguous(moment, zone) else shown


def day_and_time(moment: datetime, *, year: bool = False, seconds: bool = False) -> str:
    """A moment with its day: "21 Nov 14:30", or "21 Nov 2026 14:30" with its ``year``."""
    day = in_words(moment, "j M Y" if year else "j M")
    return f"{day} {clock_time(moment, seconds=seconds)}"


def time_seen(moment: datetime, now: datetime) -> str:
    """A moment as people read it ``now``: "14:30", and with its day where that is not today."""
    is_today = timezone.localdate(moment) == timezone.localdate(now)
    return clock_time(moment) if is_today else day_and_time(moment)


def from_to(start: datetime, end: datetime) -> str:
    """From one moment to another, the day once if it is one: "21 Nov 14:30" to "16:00".

    Without spaces a dash would join the time on one side to the day on the other.
    """
    if timezone.localdate(start) == timezone.localdate(end):
        return f"{day_and_time(start)}\N{EN DASH}{clock_time(end)}"
    return f"{day_and_time(start)} \N{EN DASH} {day_and_time(end)}"


def _format(hour: int, *, seconds: bool) -> str:
    if _TWELVE_HOURS.get():
        # AM and PM in every language, as server_time.js says them.
        half = r"\P\M" if hour >= NOON else r"\A\M"
        return f"g:i:s {half}" if seconds else f"g:i {half}"
    return "H:i:s" if seconds else "H:i"


def duration(span: timedelta) -> str:
    """A length of time in words short enough for a table: ``2 h``, ``20 min``, ``1 h 30 min``."""
    hours, minutes = divmod(round(span / timedelta(minutes=1)), 60)
    parts = []
    if hours:
        parts.append(_("%(hours)s h") % {"hours": hours})
    if minutes or not hours:
        parts.append(_("%(minutes)s min") % {"minutes": minutes})
    return " ".join(parts)


def table_label(number: int, room: str = "") -> str:
    """A table as people look for it: ``Table 24, Room B``, or ``Table 3`` in a hall of one room."""
    if room:
        return _("Table %(number)s, %(room)s") % {"number": number, "room": room}
    return _("Table %(number)s") % {"number": number}
