"""Decisions about pick-up games.

From the Train Gamers Association: a game needs three people, no two of one team, and is of no title
with a single tournament (http://www.mimgames.com/tga/puffingbilly/pickupgames.shtml).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

QUARTER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Someone:
    """Somebody who is to play: the name that is shown, and the team, if there is one."""

    key: int
    name: str
    team: str = ""


def in_hours(hour: int, start: int, end: int) -> bool:
    """Whether a game may begin in an hour of the day: from ``start``, and before ``end``, which may
    be on the next day."""
    return start <= hour < end if start < end else hour >= start or hour < end


def listed_twice(people: Iterable[Someone]) -> Someone | None:
    """The first who is listed a second time."""
    seen: set[int] = set()
    for one in people:
        if one.key in seen:
            return one
        seen.add(one.key)
    return None


def teammates(people: Sequence[Someone]) -> tuple[Someone, Someone] | None:
    """The first two of one team."""
    of_team: dict[str, Someone] = {}
    for one in people:
        team = " ".join(one.team.split()).casefold()
        if team and team in of_team:
            return of_team[team], one
        of_team[team] = one
    return None


def is_single(heats: Sequence[int]) -> bool:
    """Whether a title has a single tournament: ``heats`` counts those on the timetable of each of
    its tournaments, 0 where they are not played in sessions."""
    return len(heats) == 1 and heats[0] <= 1


def time_taken(at: datetime, slot: timedelta) -> tuple[datetime, datetime]:
    """The quarters of an hour that a game takes, which begins at any minute."""
    past = timedelta(seconds=at.timestamp() % QUARTER.total_seconds())
    start, end = at - past, at + slot
    over = timedelta(seconds=end.timestamp() % QUARTER.total_seconds())
    return start, end + (QUARTER - over if over else timedelta(0))
