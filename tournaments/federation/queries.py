"""The reads behind the page that imports an event: what a file would change."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.federation.services import (
    check_erased,
    check_source,
    moment_text,
    what_is_compared,
)
from tournaments.models import Event, EventSource, Role, Staff, User
from tournaments.seen import digest
from tournaments.standings.exporting import event_sources
from tournaments.standings.exporting.event_comparing import compare
from tournaments.standings.exporting.event_rows import EventRows
from tournaments.standings.exporting.event_sources import Source

#: What the lists of a file are called; what belongs to one of them has its name.
NAMES = {
    "players": _("Players"),
    "parties": _("Parties of friends"),
    "party_members": _("Members of parties"),
    "rooms": _("Rooms"),
    "hall_tables": _("Tables of the hall"),
    "seating_needs": _("Places where people have to sit"),
    "titles": _("Games of the event"),
    "tournaments": _("Tournaments"),
    "entries": _("Entries"),
    "sessions": _("Sessions"),
    "announcements": _("Announcements"),
    "party_bookings": _("Bookings of parties"),
    "bookings": _("Bookings"),
    "pickups": _("Pick-up games"),
    "pickup_players": _("Players of pick-up games"),
    "rankings": _("Rankings"),
    "ranking_parts": _("Tournaments of rankings"),
    "ranking_classes": _("Classes of rankings"),
    "ranking_class_members": _("People in classes of rankings"),
    "ranking_teams": _("Teams of rankings"),
    "ranking_team_members": _("People in teams of rankings"),
    "ranking_prizes": _("Prizes"),
    "kept_apart": _("People kept apart"),
    "adjustments": _("Penalties, byes and warnings"),
    "rounds": _("Rounds"),
    "tables": _("Tables"),
    "seats": _("Seats"),
    "heats": _("Matches"),
    "byes": _("Byes"),
    "sheets": _("Score sheets"),
    "lines": _("Lines of score sheets"),
    "versions": _("Versions of score sheets"),
    "standings": _("Rows of standings"),
    "fixture_lists": _("Lists of fixtures"),
    "fixture_teams": _("Teams"),
    "fixture_members": _("Members of teams"),
    "fixture_weeks": _("Weeks of fixtures"),
    "fixtures": _("Fixtures"),
    "fixture_games": _("Games of fixtures"),
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
    check_erased(compared, rows)
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
