"""The timetable as a file for spreadsheets, written and read back.

One line for each session; times are those that the clocks of the event show.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from io import StringIO
from types import MappingProxyType
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.numbers import whole_number
from tournaments.errors import Refused
from tournaments.local_times import is_ambiguous, moments
from tournaments.models import Session
from tournaments.names import loose
from tournaments.text_files import decode, plain_cell, rows_of, safe_cell
from tournaments.timetable import errors
from tournaments.timetable.headings import CHOICES, COLUMNS, HEAD, HEADINGS
from tournaments.timetable.rules import OTHER, SessionValues
from tournaments.workbooks.reading import is_workbook, read_workbook

NEEDED = ("day", "start", "minutes")
#: A file is read up to this many lines, and this many bytes.
MOST_LINES, MOST_BYTES = 1_000, 128 * 1024
#: Of a workbook: those that are known, and as many of its own.
MOST_COLUMNS = 2 * len(HEAD)
MOST_DIGITS = 4
MINUTE = timedelta(minutes=1)
#: The choices as a file for people says them; one for programs has the values themselves.
IN_WORDS = {
    "heat": pgettext_lazy("timetable file", "heat"),
    "semifinal": pgettext_lazy("timetable file", "semifinal"),
    "final": pgettext_lazy("timetable file", "final"),
    "other": pgettext_lazy("timetable file", "other"),
    "free": pgettext_lazy("timetable file", "free"),
    "none": pgettext_lazy("timetable file", "none"),
}
#: A pick-up game is started, and not planned.
PLANNED = [kind for kind in Session.Kind.values if kind != Session.Kind.PICK_UP]


# --- Written --------------------------------------------------------------------------------------


def as_csv(
    sessions: Iterable[Session], zone: ZoneInfo, words: Mapping[str, object] = MappingProxyType({})
) -> str:
    """A line for each session. Those of a tournament name it by its address.

    ``words`` are what is written for the choices, which each language may be read in.
    """
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    for one in sessions:
        writer.writerow([safe_cell(cell) for cell in _cells(one, zone, words)])
    return text.getvalue()


def _cells(session: Session, zone: ZoneInfo, words: Mapping[str, object]) -> list[Any]:
    day, _gap, start = _local(session.starts_at, zone).partition(" ")
    return [
        session.tournament.slug if session.tournament else "",
        str(words.get(session.kind, session.kind)),
        session.number,
        session.name,
        day,
        start,
        (session.ends_at - session.starts_at) // MINUTE,
        session.room.name if session.room else "",
        session.first_table,
        session.last_table,
        session.capacity,
        str(words.get(session.joins, session.joins)),
        _local(session.opens_at, zone) if session.opens_at else "",
        _local(session.closes_at, zone) if session.closes_at else "",
        session.release_minutes,
    ]


def _local(at: datetime, zone: ZoneInfo) -> str:
    """A moment as clocks show it; with its offset in a night in which they show it twice."""
    local = at.astimezone(zone)
    shown = local if is_ambiguous(at, zone) else local.replace(tzinfo=None)
    is_whole = not (local.second or local.microsecond)
    return shown.isoformat(" ", "minutes" if is_whole else "auto")


# --- Read -----------------------------------------------------------------------------------------


class Names:
    """The names that a file may say, each with the key of a row; of two alike the first is meant.

    In other letters a name is known as well, if it is that of one row alone.
    """

    def __init__(self, pairs: Iterable[tuple[str, int]]):
        self._exact: dict[str, int] = {}
        self._loose: dict[str, set[int]] = {}
        for name, key in pairs:
            self._exact.setdefault(name, key)
            self._loose.setdefault(loose(name), set()).add(key)

    def knows(self, text: str) -> bool:
        """Whether any row has this name, also one of several."""
        return text in self._exact or loose(text) in self._loose

    def find(self, text: str) -> int | None:
        found = self._loose.get(loose(text), set())
        return self._exact.get(text) or (next(iter(found)) if len(found) == 1 else None)


@dataclass(frozen=True, slots=True)
class Known:
    """The tournaments and the rooms of an event."""

    tournaments: Names
    rooms: Names


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a file: its number, and its cells by the names of ``COLUMNS``."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """A session of a file, or why it is none. ``heat`` is its number, if the file has one."""

    number: int
    values: SessionValues | None = None
    heat: int | None = None
    refusal: Refused | None = None


def text_of(data: bytes) -> str:
    """The text of a file: CSV in any usual encoding, or the first sheet of an Excel workbook.

    Raises a FileRefused.
    """
    if is_workbook(data):
        return read_workbook(
            data, most_bytes=MOST_BYTES, most_lines=MOST_LINES, most_columns=MOST_COLUMNS
        )
    return decode(data, most=MOST_BYTES)[0]


def rows_in(text: str) -> list[Row]:
    """The lines of a file. Columns by name, in any language and order; others are left out.

    Raises LinesRefused if it is no such file at all.
    """
    rows = rows_of(text, _wrong, most=MOST_LINES)
    head = HEADINGS.fields(next(rows, (1, []))[1])
    if missing := [name for name in NEEDED if name not in head]:
        _wrong(1, _("it must name the column “%(column)s”.") % {"column": missing[0]})
    found = [_row(line, dict(zip(head, cells, strict=False))) for line, cells in rows]
    if not found:
        _wrong(1, _("no session follows."))
    return found


def _row(number: int, cells: Mapping[str | None, str]) -> Row:
    return Row(number, {name: plain_cell(cells.get(name, "")) for name in COLUMNS})


def _wrong(line: int, reason: str) -> NoReturn:
    raise errors.LinesRefused([errors.LineRefused(line=line, reason=reason)])


def line_of(row: Row, known: Known, zone: ZoneInfo) -> Line:
    """The session that a row is about, by the clocks of the event."""
    try:
        values, heat = _values(row.cells, known, zone), _whole(row.cells, "number")
        if heat and values.kind != Session.Kind.HEAT:
            raise errors.OnlyHeatsHaveNumbers(field="number")
    except Refused as refusal:
        return Line(row.number, refusal=refusal)
    return Line(row.number, values, heat)


def minutes_of(row: Row) -> timedelta:
    """How long a session takes. Raises UnreadableCell."""
    return (_whole(row.cells, "minutes") or 0) * MINUTE


def _values(cells: Mapping[str, str], known: Known, zone: ZoneInfo) -> SessionValues:
    tournament = known.tournaments.find(cells["tournament"])
    if cells["tournament"] and tournament is None:
        raise errors.NoSuchTournament(field="tournament", tournament=cells["tournament"])
    room = known.rooms.find(cells["room"])
    if cells["room"] and room is None:
        raise errors.NoSuchRoom(field="room", room=cells["room"])
    starts_at = _start(cells, zone)
    usual = Session.Kind.HEAT if tournament else OTHER
    return SessionValues(
        tournament=tournament,
        kind=_choice(cells, "kind", PLANNED, usual),
        name=cells["name"],
        starts_at=starts_at,
        ends_at=_end(cells, starts_at),
        room=room,
        first_table=_whole(cells, "first table"),
        last_table=_whole(cells, "last table"),
        capacity=_whole(cells, "places"),
        joins=_choice(cells, "sign-up", Session.Joins.values, Session.Joins.FREE),
        opens_at=_moment(cells, "opens", zone),
        closes_at=_moment(cells, "closes", zone),
        release_minutes=_whole(cells, "release after"),
    )


def _start(cells: Mapping[str, str], zone: ZoneInfo) -> datetime:
    for name in NEEDED:
        if not cells[name]:
            raise errors.CellMissing(field=name, column=name)
    day = _read(cells, "day", date.fromisoformat, "2026-11-21")
    start = _read(cells, "start", _clock, "14:30")
    return _at(datetime.combine(day, start), zone, "start")


def _end(cells: Mapping[str, str], starts_at: datetime) -> datetime:
    try:
        return starts_at + (_whole(cells, "minutes") or 0) * MINUTE
    except OverflowError:  # past the last year there is
        raise _unreadable("day", cells["day"], "2026-11-21") from None


def _clock(text: str) -> time:
    """A time of the day; spreadsheets leave out the first nought."""
    return time.fromisoformat(f"0{text}" if text[1:2] == ":" else text)


def _moment(cells: Mapping[str, str], name: str, zone: ZoneInfo) -> datetime | None:
    if not cells[name]:
        return None
    shown = _read(cells, name, datetime.fromisoformat, "2026-11-20 18:00")
    return _at(shown, zone, name)


def _at(shown: datetime, zone: ZoneInfo, name: str) -> datetime:
    """The moment that clocks show; the first of two, unless the offset says which."""
    try:
        if shown.tzinfo:
            return shown.astimezone(UTC)
        found = moments(shown, zone)
    except (OverflowError, ValueError):
        text = shown.isoformat(" ")
        raise _unreadable(name, text, "2026-11-20 18:00") from None
    if not found:
        raise errors.TimeLeftOut(field=name, time=shown.time().isoformat("minutes"))
    return found[0]


def _read(cells: Mapping[str, str], name: str, read: Callable[[str], Any], example: str) -> Any:
    try:
        return read(cells[name])
    except ValueError:
        raise _unreadable(name, cells[name], example) from None


def _whole(cells: Mapping[str, str], name: str) -> int | None:
    if not cells[name]:
        return None
    number = whole_number(cells[name], most_digits=MOST_DIGITS)
    if number is None:
        raise _unreadable(name, cells[name], "12")
    return number


def _choice(cells: Mapping[str, str], name: str, known: Sequence[str], usual: str) -> str:
    if not cells[name]:
        return usual
    said = CHOICES[name].field(cells[name])
    if said is None:
        raise _unreadable(name, cells[name], " / ".join(known))
    return said


def _unreadable(name: str, value: str, example: str) -> errors.UnreadableCell:
    return errors.UnreadableCell(field=name, column=name, value=value, example=example)
