"""The reads behind the page that imports an event: what a file would change."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.federation.services import check_source, moment_text, what_is_compared
from tournaments.models import Event, EventSource, Role, Staff, User
from tournaments.seen import digest
from tournaments.standings.exporting import event_sources
from tournaments.standings.exporting.event_comparing import compare
from tournaments.standings.exporting.event_rows import EventRows
from tournaments.standings.exporting.event_sources import Source

MINUTE, HOUR = 60, 3600
#: What the lists of a file are called; what belongs to one of them has its name.
NAMES = {
    "players": gettext_lazy("Players"),
    "parties": gettext_lazy("Parties of friends"),
    "party_members": gettext_lazy("Members of parties"),
    "rooms": gettext_lazy("Rooms"),
    "hall_tables": gettext_lazy("Tables of the hall"),
    "seating_needs": gettext_lazy("Places where people have to sit"),
    "titles": gettext_lazy("Games of the event"),
    "tournaments": gettext_lazy("Tournaments"),
    "entries": gettext_lazy("Entries"),
    "sessions": gettext_lazy("Sessions"),
    "announcements": gettext_lazy("Announcements"),
    "party_bookings": gettext_lazy("Bookings of parties"),
    "bookings": gettext_lazy("Bookings"),
    "pickups": gettext_lazy("Pick-up games"),
    "pickup_players": gettext_lazy("Players of pick-up games"),
    "rankings": gettext_lazy("Rankings"),
    "ranking_parts": gettext_lazy("Tournaments of rankings"),
    "ranking_classes": gettext_lazy("Classes of rankings"),
    "ranking_class_members": gettext_lazy("People in classes of rankings"),
    "ranking_teams": gettext_lazy("Teams of rankings"),
    "ranking_team_members": gettext_lazy("People in teams of rankings"),
    "ranking_prizes": gettext_lazy("Prizes"),
    "kept_apart": gettext_lazy("People kept apart"),
    "adjustments": gettext_lazy("Penalties, byes and warnings"),
    "rounds": gettext_lazy("Rounds"),
    "tables": gettext_lazy("Tables"),
    "seats": gettext_lazy("Seats"),
    "heats": gettext_lazy("Matches"),
    "byes": gettext_lazy("Byes"),
    "sheets": gettext_lazy("Score sheets"),
    "lines": gettext_lazy("Lines of score sheets"),
    "versions": gettext_lazy("Versions of score sheets"),
    "standings": gettext_lazy("Rows of standings"),
    "fixture_lists": gettext_lazy("Lists of fixtures"),
    "fixture_teams": gettext_lazy("Teams"),
    "fixture_members": gettext_lazy("Members of teams"),
    "fixture_weeks": gettext_lazy("Weeks of fixtures"),
    "fixtures": gettext_lazy("Fixtures"),
    "fixture_games": gettext_lazy("Games of fixtures"),
}


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an update would make.

    ``written`` and ``known_written`` are the times of the file and of the one before. ``rows`` have
    a list's name, and how many rows of it are new, changed and gone; ``mark`` is the digest of what
    was compared.
    """

    event: Event
    source: Source
    written: str
    known_written: str
    rows: list[tuple[str, int, int, int]]
    event_changes: bool
    mark: str


def event_of(user: User, rows: EventRows) -> Event | None:
    """The event of a file, if the site has it and the user owns it."""
    owned = Event.objects.filter(staff__user=user, staff__role=Role.OWNER)
    return owned.filter(uid=rows.event["uid"]).first()


def preview(event: Event, rows: EventRows, data: Any) -> Preview:
    """Compare a file with the event. Raises one of ``errors``. A query for each list."""
    known, source = check_source(
        event, EventSource.objects.filter(event=event).first(), Source.of(data)
    )
    compared = compare(event, rows, event_sources.keys_of(known))
    found = [
        (str(NAMES[name]), len(one.new), len(one.changed), len(one.gone))
        for name, one in compared.lists.items()
        if one
    ]
    mark = digest(what_is_compared(known, source))
    return Preview(
        event=event,
        source=source,
        written=moment_text(source.written_at, event),
        known_written=moment_text(known.written_at, event),
        rows=found,
        event_changes=bool(compared.event),
        mark=mark,
    )


@dataclass(frozen=True, slots=True)
class Came:
    """An event that came from another site: from which, and when it was written and received."""

    event: Event
    name: str
    written: str
    received: str


def came_to(user: User | AnonymousUser) -> QuerySet[EventSource]:
    """Where the events that a user owns came from, the latest first; all for who owns the site."""
    found = EventSource.objects.select_related("event").defer("keys").order_by("-received_at", "pk")
    if not user.is_authenticated:
        return found.none()
    if user.is_superuser:
        return found
    mine = Staff.objects.filter(event=OuterRef("event"), user=user, role=Role.OWNER)
    return found.filter(Exists(mine))


def came(source: EventSource) -> Came:
    event = source.event
    written, received = (moment_text(at, event) for at in (source.written_at, source.received_at))
    return Came(event, source.name, written, received)


def age(moment: datetime, now: datetime) -> str:
    """How long ago something was, in whole seconds, minutes or hours: "12 s"."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < 2 * MINUTE:
        return _("%(count)s s") % {"count": seconds}
    if seconds < 2 * HOUR:
        return _("%(count)s min") % {"count": seconds // MINUTE}
    return _("%(count)s h") % {"count": seconds // HOUR}
