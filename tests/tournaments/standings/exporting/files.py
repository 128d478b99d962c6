"""How other programs read the files that the site writes: each row as values by its headings."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import openpyxl

from tournaments.text_files import plain_cell

#: The ways a file is written: its kind, and what separates the cells of a CSV file.
WAYS = (("csv", ","), ("csv", ";"), ("xlsx", ","), ("json", ","))
#: What is a number in a file, also in a CSV file, where everything is text.
NUMBERS = frozenset(
    {"place", "score", "wins", "game points", "games", "hands", "round", "table", "hand",
     "points", "week", "match", "board"}
)  # fmt: skip


def read(content, kind, separator):
    """The rows of a file as dicts; numbers as Decimal, empty cells as empty text."""
    rows = {"csv": _csv, "xlsx": _workbook, "json": _json}[kind](content, separator)
    sign = "," if separator == ";" else "."
    return [{name: _value(name, cell, sign) for name, cell in row.items()} for row in rows]


def _csv(content, separator):
    lines = io.StringIO(content.decode("utf-8-sig"), newline="")
    rows = csv.DictReader(lines, delimiter=separator, strict=True)
    return [{name: plain_cell(cell) for name, cell in row.items()} for row in rows]


def _workbook(content, _separator):
    head, *rows = openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
    return [
        {name: plain_cell(cell) if isinstance(cell, str) else cell
         for name, cell in zip(head, row, strict=True)}
        for row in rows
    ]  # fmt: skip


def _json(content, _separator):
    return json.loads(content)


def _value(name, cell, sign):
    if cell in (None, ""):
        return ""
    return Decimal(str(cell).replace(sign, ".")) if name in NUMBERS else cell


def fraction(text):
    """An exact score, such as "3 1/2", as a number."""
    parts = [Fraction(part) for part in text.removeprefix("-").split()]
    return -sum(parts) if text.startswith("-") else sum(parts)
