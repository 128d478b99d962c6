"""Text files that spreadsheets write: their encoding, their lines, and cells that are no formulas.

Pure: no content raises anything but a FileRefused.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from io import StringIO
from typing import Any, NoReturn

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import text_encodings
from tournaments.errors import Refused

_BINARY_STARTS = (b"PK\x03\x04", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\xd0\xcf\x11\xe0")
_MOST_CONTROL_SIGNS = 0.02
#: What stands between the cells of a line.
SEPARATORS = (",", ";", "\t")
#: What a file that is written may have between its cells, with the sign before its decimals.
DECIMAL_SIGNS = {",": ".", ";": ","}
#: A text that begins with one of these is a formula to some spreadsheet.
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - the wide ones are meant


class FileRefused(Refused):
    """The base of all reasons why a file cannot be read at all."""


class FileTooLarge(FileRefused):
    code = "file-too-large"
    sentence = _("This file is larger than %(most)s KB. Split it and import the parts.")


class NoTextFile(FileRefused):
    code = "no-text-file"
    sentence = _("This is not a text file. In your spreadsheet choose “Save as”, then CSV.")


class NoJsonRows(FileRefused):
    code = "no-json-rows"
    sentence = _("This JSON file is not a list of lines, each with texts by their names.")


class UnknownSeparator(Refused):
    code = "unknown-separator"
    status = HTTPStatus.BAD_REQUEST
    sentence = _("The cells of a line are separated by a comma or by a semicolon.")


def checked_separator(text: str) -> str:
    """The separator that somebody wants in a file. Raises UnknownSeparator."""
    if text not in DECIMAL_SIGNS:
        raise UnknownSeparator(field="separator")
    return text


def decode(data: bytes, *, most: int, encoding: str = "") -> tuple[str, str]:
    """The text of a file that any spreadsheet wrote, and its encoding, or in the ``encoding`` that
    somebody chose. Raises a FileRefused.
    """
    if len(data) > most:
        raise too_large(most)
    if data.startswith(_BINARY_STARTS):
        raise NoTextFile(field="file")
    text, name = text_encodings.guessed(data)
    for codec, known in text_encodings.ENCODINGS.items():
        if known == encoding and (chosen := text_encodings.decoded(data, codec)) is not None:
            text, name = chosen, known
    control = sum(char < " " and char not in "\t\r\n" for char in text)
    if "\0" in text or control > max(3, len(text) * _MOST_CONTROL_SIGNS):
        raise NoTextFile(field="file")
    if len(text.encode()) > most:
        raise too_large(most)
    return text, name


def too_large(most: int) -> FileTooLarge:
    """The refusal of a file of more than ``most`` bytes."""
    return FileTooLarge(field="file", most=most // 1024)


def rows_of(
    text: str, wrong: Callable[[int, str], NoReturn], *, most: int
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a list, the heading among them, as the number of the line and the cells.

    Cells are separated by comma, semicolon or tab, and have no spaces around them; empty rows are
    left out. What cannot be read goes to ``wrong``, with the number of its line.
    """
    text = text.lstrip("\ufeff")
    heading = text.lstrip().partition("\n")[0]
    separator = max(SEPARATORS, key=heading.count)
    # Any of the three ways to end a line: the reader itself refuses a lone "\r".
    lines = csv.reader(
        StringIO(text, newline=None), delimiter=separator, skipinitialspace=True, strict=True
    )
    while (line := lines.line_num + 1) <= most:
        try:
            cells = next(lines, None)
        except csv.Error:
            wrong(line, gettext("its quotation marks do not match up."))
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, [cell.strip() for cell in cells]
    wrong(line, gettext("the list is too long."))


def is_json(text: str) -> bool:
    """Whether a text begins as a list of objects; no sheet has such a first cell."""
    return text.lstrip("\ufeff \t\r\n").startswith(("[{", "[\n", "[\r", "[ ", "[]"))


def json_as_csv(text: str) -> str:
    """A line for each object of a list, below the names of the values. Raises NoJsonRows."""
    try:
        rows = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise NoJsonRows(field="file") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NoJsonRows(field="file")
    headings = list(dict.fromkeys(name for row in rows for name in row))
    found = StringIO(newline="")
    sheet = csv.writer(found)
    sheet.writerow([_json_cell(name) for name in headings])
    for row in rows:
        sheet.writerow([safe_cell(_json_cell(row.get(name))) for name in headings])
    return found.getvalue()


def _json_cell(value: Any) -> str:
    """A text or a number. Raises NoJsonRows for anything else, and what no column takes."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise NoJsonRows(field="file")
    text = str(value)
    # An escape may stand for half a letter, or for none.
    if "\0" in text or text.encode(errors="ignore").decode() != text:
        raise NoJsonRows(field="file")
    return text


def safe_cell(value: Any) -> Any:
    """``value`` as a cell that no spreadsheet mistakes for a formula; numbers stay numbers."""
    if isinstance(value, str) and (value.startswith(FORMULA_STARTS) or plain_cell(value) != value):
        return f"'{value}"
    return value


def plain_cell(text: str) -> str:
    """A cell as it was before ``safe_cell``."""
    rest = text[1:]
    is_guarded = rest.startswith(FORMULA_STARTS) or (rest[:1] == "'" and plain_cell(rest) != rest)
    return rest if text[:1] == "'" and is_guarded else text
