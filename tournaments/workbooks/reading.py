"""Reading a sheet of an Excel workbook (.xlsx) as the text of a CSV file.

Pure: bytes in, text out. No content raises anything but a FileRefused. A workbook is read as a
stream of elements, never as a tree, so a small file takes little memory whatever it unpacks to:
see docs/decisions/0017-workbooks-as-a-stream.md.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

from tournaments import text_files
from tournaments.workbooks import errors
from tournaments.workbooks.package import Package, PackageTooLargeError

if TYPE_CHECKING:
    from tournaments.workbooks.dates import Dates

#: Every .xlsx file is a ZIP archive.
START = b"PK\x03\x04"
#: Unpacked, so many times the bytes of the largest CSV file. Ten thousand lines need less.
MOST_UNPACKED = 8
#: No cell holds more signs; the rest of a longer text is not read.
LONGEST_TEXT = 32_767
#: So many sheets of a book, signs of their names, and hidden rows of one are noted.
MOST_SHEETS, LONGEST_SHEET, MOST_HIDDEN = 50, 31, 10_000
#: Between the lines of a cell.
LINE_IN_CELL = "\u2028"
#: How a workbook says no.
NO = frozenset({"0", "false"})
#: Whole numbers below are exact in a spreadsheet.
EXACT = 10**15


def is_workbook(data: bytes) -> bool:
    """Whether a file may be a workbook; ``read_workbook`` refuses what only looks like one."""
    return data.startswith(START)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as comma-separated lines. ``names`` are those of all sheets that are not hidden, of
    which it is the one at ``at``; ``hidden`` are the numbers of its rows that a filter hides.
    """

    text: str
    names: tuple[str, ...] = ()
    at: int = 0
    hidden: frozenset[int] = frozenset()


def read_workbook(data: bytes, *, most_bytes: int, most_lines: int, most_columns: int) -> str:
    """The first sheet that is not hidden, as text: see ``read_sheet``."""
    found = read_sheet(
        data, most_bytes=most_bytes, most_lines=most_lines, most_columns=most_columns
    )
    return found.text


def read_sheet(
    data: bytes,
    at: int | None = None,
    *,
    most_bytes: int,
    most_lines: int,
    most_columns: int,
) -> Sheet:
    """A sheet as comma-separated lines; line numbers are those of the sheet.

    Without ``at`` it is the first. Formulas give the values that the spreadsheet stored. Columns
    past ``most_columns`` are left out. Raises a FileRefused.
    """
    too_large = text_files.too_large(most_bytes)
    if len(data) > most_bytes:
        raise too_large
    text = io.StringIO()
    writer, line = csv.writer(text), 0
    try:
        sheet = _Sheet(Package(data, MOST_UNPACKED * most_bytes), most_columns, at or 0)
        for number, cells in sheet.rows():
            if number > most_lines:
                raise errors.TooManyLines(field="file", most=most_lines)
            # Many cells may show one long text, so each row is weighed before it is written.
            if text.tell() + sum(map(len, cells)) > most_bytes:
                raise too_large
            writer.writerows([[]] * (number - line - 1) + [cells])
            line = number
        if len(text.getvalue().encode()) > most_bytes:
            raise too_large
    except text_files.FileRefused:
        raise
    except PackageTooLargeError as error:
        raise too_large from error
    except Exception as error:  # a damaged workbook raises what its parsers do
        raise errors.NoWorkbook(field="file") from error
    return Sheet(text.getvalue(), tuple(sheet.names), sheet.at, frozenset(sheet.hidden))


@dataclass
class _Cell:
    """A cell while it is read: the attributes of its element, and the text found inside."""

    column: int
    kind: str
    style: int
    pieces: list[str] = field(default_factory=list)


def _new_dates() -> "Dates":
    # Every process would load openpyxl, and numpy with it, to open the site.
    from tournaments.workbooks.dates import Dates  # noqa: PLC0415 - loaded late

    return Dates()


@dataclass
class _Sheet:
    """A sheet of a workbook: the one at ``at`` of those that are not hidden."""

    package: Package
    most_columns: int
    at: int = 0
    names: list[str] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    _strings: list[str] = field(default_factory=list)
    _dates: "Dates" = field(default_factory=_new_dates)
    #: The format of each style that has one, by its number.
    _formats: dict[int, int] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that hold something: number (from 1) and cells, without the empty ones at
        the end.
        """
        book = self.package.target("", "officeDocument")
        sheet = self._read_book(book)
        self._read_formats(self.package.target(book, "styles"))
        self._strings = list(self._read_strings(self.package.target(book, "sharedStrings")))
        number, row, cell = 0, dict[int, str](), _Cell(0, "", 0)
        for name, given, text, is_end in self.package.elements(sheet):
            if name == "row" and not is_end:
                # A row that claims to be above the one before it comes below that one.
                number, row = max(number + 1, int(given.get("r", 0))), {}
                if given.get("hidden", "0") not in NO and len(self.hidden) < MOST_HIDDEN:
                    self.hidden.add(number)
                cell = _Cell(0, "", 0)
            elif name == "row":
                width = max((column for column, shown in row.items() if shown), default=0)
                if width:
                    yield number, [row.get(column, "") for column in range(1, width + 1)]
            elif name == "c" and not is_end:
                cell = _Cell(self._column(given, cell), given.get("t", "n"), int(given.get("s", 0)))
            elif name == "c":
                if cell.column <= self.most_columns:
                    row[cell.column] = self._written(cell)
            elif is_end and name == ("t" if cell.kind == "inlineStr" else "v"):
                cell.pieces.append(text)

    def _column(self, given: Mapping[str, str], before: _Cell) -> int:
        """The number of a cell's column: as in "C7", or behind the cell before it."""
        letters = re.match("[A-Z]{1,3}", given.get("r", ""))
        if not letters:
            return before.column + 1
        return reduce(lambda column, letter: 26 * column + ord(letter) - 64, letters[0], 0)

    def _read_book(self, book: str) -> str:
        """The name of the part that holds the sheet. Notes from which day dates count.

        Where all sheets are hidden, all count.
        """
        sheets = self.package.targets(book, "worksheet")
        parts: list[tuple[str, str, bool]] = []
        for name, given, _text, is_end in self.package.elements(book):
            if name == "workbookPr" and given.get("date1904", "0") not in NO:
                self._dates.count_from_1904()
            elif name == "sheet" and not is_end and len(parts) < MOST_SHEETS:
                part = sheets.get(given.get("id", ""))
                if part is not None:
                    is_hidden = given.get("state", "visible") != "visible"
                    parts.append((part, given.get("name", "")[:LONGEST_SHEET], is_hidden))
        parts = [one for one in parts if not one[2]] or parts
        if not parts:
            raise ValueError("no sheet")
        self.names = [name for _part, name, _is_hidden in parts]
        self.at = min(max(self.at, 0), len(parts) - 1)
        return parts[self.at][0]

    def _read_formats(self, styles: str) -> None:
        """Notes how each style of cells shows a number."""
        in_cells, style = False, 0
        for name, given, _text, is_end in self.package.elements(styles):
            if name == "cellXfs":
                in_cells = not is_end
            elif name == "numFmt" and not is_end:
                self._dates.define(int(given["numFmtId"]), given.get("formatCode", ""))
            elif name == "xf" and in_cells and not is_end:
                if number := int(given.get("numFmtId", 0)):
                    self._formats[style] = number
                style += 1

    def _read_strings(self, part: str) -> Iterator[str]:
        """The texts that cells refer to by number, without hints on pronunciation."""
        pieces: list[str] = []
        in_hint = False
        for name, _given, text, is_end in self.package.elements(part):
            if name == "rPh":
                in_hint = not is_end
            elif is_end and name == "t" and not in_hint:
                pieces.append(text)
            elif is_end and name == "si":
                yield _on_one_line(pieces)
                pieces.clear()

    def _written(self, cell: _Cell) -> str:
        """A cell as a person would write it, on one line."""
        text = _on_one_line(cell.pieces) if cell.pieces else ""
        if not text:
            return ""
        if cell.kind == "s":
            return self._strings[int(text)]
        if cell.kind == "b":
            return str(text not in {"0", "false"})
        if cell.kind == "d":  # a day is read as its midnight
            return text.replace("T", " ").removesuffix("Z").removesuffix(" 00:00:00")
        return self._written_number(text, cell.style) if cell.kind == "n" else text

    def _written_number(self, text: str, style: int) -> str:
        try:
            value = float(text)
        except ValueError:
            return text
        moment = self._dates.written(value, self._formats.get(style, 0))
        if moment is not None:
            return moment
        if text.isdecimal():
            return text
        return str(int(value)) if value.is_integer() and abs(value) < EXACT else str(value)


def _on_one_line(pieces: list[str]) -> str:
    """A text without line ends, so that a row of a sheet is a line of the text that is made of it.

    Its own lines are kept apart by a sign that ends no line of a file, but one of a note.
    """
    text = "".join(pieces)[:LONGEST_TEXT]
    # Excel writes the signs that XML cannot hold as _x000D_, and this text itself as _x005F_x000D_.
    text = (
        re.sub("_x000[Dd]_\n?|_x000[Aa]_", "\n", text)
        .replace("_x0009_", " ")
        .replace("_x005F_", "_")
    )
    lines = (" ".join(line.split()) for line in text.splitlines())
    return LINE_IN_CELL.join(lines).strip(LINE_IN_CELL)
