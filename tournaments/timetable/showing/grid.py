"""The sessions of a day as a table: a column for each room, a row for each time.

Sessions of one room that overlap stand in lanes beside each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from tournaments.models import Session

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Cell:
    """A session, or nothing, over so many rows of its lane."""

    session: Session | None
    rows: int


@dataclass(frozen=True, slots=True)
class Column:
    """A room, and its lanes: how many columns of cells it takes."""

    name: str
    lanes: Sequence[Sequence[Session]]


@dataclass(frozen=True, slots=True)
class Row:
    """The cells that begin at one time."""

    at: datetime
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Grid:
    """The rooms of a day and its times."""

    columns: Sequence[Column]
    rows: Sequence[Row]


def grid(rooms: Iterable[tuple[str, Iterable[Session]]], zone: ZoneInfo) -> Grid:
    """The table of the sessions of some rooms; a room without any takes no column.

    There is a row for every time at which something begins or ends, and for every full hour
    between by the clocks of ``zone``.
    """
    columns = [Column(name, _lanes(sessions)) for name, sessions in rooms]
    columns = [column for column in columns if column.lanes]
    lanes = [lane for column in columns for lane in column.lanes]
    times = _times((one for lane in lanes for one in lane), zone)
    cells = [_cells(lane, times) for lane in lanes]
    starts = times[:-1]
    rows = [Row(at, [of[at] for of in cells if at in of]) for at in starts]
    return Grid(columns, rows)


def _lanes(sessions: Iterable[Session]) -> list[list[Session]]:
    """The sessions of a room, each in the first lane that is free at its start."""
    lanes: list[list[Session]] = []
    for one in sorted(sessions, key=lambda one: one.starts_at):
        free = next((lane for lane in lanes if lane[-1].ends_at <= one.starts_at), None)
        if free is None:
            lanes.append([one])
        else:
            free.append(one)
    return lanes


def _times(sessions: Iterable[Session], zone: ZoneInfo) -> list[datetime]:
    found = {at for one in sessions for at in (one.starts_at, one.ends_at)}
    return sorted(found | set(_hours(min(found), max(found), zone))) if found else []


def _hours(first: datetime, last: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    at = first - timedelta(minutes=first.astimezone(zone).minute)
    while (at := at + HOUR) < last:
        yield at


def _cells(lane: Sequence[Session], times: Sequence[datetime]) -> dict[datetime, Cell]:
    """The cells of a lane by the time at which each begins, without a gap."""
    row_of = {at: row for row, at in enumerate(times)}
    by_start = {one.starts_at: one for one in lane}
    bounds = {times[0], times[-1]} | {at for one in lane for at in (one.starts_at, one.ends_at)}
    return {
        start: Cell(by_start.get(start), row_of[end] - row_of[start])
        for start, end in pairwise(sorted(bounds))
    }
