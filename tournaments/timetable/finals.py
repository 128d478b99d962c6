"""Finals that stand on the timetable at one time, and who would play in both.

Finals that are not against each other are a wish of conventions and no rule: a page warns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.db.models import F

from tournaments.models import Entry, Event, Player, Session, Standing


@dataclass(frozen=True, slots=True)
class Clash:
    """Two finals that overlap, and those who would be in both as the standings are now."""

    one: Session
    other: Session
    people: list[Player]


def clashes(event: Event, now: datetime) -> list[Clash]:
    """The finals to come that overlap, if anybody would be in both, by time. Two queries."""
    planned = event.sessions.filter(
        kind=Session.Kind.FINAL, cancelled_at=None, ends_at__gt=now
    ).select_related("tournament")
    pairs = [
        (one, other)
        for one, other in combinations(planned.order_by("starts_at", "pk"), 2)
        if one.tournament_id != other.tournament_id and other.starts_at < one.ends_at
    ]
    if not pairs:
        return []
    through = _through({one.tournament_id for pair in pairs for one in pair})
    found = []
    for one, other in pairs:
        mine, theirs = through.get(one.tournament_id, {}), through.get(other.tournament_id, {})
        if both := [mine[key] for key in mine if key in theirs]:
            found.append(Clash(one, other, both))
    return found


def _through(tournaments: set[int | None]) -> Mapping[int | None, dict[int, Player]]:
    """By tournament the people who stand high enough for its final, best first."""
    high_enough = Standing.objects.filter(
        tournament__in=tournaments, rank__lte=F("tournament__finalists")
    ).exclude(entry__status=Entry.Status.DROPPED)
    found: dict[int | None, dict[int, Player]] = {}
    for row in high_enough.select_related("entry__player").order_by("tournament", "rank"):
        found.setdefault(row.tournament_id, {})[row.entry.player_id] = row.entry.player
    return found
