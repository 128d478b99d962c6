"""Parsing a roster file from any spreadsheet.

Pure: bytes in, lines out. No content raises anything but a FileRefused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.names import loose
from tournaments.person_fields import ROSTER_FIELDS, field_of
from tournaments.registration import errors, rules, workbook
from tournaments.text_files import decode

MOST_BYTES = 512 * 1024
MOST_LINES = 10_000
#: A quotation mark still open after this many lines is a typing error: only its line is refused.
LONGEST_RECORD = 20
#: No column behind so many, and none with a longer heading, is one of ours.
MOST_COLUMNS, LONGEST_HEADING = 100, 60
SEPARATORS = {",": _("comma"), ";": _("semicolon"), "\t": _("tab")}

#: Headings of the two columns that make a name, as those of ``person_fields`` are written.
PARTS_OF_NAME = {
    "first_name": ("firstname", "givenname", "forename"),
    "last_name": ("lastname", "surname", "familyname"),
}
#: Headings of the column with the tournaments that a person is registered for.
TOURNAMENTS = "tournaments"
TOURNAMENTS_HEADINGS = ("tournament", "tournaments", "registeredfor", "heat", "heats")
_FIELD_OF = (
    {heading: one.key for one in ROSTER_FIELDS for heading in one.synonyms}
    | {heading: part for part, headings in PARTS_OF_NAME.items() for heading in headings}
    | dict.fromkeys(TOURNAMENTS_HEADINGS, TOURNAMENTS)
)


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
    """A parsed file. ``ignored`` are headings that are unknown or repeated.

    The text of a workbook is CSV, and it has no encoding.
    """

    text: str
    encoding: str
    separator: str
    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def separator_name(self) -> str:
        return str(SEPARATORS[self.separator])


def read_roster(data: bytes) -> RosterFile:
    """Read a roster file: an Excel workbook, or text in UTF-8, UTF-16 or Windows-1252, separated by
    comma, semicolon or tab.

    Raises a FileRefused if it is not such a file.
    """
    is_workbook = workbook.is_workbook(data)
    text, encoding = (_read_workbook(data), "") if is_workbook else decode(data, most=MOST_BYTES)
    lines = list(io.StringIO(text, newline=""))
    if len(lines) > MOST_LINES:
        raise errors.TooManyLines(field="file", most=MOST_LINES)
    first = next((n for n, line in enumerate(lines) if line.strip() and not _is_hint(line)), None)
    if first is None:
        raise errors.FileEmpty(field="file")
    separator = max(SEPARATORS, key=lambda sign: _recognised(lines[first], sign))
    records = _records(lines, first, separator)
    headings = next(records)[1] or []
    fields = _fields_of(headings)
    if not {"name", "first_name", "last_name"} & set(fields):
        raise errors.NoNameColumn(field="file", line=lines[first].strip()[:200])
    ignored = (
        heading for heading, found in zip(headings, fields, strict=True) if heading and not found
    )
    return RosterFile(
        text=text,
        encoding=encoding,
        separator=separator,
        columns=tuple(found for found in fields if found),
        ignored=tuple(heading.strip() for heading in ignored if heading.strip()),
        lines=tuple(_line(number, cells, fields) for number, cells in records),
    )


def _read_workbook(data: bytes) -> str:
    return workbook.read_workbook(
        data, most_bytes=MOST_BYTES, most_lines=MOST_LINES, most_columns=MOST_COLUMNS
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
    return sum(bool(found) for found in _fields_of(cells)), len(cells)


def _fields_of(headings: list[str]) -> list[str | None]:
    """The field of each heading; None if it is unknown or repeated."""
    fields: list[str | None] = []
    for heading in headings:
        known = len(fields) < MOST_COLUMNS and len(heading) <= LONGEST_HEADING
        found = _FIELD_OF.get(loose(heading)) if known else None
        fields.append(None if found in fields else found)
    return fields


def _records(lines: list[str], at: int, separator: str) -> Iterator[tuple[int, list[str] | None]]:
    """The records from line ``at`` on, as line number and cells; None if quotes do not pair up."""
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        reader = csv.reader(
            islice(lines, at, at + LONGEST_RECORD),
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
            yield at + 1, cells
            at += reader.line_num


def _line(number: int, cells: list[str] | None, fields: list[str | None]) -> Line:
    if cells is None:
        return Line(number, "", None, (errors.QuotesDoNotPair(),))
    raw = {found: cell for found, cell in zip(fields, cells, strict=False) if found}
    tournaments = raw.pop(TOURNAMENTS, "").strip()
    first, last = raw.pop("first_name", ""), raw.pop("last_name", "")
    if not raw.get("name", "").strip():
        raw["name"] = f"{first} {last}"
    name = " ".join(raw["name"].split())[: field_of("name").longest]
    if any(cell.strip() for cell in cells[len(fields) :]):
        fault = errors.TooManyValues(values=len(cells), columns=len(fields))
        return Line(number, name, None, (fault,))
    person, reasons = rules.read_person(raw)
    return Line(number, name, person, tuple(reasons), tournaments)
