"""Which rows of a sheet are people: below its headings, and no totals, errors or hidden rows.

Pure. What is passed over is named, so that a conductor can take it in.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.names import loose
from tournaments.registration import roster_words
from tournaments.registration.roster_headings import (
    NAME_PARTS,
    field_of_heading,
    fields_of,
    has_name,
)

#: The headings stand in one of so many rows that hold something: titles may be above them.
ROWS_SEARCHED = 30
#: No name of a list without headings is longer.
LONGEST_NAME = 60
#: What a spreadsheet shows for a formula that fails, in any of its languages, and a formula that
#: was saved in place of its value.
ERROR_CELL = re.compile(
    r"#([A-ZÀ-ÖØ-Þ0-9/_]{2,12}[!?]|N/?[ADV]|N/D|N/B|NV)|=.*[0-9(&].*", re.IGNORECASE | re.DOTALL
)
_MARK = re.compile(r"^\s*(?:\d{1,4}[.)]\s+|[-*•]\s+)")


class Why(StrEnum):
    """Why a row is left out."""

    TOTAL = "total"
    ERROR = "error"
    HIDDEN = "hidden"
    TITLE = "title"
    CANCELLED = "cancelled"
    NO_NAME = "no name"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that holds something and is not read: its number, what it says, and why."""

    number: int
    text: str
    why: Why


@dataclass(frozen=True, slots=True)
class Choice:
    """The choices of a conductor about a sheet. None is for the reader to find out.

    ``heading`` is the number of the line with the headings, 0 if there is none; ``columns`` the
    field of each column by its position from 0, "" for none; ``left_out`` the numbers of all lines
    that are no people.
    """

    sheet: int | None = None
    encoding: str = ""
    heading: int | None = None
    columns: Mapping[int, str] = field(default_factory=dict)
    left_out: frozenset[int] | None = None


def is_error(cell: str) -> bool:
    return bool(ERROR_CELL.fullmatch(cell.strip()))


def heading_row(rows: Sequence[tuple[int, Sequence[str]]]) -> int | None:
    """The position of the row with the most headings among the first; None if none has a name."""
    best, most = None, 0
    for at, (_number, cells) in enumerate(rows[:ROWS_SEARCHED]):
        fields = fields_of(list(cells))
        known = sum(found is not None for found in fields)
        if has_name(fields) and known > most:
            best, most = at, known
    return best


def bare_names(rows: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Whether rows are a plain list of names: one cell in each, with letters and no sentence."""
    texts = [[cell for cell in cells if cell.strip()] for _number, cells in rows]
    if not texts or any(map(field_of_heading, texts[0])):
        return False
    return len(rows) > 1 and all(
        len(row) == 1
        and len(row[0]) <= LONGEST_NAME
        and any(char.isalpha() for char in row[0])
        and not set(row[0]) & set('@<>{}="|#')
        for row in texts
    )


def unmarked(name: str) -> str:
    """A name without the number or the dash of a list."""
    return _MARK.sub("", name)


def title_of_list(names: Sequence[str]) -> bool:
    """Whether the first of a list of names is rather its title: one word before names of two."""
    rest = [len(unmarked(name).split()) > 1 for name in names[1:]]
    return len(unmarked(names[0]).split()) == 1 and sum(rest) >= 0.8 * len(rest)


def left_out(
    row: tuple[int, Sequence[str]],
    fields: Sequence[str | None],
    headings: Sequence[str],
    hidden: frozenset[int],
) -> Why | None:
    """Why a row below the headings is no person; None if it may be one."""
    number, cells = row
    if number in hidden:
        return Why.HIDDEN
    said = [(found, cell) for found, cell in zip(fields, cells, strict=False) if cell.strip()]
    said_of_person = [cell for found, cell in said if found]
    named = [cell for found, cell in said if found in NAME_PARTS]
    if not named:
        why = Why.NO_NAME if any(map(str.strip, cells)) and not said_of_person else None
        return Why.TOTAL if any(map(roster_words.is_total, cells)) else why
    if all(map(is_error, named)):
        return Why.ERROR
    if _repeats(headings, cells):
        return Why.TITLE
    is_alone = len(named) == len(said_of_person)
    is_off = any(map(roster_words.is_cancelled, headings, cells))
    return _why_no_person(" ".join(named), is_alone=is_alone) or (Why.CANCELLED if is_off else None)


def _why_no_person(name: str, *, is_alone: bool) -> Why | None:
    """Why a name is that of no person; None if it may be one."""
    if roster_words.is_total(name):
        return Why.TOTAL
    if roster_words.is_title(name, is_alone=is_alone):
        return Why.TITLE
    return Why.NO_NAME if roster_words.is_no_name(name) else None


def _repeats(headings: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a row says the headings once more, as below the break of a page."""
    pairs = [(one, cell) for one, cell in zip(headings, cells, strict=False) if cell.strip()]
    return bool(pairs) and all(loose(one) == loose(cell) for one, cell in pairs)
