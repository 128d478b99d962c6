"""The timetable of an event as a calendar, and a session as an entry of any calendar.

A session that is cancelled stays in the file, because a calendar that reads the file again would
keep it otherwise.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournaments import calendars
from tournaments.models import Event, Session
from tournaments.punctuation import listed


def calendar_of(event: Event, sessions: Iterable[Session], *, site: str) -> bytes:
    """The sessions of an event as a calendar. ``site`` is the address of the site. No query."""
    name = _("%(event)s: timetable") % {"event": event.name}
    return calendars.write(name, (entry(event, one) for one in sessions), site=site)


def entry(event: Event, session: Session, **more: Any) -> calendars.Entry:
    """A session, read with its tournament and room, as an entry; ``more`` replaces what it says."""
    values: dict[str, Any] = {
        "key": f"session-{session.pk}",
        "title": str(session),
        "starts": session.starts_at,
        "ends": session.ends_at,
        "changed_at": calendars.latest(
            session.revised_at, session.published_at, session.tournament, event
        ),
        "status": calendars.CANCELLED if session.cancelled_at else calendars.CONFIRMED,
        "where": listed(filter(None, (session.room, event.venue))),
    }
    return calendars.Entry(**values | more)
