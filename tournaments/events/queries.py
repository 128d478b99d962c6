"""Events by time, and the initial values of their forms."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any, overload

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.catalogue import GameInfo, games
from tournaments.access.roles import visible_events
from tournaments.events import rules
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_tournament import OF_TOURNAMENT, defaults
from tournaments.models import Event, FixtureList, Round, Tournament, User

#: The date at a venue is at most so far from the one in UTC.
A_DAY = timedelta(days=1)


class EventsInOrder(Sequence[Event]):
    """The events that ``user`` may know of, in the order of the home page.

    Those under way come first, then the coming ones (the next first), then the past ones (the
    latest first). ``search`` is a part of a name or of a venue. One query for those of today and of
    the days beside it, which depend on time zones, one each for the number of the others, and one
    each for those of them that are on a page.

    ``is_cancelled`` says of an event that all its tournaments are.
    """

    def __init__(self, now: datetime, user: User | AnonymousUser, search: str = "") -> None:
        self._now = now
        events = visible_events(user).annotate(is_cancelled=_is_cancelled())
        events = events.order_by("-starts_on", "name", "pk")
        if search:
            events = events.filter(Q(name__icontains=search) | Q(venue__icontains=search))
        past = Q(ends_on__lt=now.date() - A_DAY)
        coming = Q(starts_on__gt=now.date() + A_DAY)
        found: dict[rules.When, list[Event]] = {when: [] for when in rules.When}
        for event in events.exclude(past).exclude(coming):
            found[self._when(event)].append(event)
        self._parts: list[list[Event] | QuerySet[Event]] = [
            found[rules.When.NOW] + found[rules.When.COMING][::-1],
            events.filter(coming).reverse(),
            found[rules.When.PAST],
            events.filter(past),
        ]

    def in_groups(self, page: Iterable[Event]) -> list[tuple[str, list[Event]]]:
        """The events of a page that are under way, coming and past, under these words."""
        return [(when.value, list(events)) for when, events in groupby(page, self._when)]

    def _when(self, event: Event) -> rules.When:
        today = self._now.astimezone(event.zone).date()
        return rules.when(event.starts_on, event.ends_on, today)

    @cached_property
    def _sizes(self) -> list[int]:
        return [len(part) if isinstance(part, list) else part.count() for part in self._parts]

    def __len__(self) -> int:
        return sum(self._sizes)

    @overload
    def __getitem__(self, at: int) -> Event: ...

    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...

    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        first, last, _step = at.indices(len(self))
        found: list[Event] = []
        for part, size in zip(self._parts, self._sizes, strict=True):
            if max(0, first) < min(size, last):
                found += _between(part, max(0, first), min(size, last), size)
            first, last = first - size, last - size
        return found


def _between(
    part: list[Event] | QuerySet[Event], first: int, last: int, size: int
) -> Iterable[Event]:
    """Some of a part of ``size`` events. The last page is read as fast as the first: a database
    goes through all rows before those that it gives, so it begins at the end that is nearer."""
    if isinstance(part, list) or first + last <= size:
        return part[first:last]
    return reversed(part.reverse()[size - last : size - first])


def _is_cancelled() -> Q:
    """Of an event: it has tournaments, and all are cancelled."""
    cancelled = {"event": OuterRef("pk"), "status": Tournament.Status.CANCELLED}
    others = Tournament.objects.filter(event=OuterRef("pk")).exclude(status=cancelled["status"])
    return Q(Exists(Tournament.objects.filter(**cancelled)) & ~Exists(others))


def seats_were_published(event: Event) -> bool:
    """Whether players may have seen their seats in a round, also in one that was annulled, or whom
    they meet in a league. Two queries at most."""
    rounds = Round.with_annulled.filter(tournament__event=event).exclude(status=Round.Status.SEATED)
    return rounds.exists() or FixtureList.objects.filter(tournament__event=event).exists()


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
