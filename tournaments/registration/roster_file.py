"""Parsing a roster file from any spreadsheet.

Pure: bytes in, lines out. No content raises anything but a FileRefused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from itertools import islice

from django.utils.translation import gettext_lazy as _

from pairing.head_to_head import is_report
from tournaments.errors import Refused
from tournaments.headings import MOST_COLUMNS
from tournaments.person_fields import field_of
from tournaments.registration import errors, roster_names, roster_rows, roster_words, rules
from tournaments.registration.roster_headings import (
    FIRST_NAME,
    INFIX,
    LAST_NAME,
    NAME,
    NAME_PARTS,
    OWN_HEADINGS,
    TOURNAMENTS,
    fields_of,
    has_name,
)
from tournaments.registration.roster_lines import usual_lines
from tournaments.registration.roster_report import report_as_csv
from tournaments.registration.roster_rows import Choice, LeftOut, Why
from tournaments.text_files import decode, is_json, json_as_csv, plain_cell
from tournaments.workbooks import reading as workbook
from tournaments.workbooks.errors import TooManyLines

MOST_BYTES = 512 * 1024
MOST_LINES = 10_000
#: A quotation mark still open after this many lines is a typing error: only its line is refused.
LONGEST_RECORD = 20
#: So many rows the page shows, and among so many sheets the one with people is sought.
ROWS_SHOWN, MOST_SHEETS = 8, 12
SEPARATORS = {",": _("comma"), ";": _("semicolon"), "\t": _("tab")}


@dataclass(frozen=True, slots=True)
class Line:
    """One record, with the number of the line it starts on (the first is 1).

    ``tournaments`` are those that the person is registered for, as they are written.
    """

    number: int
    name: str
    person: rules.Person | None
    reasons: tuple[Refused, ...]
    tournaments: str = ""


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A parsed file. ``ignored`` are headings that are unknown or repeated, but not that of a
    column which says who does not come.

    The text of a workbook is CSV, and it has no encoding; that of a report or of JSON is CSV too.
    ``sheets`` are the names of those that are not hidden, and ``sheet`` is the position of the one
    that was read. ``heading`` is the line of the headings, 0 if there are none; ``shown`` are the
    first rows from there on, as number and cells, and ``fields`` what each of their columns is.
    ``left_out`` are rows that are no people.
    """

    text: str
    encoding: str
    separator: str
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    lines: tuple[Line, ...]
    fields: tuple[str | None, ...] = ()
    heading: int = 0
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: int = 0

    @property
    def separator_name(self) -> str:
        return str(SEPARATORS[self.separator])


def read_roster(
    data: bytes, choice: Choice | None = None, *, needs_name: bool = True
) -> RosterFile:
    """Read a roster file: an Excel workbook, or text in UTF-8, UTF-16 or another usual encoding,
    separated by comma, semicolon or tab, or FIDE's report of a tournament (TRF), or JSON.

    What ``choice`` does not say is found out. Raises a FileRefused if it is not such a file;
    without ``needs_name`` a sheet in which no column is known as that of names is read as well.
    """
    choice = choice or Choice()
    book, encoding = _sheet_of(data, choice)
    text = usual_lines(book.text)
    lines = list(io.StringIO(text, newline=""))
    if len(lines) > MOST_LINES:
        raise TooManyLines(field="file", most=MOST_LINES)
    first = next((n for n, line in enumerate(lines) if line.strip() and not _is_hint(line)), None)
    if first is None:
        raise errors.FileEmpty(field="file")
    separator = _separator(lines, first)
    is_ours = lines[first].strip().lstrip("\ufeff") == separator.join(OWN_HEADINGS)
    records = list(_records(lines, first, separator, MOST_LINES if is_ours else LONGEST_RECORD))
    rows = [(number, cells or []) for number, cells in records]
    at = _heading(rows, choice)
    is_bare = at is None and not choice.columns and roster_rows.bare_names(rows)
    headings = rows[at][1] if at is not None else []
    cells_below = [cells for _number, cells in rows[at + 1 if at is not None else 0 :]]
    fields = _bare_fields(rows[0][1]) if is_bare else _chosen_fields(headings, choice, cells_below)
    if needs_name and not has_name(fields):
        raise errors.NoNameColumn(field="file", line=lines[first].strip()[:200])
    below = records[at + 1 if at is not None else 0 :]
    if is_ours and choice.left_out is None:  # nothing in it is a total or a formula that fails
        choice = replace(choice, left_out=book.hidden)
    below_rows = rows[len(rows) - len(below) :]
    passed = _left_out(below_rows, fields, headings, choice, book.hidden, bare=is_bare)
    gone = {one.number for one in passed}
    people = [one for one in below if one[0] not in gone]
    if not is_ours:
        people = _as_spoken(people, fields, bare=is_bare)
    above = [
        LeftOut(number, " ".join(filter(None, cells))[:80], Why.TITLE)
        for number, cells in rows[: at or 0]
    ]
    ignored = (
        heading
        for heading, found in zip(headings, fields, strict=False)
        if heading and not found and not roster_words.is_status(heading)
    )
    return RosterFile(
        text=text,
        encoding=encoding,
        separator=separator,
        columns=tuple(found for found in fields if found),
        ignored=tuple(heading.strip() for heading in ignored if heading.strip()),
        lines=tuple(_line(number, cells, fields, is_ours=is_ours) for number, cells in people),
        fields=tuple(fields),
        heading=rows[at][0] if at is not None else 0,
        shown=tuple((number, tuple(cells)) for number, cells in rows[at or 0 :][:ROWS_SHOWN]),
        left_out=(*above, *passed),
        sheets=book.names,
        sheet=book.at,
    )


def _sheet_of(data: bytes, choice: Choice) -> tuple[workbook.Sheet, str]:
    """The sheet that a file is or has, and its encoding; "" for that of a workbook."""
    if workbook.is_workbook(data):
        return _sheet_of_people(data, choice.sheet), ""
    text, encoding = decode(data, most=MOST_BYTES, encoding=choice.encoding)
    if is_report(text):
        text = report_as_csv(text)
    elif is_json(text):
        text = json_as_csv(text)
    return workbook.Sheet(text), encoding


def _sheet_of_people(data: bytes, chosen: int | None) -> workbook.Sheet:
    """The chosen sheet, or the first of those that are not hidden whose headings name people."""
    first = _read_workbook(data, chosen)
    if chosen is not None:
        return first
    for at in range(len(first.names))[:MOST_SHEETS]:
        found = first if at == first.at else _read_workbook(data, at)
        read = csv.reader(islice(io.StringIO(found.text, newline=""), roster_rows.ROWS_SEARCHED))
        rows = [(number, cells) for number, cells in enumerate(read) if any(cells)]
        heading = roster_rows.heading_row(rows)
        if heading is not None and heading + 1 < len(rows):
            return found
    return first


def _separator(lines: list[str], first: int) -> str:
    """The sign between cells: it makes the most headings in one of the first lines."""
    searched = [line for line in lines[first : first + roster_rows.ROWS_SEARCHED] if line.strip()]
    return max(
        SEPARATORS, key=lambda sign: (max(_recognised(line, sign)[0] for line in searched),
                                      _recognised(lines[first], sign)[1]),
    )  # fmt: skip


def _heading(rows: list[tuple[int, list[str]]], choice: Choice) -> int | None:
    """The position of the row of headings; None if there is none."""
    if choice.heading is None:
        return roster_rows.heading_row(rows)
    numbers = [number for number, _cells in rows]
    return numbers.index(choice.heading) if choice.heading in numbers else None


def _bare_fields(first: list[str]) -> list[str | None]:
    """The fields of a list of names, by its first row."""
    at = next((n for n, cell in enumerate(first) if cell.strip()), 0)
    return [None] * at + ["name"]


def _chosen_fields(headings: list[str], choice: Choice, rows: list[list[str]]) -> list[str | None]:
    """The field of each column: as chosen, or as its heading says. No field is that of two."""
    fields = roster_names.with_best_name(fields_of(headings), headings, rows)
    fields += [None] * (max(choice.columns, default=-1) + 1 - len(fields))
    for column, found in choice.columns.items():
        fields[column] = found or None
    return [None if found in fields[:at] else found for at, found in enumerate(fields)]


def _left_out(
    rows: list[tuple[int, list[str]]],
    fields: list[str | None],
    headings: list[str],
    choice: Choice,
    hidden: frozenset[int],
    *,
    bare: bool,
) -> list[LeftOut]:
    """The rows below the headings that are no people: those chosen, or those that look so."""
    found: list[LeftOut] = []
    for number, cells in rows:
        if choice.left_out is not None:
            why = Why.CHOSEN if number in choice.left_out else None
        else:
            why = roster_rows.left_out((number, cells), fields, headings, hidden)
        if why:
            found.append(LeftOut(number, " ".join(filter(None, cells))[:80], why))
    if bare and choice.left_out is None and len(rows) > 1:
        names = ["".join(cells) for _number, cells in rows]
        if roster_rows.title_of_list(names):
            found.insert(0, LeftOut(rows[0][0], names[0], Why.TITLE))
    return found


def _read_workbook(data: bytes, sheet: int | None = None) -> workbook.Sheet:
    return workbook.read_sheet(
        data, sheet, most_bytes=MOST_BYTES, most_lines=MOST_LINES, most_columns=MOST_COLUMNS
    )


def _is_hint(line: str) -> bool:
    """Whether a line is the hint ``sep=;`` that some spreadsheets write at the top."""
    return line.strip().strip('"').lower() in {f"sep={sign}".strip() for sign in SEPARATORS}


def _recognised(line: str, separator: str) -> tuple[int, int]:
    """How well a separator fits the headings: the number of known fields, then of cells."""
    try:
        cells = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return (-1, 0)
    return sum(bool(found) for found in fields_of(cells)), len(cells)


def _records(
    lines: list[str], at: int, separator: str, longest: int
) -> Iterator[tuple[int, list[str] | None]]:
    """The records from line ``at`` on, as line number and cells; None if quotes do not pair up."""
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        reader = csv.reader(
            islice(lines, at, at + longest),
            delimiter=separator,
            skipinitialspace=True,
            strict=True,
        )
        try:
            cells = next(reader)
        except (csv.Error, StopIteration):
            yield at + 1, None
            at += 1
        else:
            if any(map(str.strip, cells)):
                yield at + 1, cells
            at += reader.line_num


def _as_spoken(
    rows: list[tuple[int, list[str] | None]], fields: list[str | None], *, bare: bool
) -> list[tuple[int, list[str] | None]]:
    """The rows with names as people say them: without the number of a list, first name first."""
    if NAME not in fields:
        return rows
    at = fields.index(NAME)
    rows = [(number, list(cells) if cells else cells) for number, cells in rows]
    named = [cells for _number, cells in rows if cells and at < len(cells)]
    for cells in named:
        cells[at] = roster_rows.unmarked(cells[at]) if bare else cells[at]
    if roster_names.has_last_first([cells[at] for cells in named]):
        for cells in named:
            cells[at] = roster_names.in_order(cells[at])
    return rows


def _line(number: int, cells: list[str] | None, fields: list[str | None], *, is_ours: bool) -> Line:
    """A record as a line; ``is_ours``: every cell is meant as it stands."""
    if cells is None:
        return Line(number, "", None, (errors.QuotesDoNotPair(),))
    raw = {
        found: cell if is_ours else _meant(found, cell)
        for found, cell in zip(fields, map(plain_cell, cells), strict=False)
        if found
    }
    tournaments = raw.pop(TOURNAMENTS, "").strip()
    first, infix, last = (raw.pop(part, "") for part in (FIRST_NAME, INFIX, LAST_NAME))
    if not raw.get(NAME, "").strip():
        raw[NAME] = roster_names.whole_name(first, infix, last)
    name = " ".join(raw[NAME].split())[: field_of(NAME).longest]
    if any(cell.strip() for cell in cells[len(fields) :]):
        fault = errors.TooManyValues(values=len(cells), columns=len(fields))
        return Line(number, name, None, (fault,))
    person, reasons = rules.read_person(raw)
    return Line(number, name, person, tuple(reasons), tournaments)


def _meant(field: str, cell: str) -> str:
    """A cell, with the letters that a web page writes as "&#39;"; empty where it is a formula that
    fails or stands for nothing.
    """
    is_empty = roster_rows.is_error(cell) or (
        field not in NAME_PARTS and roster_words.says_nothing(cell)
    )
    return "" if is_empty else unescape(cell)
