"""The announcements that pages show, and those that conductors wrote."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.audience import EVERYBODY, Audience
from tournaments.models import Announcement, Event, Session
from tournaments.notifications import rules
from tournaments.notifications.rules import State
from tournaments.notifications.services import for_ledger
from tournaments.seen import digest

MOST_LISTED = 200


def current(
    event: Event,
    *,
    now: datetime,
    audience: Audience = EVERYBODY,
    sessions: Set[int] = frozenset(),
    conducts: bool = False,
    limit: int = 5,
) -> list[Announcement]:
    """The announcements that an audience is shown now, newest first. One query.

    ``sessions`` are those that it takes part in. What is for conductors only ``conducts`` brings.
    """
    shown = _with_names(event).filter(withdrawn_at=None, starts_at__lte=now, ends_at__gt=now)
    if not conducts:
        shown = shown.exclude(audience=Announcement.Audience.CONDUCTORS)
    if audience is not EVERYBODY:
        of_sessions = Session.objects.filter(pk__in=sessions).values("tournament")
        shown = shown.filter(
            Q(tournament=None, session=None)
            | Q(tournament__in=audience)
            | Q(tournament__in=of_sessions)
            | Q(session__in=sessions)
        )
    return list(shown.order_by("-starts_at", "-pk")[:limit])


@dataclass(frozen=True, slots=True)
class Listed:
    """An announcement as conductors see it: where it is in its life, and what marks its words."""

    announcement: Announcement
    state: State

    @property
    def is_going(self) -> bool:
        return self.state in (State.COMING, State.SHOWN)

    @property
    def mark(self) -> str:
        return digest(for_ledger(self.announcement))


def listed(event: Event, *, now: datetime) -> list[Listed]:
    """All announcements of an event, those that are shown or will be first. One query."""
    found = [
        Listed(one, rules.state(one.starts_at, one.ends_at, one.withdrawn_at, now))
        for one in _with_names(event)[:MOST_LISTED]
    ]
    return sorted(found, key=lambda one: not one.is_going)


def _with_names(event: Event) -> QuerySet[Announcement]:
    return event.announcements.select_related("tournament", "session__tournament")
