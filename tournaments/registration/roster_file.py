"""Parsing a roster file from any spreadsheet, and reporting what it holds.

Pure: bytes in, lines out. No content raises anything but a FileRefused.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any, TypeAlias

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.names import loose
from tournaments.person_fields import ROSTER_FIELDS, field_of
from tournaments.registration import errors, rules, workbook

MOST_BYTES = 512 * 1024
MOST_LINES = 10_000
#: A quotation mark still open after this many lines is a typing error: only its line is refused.
LONGEST_RECORD = 20
#: No column behind so many, and none with a longer heading, is one of ours.
MOST_COLUMNS, LONGEST_HEADING = 100, 60
LONGEST_NUMBER = 19
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
_BINARY_STARTS = (b"PK\x03\x04", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\xd0\xcf\x11\xe0")
_MOST_CONTROL_SIGNS = 0.02


#: All unclear lines mean the people of the roster who have these names.
SAME = "same"


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
    text, encoding = (_read_workbook(data), "") if is_workbook else decode(data)
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


def decode(data: bytes, *, most: int = MOST_BYTES) -> tuple[str, str]:
    """The text of a file that any spreadsheet wrote, and its encoding. Raises a FileRefused."""
    if len(data) > most:
        raise too_large(most)
    if data.startswith(_BINARY_STARTS):
        raise errors.NoTextFile(field="file")
    utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    first = ("utf-16", "UTF-16") if utf_16 else ("utf-8-sig", "UTF-8")
    text, encoding = data.decode("latin-1"), "Latin-1"
    for codec, name in [first, ("cp1252", "Windows-1252")]:
        try:
            text, encoding = data.decode(codec), name
        except UnicodeDecodeError:
            continue
        break
    control = sum(char < " " and char not in "\t\r\n" for char in text)
    if "\0" in text or control > max(3, len(text) * _MOST_CONTROL_SIGNS):
        raise errors.NoTextFile(field="file")
    if len(text.encode()) > most:
        raise too_large(most)
    return text, encoding


def too_large(most: int = MOST_BYTES) -> errors.FileTooLarge:
    """The refusal of a file of more than ``most`` bytes."""
    return errors.FileTooLarge(field="file", most=most // 1024)


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


# --- Matching a file against the roster -----------------------------------------------------------

#: The primary key of a player, or ("line", number) for a person who is new in the file.
RosterKey: TypeAlias = int | tuple[str, int]


def _written(key: RosterKey) -> str:
    return str(key) if isinstance(key, int) else f"line {key[1]}"


def read_said(text: str) -> rules.Said[RosterKey]:
    """Whom an answer means that a form sent; None if it is none."""
    if text == rules.SOMEBODY_ELSE:
        return rules.SOMEBODY_ELSE
    number = text.removeprefix("line ")
    if not (number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER):
        return None
    return int(text) if text == number else ("line", int(number))


class Outcome(StrEnum):
    """The possible outcomes of a line of the import."""

    ADDED = "added"
    KNOWN = "known"  # on the roster before this file
    REPEATED = "repeated"  # an earlier line of this file means the same person
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LineReport:
    """The outcome of a line. ``key`` identifies its person; ``same_as`` is their earlier line.

    ``namesakes`` are those who may be the same where the roster does not say so; ``said`` is then
    whom the line is taken to mean.
    """

    number: int
    name: str
    outcome: Outcome
    person: rules.Person | None = None
    key: RosterKey | None = None
    same_as: int | None = None
    reasons: tuple[Refused, ...] = ()
    namesakes: Mapping[RosterKey, rules.Person] = field(default_factory=dict)
    said: rules.Said[RosterKey] = None

    @property
    def answers(self) -> list[tuple[str, rules.Person | None, bool]]:
        """The possible answers to an unclear line: the value, the person, and whether it is chosen.

        None for somebody else.
        """
        found = [(_written(key), one, key == self.said) for key, one in self.namesakes.items()]
        return [*found, (rules.SOMEBODY_ELSE, None, self.said == rules.SOMEBODY_ELSE)]


@dataclass(slots=True)
class ImportReport:
    """The outcome of an import, or with ``dry_run`` of a trial. ``entered`` counts new entries."""

    file: RosterFile
    lines: list[LineReport]
    roster: rules.Roster[RosterKey]
    dry_run: bool
    entered: int = field(default=0)
    #: The new entries, by the name of their tournament.
    registered: dict[str, int] = field(default_factory=dict)

    def _of(self, *outcomes: Outcome) -> list[LineReport]:
        return [line for line in self.lines if line.outcome in outcomes]

    @property
    def added(self) -> list[LineReport]:
        return self._of(Outcome.ADDED)

    @property
    def known(self) -> list[LineReport]:
        return self._of(Outcome.KNOWN)

    @property
    def repeated(self) -> list[LineReport]:
        return self._of(Outcome.REPEATED)

    @property
    def refused(self) -> list[LineReport]:
        return self._of(Outcome.REFUSED)

    @property
    def people(self) -> list[LineReport]:
        """One line for each person of the file."""
        return self._of(Outcome.ADDED, Outcome.KNOWN)

    @property
    def unclear(self) -> list[LineReport]:
        """The lines of which somebody has to say whom they mean."""
        return [line for line in self.lines if line.namesakes]

    @property
    def completed(self) -> int:
        """Of how many people on the roster the file says more than was known."""
        return sum(isinstance(key, int) for key in self.roster.completed)

    def new_people(self) -> dict[RosterKey, rules.Person]:
        """The people who are new on the roster, by the keys of their lines."""
        keys = [line.key for line in self.added if line.key is not None]
        return {key: self.roster.people[key] for key in keys}

    def counts(self) -> dict[str, int]:
        """The number of lines by outcome, and of new entries."""
        found = {outcome.value: len(self._of(outcome)) for outcome in Outcome}
        return found | {"entered": self.entered}


def match_lines(
    file: RosterFile,
    roster: rules.Roster[RosterKey],
    said: Mapping[int, rules.Said[RosterKey]] | None = None,
    *,
    unsaid: str = "",
) -> list[LineReport]:
    """The outcome of each line of a file. New people are added to ``roster``.

    ``said`` is whom a line means, by its number; ``unsaid`` whom the unclear ones mean of which it
    says nothing: SAME, SOMEBODY_ELSE, or who is presumed.
    """
    seen: dict[RosterKey, int] = {}
    return [
        _match(line, roster, seen, (said or {}).get(line.number), unsaid) for line in file.lines
    ]


def _match(
    line: Line,
    roster: rules.Roster[RosterKey],
    seen: dict[RosterKey, int],
    said: rules.Said[RosterKey],
    unsaid: str,
) -> LineReport:
    number, name, person = line.number, line.name, line.person
    if person is None:
        return LineReport(number, name, Outcome.REFUSED, reasons=line.reasons)
    namesakes: Mapping[RosterKey, rules.Person] = {}
    try:
        try:
            key = roster.find(person)
        except errors.NameNotClear as unclear:
            # Nothing would tell somebody else from a line that is on the roster as it is here.
            namesakes = {} if roster.has(person) else unclear.namesakes
            said = said if said in namesakes or said == rules.SOMEBODY_ELSE else None
            said = said or _unsaid(unsaid, namesakes) or roster.presume(person)
            key = roster.find(person, said)
    except Refused as reason:
        refused = Outcome.REFUSED
        return LineReport(
            number, name, refused, person, reasons=(reason,), namesakes=namesakes, said=said
        )
    facts: dict[str, Any] = {"namesakes": namesakes, "said": said if namesakes else None}
    if key is None:
        key = ("line", number)
        roster.add(key, person)
        seen[key] = number
        return LineReport(number, name, Outcome.ADDED, person, key, **facts)
    roster.complete(key, person)
    if key in seen:
        return LineReport(number, name, Outcome.REPEATED, person, key, same_as=seen[key], **facts)
    seen[key] = number
    return LineReport(number, name, Outcome.KNOWN, person, key, **facts)


def _unsaid(unsaid: str, namesakes: Mapping[RosterKey, rules.Person]) -> rules.Said[RosterKey]:
    """Whom all unclear lines mean; of several namesakes nobody can be the same unasked."""
    if unsaid == rules.SOMEBODY_ELSE:
        return rules.SOMEBODY_ELSE
    return next(iter(namesakes)) if unsaid == SAME and len(namesakes) == 1 else None


def describe(report: ImportReport) -> list[str]:
    """A report in sentences: the lines that need attention, in order, then the counts."""
    found = []
    for line in report.lines:
        if line.outcome == Outcome.REFUSED:
            reasons = " ".join(map(str, line.reasons))
            found.append((line.number, line_sentence(line, reasons)))
        elif line.outcome == Outcome.REPEATED:
            reason = gettext("same person as in line %(line)s.") % {"line": line.same_as}
            found.append((line.number, line_sentence(line, reason)))
    if report.file.ignored:
        columns = ", ".join(report.file.ignored)
        found.append((0, gettext("Unused columns: %(columns)s.") % {"columns": columns}))
    return [text for _, text in sorted(found)] + [summary(report)]


def line_sentence(line: LineReport, text: str) -> str:
    """A sentence about one line: "line 7: Bob: …"."""
    who = f"{line.name}: " if line.name else ""
    return gettext("line %(number)s: %(text)s") % {"number": line.number, "text": who + text}


def summary(report: ImportReport) -> str:
    """The counts of a report as one sentence."""
    text = (
        gettext(
            "%(added)s new, %(known)s already on the roster, %(repeated)s duplicates, "
            "%(refused)s with errors; %(entered)s registered."
        )
        % report.counts()
    )
    return gettext("Dry run, nothing saved: %(text)s") % {"text": text} if report.dry_run else text
