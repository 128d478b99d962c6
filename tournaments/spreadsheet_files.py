"""Rows as files for spreadsheets and programs: CSV, Excel and JSON."""

import json
from decimal import Decimal
from typing import Any

import tablib

from tournaments.text_files import DECIMAL_SIGNS, safe_cell

#: The kinds of file, with their media types.
FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


def encode(data: tablib.Dataset, kind: str, *, separator: str = ",") -> bytes:
    """A dataset as a file of one of FORMATS.

    CSV is UTF-8 with the byte order mark that spreadsheets need to read accents. With a semicolon
    for a ``separator`` its decimals have a comma, as a spreadsheet has them where commas separate
    no cells. In a workbook exact scores stay text. JSON has the values as they are: nothing
    evaluates them.
    """
    if kind == "json":
        rows = [dict(zip(data.headers, map(_plain, row), strict=True)) for row in data]
        return json.dumps(rows, ensure_ascii=False, indent=1).encode()
    safe_data = tablib.Dataset(*([safe_cell(cell) for cell in row] for row in data))
    safe_data.headers = data.headers
    if kind == "csv":
        sign = DECIMAL_SIGNS[separator]
        written = tablib.Dataset(*([_written(cell, sign) for cell in row] for row in safe_data))
        written.headers = data.headers
        return str(written.export("csv", delimiter=separator)).encode("utf-8-sig")
    return bytes(safe_data.export("xlsx", escape=False))


def _written(value: Any, decimal_sign: str) -> Any:
    is_number = isinstance(value, Decimal | float)
    return str(value).replace(".", decimal_sign) if is_number else value


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value
