"""The plan of the demo's convention: titles, times and people. Pure, and the same each time.

Numbers of people, of games and of walk-ups are those of a large convention; the rest is ours.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

TITLES = Path(__file__).parent / "titles.csv"
ENGINE = "Express"  # the one of the list whose rules this site has
QUARTER = timedelta(minutes=15)
#: Days that are over when the demo begins, and the hours at which their sessions begin.
DAYS_BEFORE, HOURS = 3, (10, 14, 18)
#: In a session, of thirteen who come or are booked.
PLACES, BOOKED, WALK_UPS, TABLES = 12, 9, 4, 3
AT_A_PICK_UP, TEAM = 4, 4
#: A fifth of the people play this many times as often as the others.
KEEN, EACH_KEEN = 6, 5
SPARE_TABLES = 3


@dataclass(frozen=True, slots=True)
class Size:
    """How large a convention is. ``sessions`` and ``pick_ups`` are those that begin together.

    The first ``finals`` of its titles have one.
    """

    people: int = 400
    titles: int = 60
    finals: int = 9
    sessions: int = 9
    pick_ups: int = 8
    teams: int = 12


WHOLE = Size()


@dataclass(frozen=True, slots=True)
class Played:
    """A title as it is played: the numbers of a line of ``titles.csv``."""

    name: str
    category: str
    players: tuple[int, int]
    length: timedelta
    counting: str
    final_tables: int
    heats: int = 1


@dataclass(frozen=True, slots=True)
class Wave:
    """The sessions that begin at one time, by the numbers of their titles, from 0."""

    number: int
    starts_at: datetime
    titles: Sequence[int]


def titles(size: Size) -> list[Played]:
    """The titles of a convention, each with as many heats as are played before the last day."""
    count = len(_waves(size)) * size.sessions
    return [
        _played(row, count // size.titles + (number < count % size.titles))
        for number, row in enumerate(islice(_rows(), size.titles))
    ]


@cache
def _rows() -> tuple[dict[str, str], ...]:
    with TITLES.open(encoding="utf-8") as lines:
        return tuple(csv.DictReader(lines))


def _played(row: dict[str, str], heats: int) -> Played:
    return Played(
        name=row["title"],
        category=row["category"],
        players=(int(row["players from"]), int(row["players to"])),
        length=float(row["hours"]) * timedelta(hours=1),
        counting=row["counting"],
        final_tables=int(row["final tables"]),
        heats=heats,
    )


def waves(size: Size, last_day: date, zone: ZoneInfo) -> Iterator[Wave]:
    """The sessions of the days before the last one, by time."""
    for number, (day, hour) in enumerate(_waves(size)):
        date_ = last_day - timedelta(days=DAYS_BEFORE - day)
        first = number * size.sessions
        yield Wave(
            number,
            datetime(date_.year, date_.month, date_.day, hour, tzinfo=zone),
            [n % size.titles for n in range(first, first + size.sessions)],
        )


def _waves(size: Size) -> list[tuple[int, int]]:
    """The day, from 0, and the hour of each; a small convention has one a day."""
    hours = HOURS if size.people >= WHOLE.people else HOURS[1:2]
    return [(day, hour) for day in range(DAYS_BEFORE) for hour in hours]


def in_order(people: Sequence[int], wave: int) -> list[int]:
    """People in the order in which they want to play: the keen are mostly among the first."""
    lot = Random(f"wave {wave}")  # noqa: S311 - a demo needs no secret
    wish = {
        one: lot.random() ** (1 / (KEEN if place % EACH_KEEN == 0 else 1))
        for place, one in enumerate(people)
    }
    return sorted(people, key=lambda one: -wish[one])


def quarter(at: datetime) -> datetime:
    """The quarter of an hour in which a moment lies."""
    return at - timedelta(seconds=at.timestamp() % QUARTER.total_seconds())


def names(lines: bytes, count: int) -> bytes:
    """A roster file of ``count`` people, whose names are made from those of another."""
    known = [row["name"].strip() for row in csv.DictReader(lines.decode().splitlines())]
    known = [name for name in dict.fromkeys(known) if " " in name]
    first = sorted({name.split(" ", 1)[0] for name in known})
    last = sorted({name.split(" ", 1)[1] for name in known})
    every = [f"{one} {other}" for one in first for other in last if f"{one} {other}" not in known]
    lot = Random(count)  # noqa: S311 - a demo needs no secret
    chosen = [*known, *lot.sample(every, max(0, count - len(known)))][:count]
    return "\n".join(["name", *chosen]).encode()
