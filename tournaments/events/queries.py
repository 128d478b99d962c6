"""Events by time, and the initial values of their forms."""

from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef

from games.catalogue import GameInfo, games
from tournaments.access.roles import visible_events
from tournaments.events import rules
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_tournament import OF_TOURNAMENT, defaults
from tournaments.models import Event, Round, Tournament, User


def events_by_time(now: datetime, user: User | AnonymousUser) -> dict[str, list[Event]]:
    """All events that ``user`` may know of: those under way, the coming ones (the
    next first) and past ones. One query.

    ``is_cancelled`` says of an event that all its tournaments are.
    """
    found: dict[str, list[Event]] = {when.value: [] for when in rules.When}
    cancelled = {"event": OuterRef("pk"), "status": Tournament.Status.CANCELLED}
    others = Tournament.objects.filter(event=OuterRef("pk")).exclude(status=cancelled["status"])
    is_cancelled = Exists(Tournament.objects.filter(**cancelled)) & ~Exists(others)
    for event in visible_events(user).annotate(is_cancelled=is_cancelled):
        today = now.astimezone(event.zone).date()
        found[rules.when(event.starts_on, event.ends_on, today)].append(event)
    found[rules.When.COMING].reverse()
    return found


def seats_were_published(event: Event) -> bool:
    """Whether players may have seen their seats in a round, also in one that was annulled."""
    rounds = Round.with_annulled.filter(tournament__event=event)
    return rounds.exclude(status=Round.Status.SEATED).exists()


def new_event_values(user: User, now: datetime) -> dict[str, str | date]:
    """The initial values of the form of a new event: today, in the zone of the last one."""
    last = Event.objects.filter(staff__user=user).order_by("-created_at").first()
    zone_name = last.time_zone if last else settings.TIME_ZONE
    today: date = now.astimezone(last.zone).date() if last else now.date()
    return {"time_zone": zone_name, "starts_on": today, "ends_on": today}


def tournament_values(tournament: Tournament) -> dict[str, Any]:
    """The name and settings of a tournament, for its form."""
    values = {"name": tournament.name} | values_of(tournament, OF_TOURNAMENT)
    return values | {"options": tournament.setup.options}


def games_at(event: Event) -> dict[str, GameInfo]:
    """The games that a tournament of the event can be of, by key: those of this site, then its own
    titles by name. One query."""
    titles = event.titles.order_by("name")
    return games() | {title.key: title.setup.info for title in titles}


def new_tournament_values(game: GameInfo) -> dict[str, Any]:
    """The initial values of the form of a new tournament of ``game``."""
    # The default scheme depends on the format.
    return asdict(defaults(game)) | {"scheme": ""}
