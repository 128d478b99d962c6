"""The lines of a roster whose columns no comma, semicolon or tab keeps apart, as lines with these.

Pure. Lines keep their numbers.
"""

import csv
import io
import re

from tournaments.registration.roster_headings import fields_of, has_name

ROWS_SEARCHED = 30
SEPARATORS = ",;\t"
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_BETWEEN = (re.compile(r"\|"), re.compile(r" {2,}"))


def usual_lines(text: str) -> str:
    """The text; with tabs where bars or runs of spaces stand between its columns, and without the
    quotation marks around whole lines, with which spreadsheets save a file that they have opened
    as one column.
    """
    lines = list(io.StringIO(text, newline=""))
    said = [line for line in lines if line.strip()]
    first = said[:ROWS_SEARCHED]
    if any(_has_headings(line, SEPARATORS) for line in first):
        return text
    are_quoted = all(_QUOTED.fullmatch(_plain(line)) for line in said)
    if are_quoted and any(_has_headings(_unquoted(line), SEPARATORS) for line in first):
        return "".join(_unquoted(line) + _end(line) for line in lines)
    for between in _BETWEEN:
        alone = [line for line in first if not set(line) & set(SEPARATORS)]
        if any(_has_headings(_by_tabs(line, between), "\t") for line in alone):
            return "".join(_by_tabs(line, between) + _end(line) for line in lines)
    return text


def _plain(line: str) -> str:
    return line.strip().lstrip("\ufeff")


def _unquoted(line: str) -> str:
    return _plain(line)[1:-1].replace('""', '"')


def _by_tabs(line: str, between: re.Pattern[str]) -> str:
    return "\t".join(cell.strip() for cell in between.split(_plain(line).strip("| ")))


def _end(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _has_headings(line: str, separators: str) -> bool:
    """Whether a line has several columns by one of the separators, and one of them is of names."""
    for separator in separators:
        try:
            cells = next(csv.reader([line], delimiter=separator), [])
        except csv.Error:
            continue
        if len(cells) > 1 and has_name(fields_of(cells)):
            return True
    return False
