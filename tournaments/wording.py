"""Times, durations and tables in the words that pages and refusals share."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _


def clock_time(moment: datetime) -> str:
    """A moment as people at the event read it: hours and minutes in the event's time zone."""
    return time_format(timezone.localtime(moment), "H:i")


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
