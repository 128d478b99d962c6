"""Reading the first sheet of an Excel workbook (.xlsx) as the text of a CSV file.

Pure: bytes in, text out. No content raises anything but a FileRefused.
"""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import openpyxl

from tournaments.registration import errors

#: Every .xlsx file is a ZIP archive.
START = b"PK\x03\x04"
#: Unpacked, so many times the bytes of the largest CSV file. Ten thousand lines need less.
MOST_UNPACKED = 8
#: Parts of which openpyxl makes an object for each element, and the most bytes they unpack to.
COSTLY_PARTS = frozenset({"xl/styles.xml", "xl/workbook.xml", "[Content_Types].xml"})
MOST_OF_COSTLY_PART = 128 * 1024


def is_workbook(data: bytes) -> bool:
    """Whether a file may be a workbook; ``read_workbook`` refuses what only looks like one."""
    return data.startswith(START)


def read_workbook(data: bytes, *, most_bytes: int, most_lines: int, most_columns: int) -> str:
    """The first sheet as comma-separated lines; line numbers are those of the sheet.

    Formulas give the values that the spreadsheet stored. Columns past ``most_columns`` are left
    out. Raises a FileRefused.
    """
    if len(data) > most_bytes:
        raise errors.FileTooLarge(field="file", most=most_bytes // 1024)
    try:
        if _unpacks_to_much(data, MOST_UNPACKED * most_bytes):
            raise errors.FileTooLarge(field="file", most=most_bytes // 1024)
        rows = list(_rows(data, most_lines + 1, most_columns))
    except errors.FileRefused:
        raise
    except Exception as error:  # a damaged workbook raises what its parsers do
        raise errors.NoWorkbook(field="file") from error
    if len(rows) > most_lines:
        raise errors.TooManyLines(field="file", most=most_lines)
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    if len(text.getvalue().encode()) > most_bytes:
        raise errors.FileTooLarge(field="file", most=most_bytes // 1024)
    return text.getvalue()


def _unpacks_to_much(data: bytes, most_bytes: int) -> bool:
    """Whether a small archive unpacks to more than ``most_bytes``, or a costly part to too much."""
    # The archive says how much each part unpacks to, and zipfile reads no byte more.
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    return sum(part.file_size for part in parts) > most_bytes or any(
        part.filename in COSTLY_PARTS and part.file_size > MOST_OF_COSTLY_PART for part in parts
    )


def _rows(data: bytes, most_rows: int, most_columns: int) -> Iterator[list[str]]:
    """The rows of the first sheet, each without the empty cells at its end."""
    with warnings.catch_warnings():
        # Parts that openpyxl leaves out, such as lists to choose from, hold no people.
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(
            io.BytesIO(data), read_only=True, data_only=True, keep_links=False
        )
    sheet = book.worksheets[0]
    # The size that the file claims may be wrong; only the rows themselves count.
    sheet.reset_dimensions()
    for row in sheet.iter_rows(max_row=most_rows, max_col=most_columns, values_only=True):
        cells = [_written(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _written(value: Any) -> str:
    """A cell as a person would write it, on one line."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    elif isinstance(value, datetime):  # a day is read as its midnight
        value = value.isoformat(" ").removesuffix(" 00:00:00")
    return " ".join(str(value).split())
