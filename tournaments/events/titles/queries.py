"""The titles of an event, and what a new one can start from."""

from datetime import timedelta
from typing import Any

from games.titles import Starter, starters
from tournaments.events.titles import rules
from tournaments.models import Event, Title, User
from tournaments.seen import digest

#: Our defaults for a new title.
PLAYERS = (3, 5)
SLOT = timedelta(hours=3)


def titles_of(event: Event) -> list[Title]:
    """The titles of an event by name, each with its ``tournament_names``, and with ``seen``, the
    digest of its values. Two queries."""
    found = list(event.titles.order_by("name", "pk").prefetch_related("tournaments"))
    for title in found:
        # For pages alone, so the model does not declare them.
        title.tournament_names = [one.name for one in title.tournaments.all()]  # type: ignore[attr-defined]
        title.seen = digest(values_of(title))  # type: ignore[attr-defined]
    return found


def earlier_titles(event: Event, user: User) -> list[Title]:
    """The titles of other events that ``user`` is on the staff of, one of each name, the newest
    definition; without those that this event has. Two queries."""
    here = set(event.titles.values_list("key", flat=True))
    others = Title.objects.filter(event__staff__user=user).exclude(event=event)
    found: dict[str, Title] = {}
    for title in others.select_related("event").order_by("-created_at", "-pk"):
        if title.key not in here:
            found.setdefault(title.key, title)
    return sorted(found.values(), key=lambda title: title.name.casefold())


def free_starters(event: Event) -> list[Starter]:
    """The games of our own list that this event has no title of. One query."""
    here = set(event.titles.values_list("key", flat=True))
    return [one for one in starters() if rules.key_of(one.name) not in here]


def values_of(title: Title) -> dict[str, Any]:
    """The values of a title, for its form."""
    return {name: getattr(title, name) for name in rules.VALUES}


def new_values(starter: Starter | None) -> dict[str, Any]:
    """The initial values of the form of a new title."""
    players = (starter.players.start, starter.players.stop - 1) if starter else PLAYERS
    return {
        "name": starter.name if starter else "",
        "players_min": players[0],
        "players_max": players[1],
        "slot": SLOT,
    }
