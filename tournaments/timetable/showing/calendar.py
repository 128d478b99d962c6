"""The timetable of an event as a calendar (RFC 5545), in UTC, which every program reads.

A session keeps its identity whatever changes, and counts its versions; one that is cancelled stays
in the file, because a calendar that reads the file again would keep it otherwise.
"""

from collections.abc import Iterable
from datetime import UTC

import icalendar
from django.utils.translation import gettext as _

from tournaments.models import Event, Session

PRODUCT = "-//Roundhouse//timetable//EN"


def calendar_of(event: Event, sessions: Iterable[Session], *, site: str) -> bytes:
    """The sessions of an event as a calendar. ``site`` is the address of the site. No query.

    It is the same to the byte until a session changes.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("%(event)s: timetable") % {"event": event.name})
    for session in sessions:
        calendar.add_component(_entry(event, session, site))
    found: bytes = calendar.to_ical()
    return found


def _entry(event: Event, session: Session, site: str) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", f"session-{session.pk}@{site.partition('://')[2]}")
    # Without a method, this is when the entry was changed last.
    entry.add("dtstamp", (session.updated_at or session.starts_at).astimezone(UTC))
    entry.add("sequence", session.version)
    entry.add("status", "CANCELLED" if session.cancelled_at else "CONFIRMED")
    entry.add("summary", str(session))
    entry.add("dtstart", session.starts_at.astimezone(UTC))
    entry.add("dtend", session.ends_at.astimezone(UTC))
    if where := ", ".join(str(one) for one in (session.room, event.venue) if one):
        entry.add("location", where)
    return entry
