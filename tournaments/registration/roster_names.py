"""The names of a roster: in which column they stand, and in which order their parts.

Pure.
"""

import re
from collections.abc import Sequence

from tournaments.headings import MOST_COLUMNS
from tournaments.names import loose
from tournaments.registration.roster_headings import (
    FIRST_NAME,
    LAST_NAME,
    NAME,
    field_of_heading,
)
from tournaments.registration.roster_report import as_spoken

#: So many rows say which of several columns is that of names.
ROWS_SEARCHED = 30
#: The share of names that are written with the last one before a comma where a sheet does so.
MOST = 0.8
_AFTER_A_COMMA = {"jr", "sr", "junior", "senior", "ii", "iii", "iv", "phd", "md", "esq"}
#: Chinese, Japanese and Korean names begin with that of the family.
_FAMILY_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\s]+")


def with_best_name(
    fields: list[str | None], headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[str | None]:
    """The fields, in which of several columns of names the one counts whose cells look most so.

    A sheet may have the numbers of players below "Player", and a short name beside the full one.
    Where it has first or last names too, a column of numbers is none of names.
    """
    if NAME not in fields:
        return fields
    columns = {
        at: sum(_likeness(row, at) for row in rows[:ROWS_SEARCHED])
        for at, heading in enumerate(headings[:MOST_COLUMNS])
        if field_of_heading(heading) == NAME and fields[at] in {NAME, None}
    }
    best = max(columns, key=lambda at: columns[at])
    has_others = not {FIRST_NAME, LAST_NAME}.isdisjoint(fields)
    best_is = None if rows and has_others and not columns[best] else NAME
    return [
        best_is if at == best else None if at in columns else found
        for at, found in enumerate(fields)
    ]


def _likeness(row: Sequence[str], at: int) -> int:
    cell = row[at] if at < len(row) else ""
    return any(char.isalpha() for char in cell) + (len(cell.split()) > 1)


def whole_name(first: str, infix: str, last: str) -> str:
    """The name of its parts, in the order in which people say it."""
    parts = [part for part in (first, infix, last) if part.strip()]
    if first.strip() and last.strip() and _FAMILY_FIRST.fullmatch(f"{first}{last}"):
        parts = [last, first]
    return " ".join(parts)


def has_last_first(names: Sequence[str]) -> bool:
    """Whether a sheet has the last name before a comma: "Lind, Ada"."""
    said = [name for name in names if name.strip()]
    return bool(said) and sum(map(_is_last_first, said)) >= MOST * len(said)


def in_order(name: str) -> str:
    """A name of such a sheet as people say it."""
    return as_spoken(name) if _is_last_first(name) else name


def _is_last_first(name: str) -> bool:
    last, _comma, first = name.partition(",")
    return (
        bool(last.strip() and first.strip())
        and "," not in first
        and (loose(first) not in _AFTER_A_COMMA)
    )
