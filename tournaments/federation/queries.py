"""The reads behind the page that imports an event: what a file would change."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.federation.services import check_source, what_is_compared
from tournaments.models import Event, EventSource, Role, User
from tournaments.seen import digest
from tournaments.standings.exporting import event_sources
from tournaments.standings.exporting.event_comparing import compare
from tournaments.standings.exporting.event_rows import EventRows
from tournaments.standings.exporting.event_sources import Source

#: What the lists of a file are called; what belongs to one of them has its name.
NAMES = {
    "players": _("Players"),
    "rooms": _("Rooms"),
    "hall_tables": _("Tables of the hall"),
    "seating_needs": _("Places where people have to sit"),
    "titles": _("Games of the event"),
    "tournaments": _("Tournaments"),
    "entries": _("Entries"),
    "sessions": _("Sessions"),
    "announcements": _("Announcements"),
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

    ``rows`` have a list's name, and how many rows of it are new, changed and gone; ``mark`` is the
    digest of what was compared.
    """

    event: Event
    source: Source
    known: EventSource
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
    return Preview(event, source, known, found, bool(compared.event), mark)
