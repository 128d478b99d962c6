"""A seating as a list for a spreadsheet, written and read back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn

import tablib
from django.utils.translation import gettext as _

from games.numbers import whole_number
from tournaments.models import Entry, Tournament
from tournaments.names import loose
from tournaments.seating import errors
from tournaments.seating.changing.headings import BYE, HEAD, HEADINGS, ROOM, sits_out
from tournaments.seating.changing.listed import Listed
from tournaments.seating.queries import Seating
from tournaments.text_files import decode, is_json, json_as_csv, plain_cell, rows_of
from tournaments.workbooks.reading import is_workbook, read_workbook

#: A list is read up to this many lines: more people than any hall has.
LONGEST = 20_000
#: And up to so many bytes.
LONGEST_LIST = 2_000_000
MOST_COLUMNS = 40


def seating_data(found: Seating, byes: Sequence[Entry]) -> tablib.Dataset:
    """A line for each seat: table, place in the turn order, name, and the number of the entry.

    Those with a bye follow, each with the word ``bye`` for a table.
    """
    has_rooms = any(table.room_name for table in found.tables)
    data = tablib.Dataset(headers=[*HEAD, *ROOM] if has_rooms else list(HEAD))
    for table in found.tables:
        for seat in table.seats.all():
            line = [table.shown, seat.position, seat.entry.player.shown_name, seat.entry_id]
            data.append([*line, table.room_name] if has_rooms else line)
    for entry in byes:
        line = [BYE, "", entry.player.shown_name, entry.pk]
        data.append([*line, ""] if has_rooms else line)
    return data


def text_of(data: bytes) -> str:
    """A list as text: CSV in any usual encoding, JSON, or the first sheet of an Excel workbook.

    Raises a FileRefused.
    """
    if is_workbook(data):
        return read_workbook(
            data, most_bytes=LONGEST_LIST, most_lines=LONGEST, most_columns=MOST_COLUMNS
        )
    text = decode(data, most=LONGEST_LIST)[0]
    return json_as_csv(text) if is_json(text) else text


def from_csv(
    text: str, tournament: Tournament, positions: Mapping[int, int] | None = None
) -> Listed:
    """The round of a list. One query.

    Columns by name, in any language and order: ``table``, a number or ``bye``, ``player`` or
    ``entry``, and perhaps ``seat``. Where the tables have numbers of the hall, ``positions`` has
    the position in the round of each. Raises UnreadableSeating with the line that is wrong.
    """
    entries = list(tournament.entries.select_related("player").order_by("pk"))
    by_pk = {str(entry.pk): entry for entry in entries}
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in {loose(entry.player.name), loose(entry.player.shown_name)}:
            by_name.setdefault(name, []).append(entry)
    places: list[tuple[int, int, int]] = []
    byes: list[int] = []
    seen: set[int] = set()
    for line, row in _rows(text):
        entry = _who(row, by_pk, by_name, line)
        if entry.pk in seen:
            _wrong(line, _("%(name)s already has a place.") % {"name": entry.player.shown_name})
        seen.add(entry.pk)
        if sits_out(row.get("table", "")):
            byes.append(entry.pk)
            continue
        table = _number(row.get("table", ""), line, _("the table"))
        position = positions.get(table, 0) if positions else table
        if not 1 <= position <= max(1, len(entries)):
            _wrong(line, _("there is no table %(number)s.") % {"number": table})
        seat = row.get("seat", "")
        places.append((position, _number(seat, line, _("the seat")) if seat else line, entry.pk))
    if not places:
        _wrong(1, _("nobody has a seat."))
    tables: list[list[int]] = [[] for _ in range(max(table for table, _seat, _entry in places))]
    for table, _seat, pk in sorted(places):
        tables[table - 1].append(pk)
    return Listed(tables, byes)


def _rows(text: str) -> Iterator[tuple[int, dict[str | None, str]]]:
    rows = rows_of(text, _wrong, most=LONGEST)
    head = HEADINGS.fields(next(rows, (1, []))[1])
    if "table" not in head or not {"player", "entry"} & set(head):
        _wrong(1, _("it must name the columns: table, seat, player, entry."))
    for line, cells in rows:
        yield line, dict(zip(head, cells, strict=False))


def _who(
    row: dict[str | None, str], by_pk: dict[str, Entry], by_name: dict[str, list[Entry]], line: int
) -> Entry:
    number, name = row.get("entry", ""), plain_cell(row.get("player", ""))
    fitting = by_name.get(loose(name), [])
    # A number beside the name of somebody else here is of another program, such as a badge.
    if number in by_pk and (not fitting or by_pk[number] in fitting):
        return by_pk[number]
    if not fitting:
        _wrong(line, _("nobody in this tournament is called “%(name)s”.") % {"name": name})
    if len(fitting) > 1:
        _wrong(line, _("“%(name)s” matches several people. Give the entry.") % {"name": name})
    return fitting[0]


def _number(text: str, line: int, what: str) -> int:
    number = whole_number(text, most_digits=5)
    if number is None:
        _wrong(line, _("%(what)s must be a number.") % {"what": what})
    return number


def _wrong(line: int, reason: str) -> NoReturn:
    raise errors.UnreadableSeating(field="text", line=line, reason=reason)
