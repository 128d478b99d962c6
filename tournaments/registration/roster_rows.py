"""Which rows of a sheet are people: below its headings, and no totals, errors or hidden rows.

Pure. What is passed over is named, so that a conductor can take it in.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.names import loose
from tournaments.registration.roster_headings import field_of_heading, fields_of, has_name

#: The headings stand in one of so many rows that hold something: titles may be above them.
ROWS_SEARCHED = 30
#: No name of a list without headings is longer.
LONGEST_NAME = 60
#: What a spreadsheet shows for a formula that fails, in any of its languages.
ERROR_CELL = re.compile(r"#([A-ZÀ-ÖØ-Þ0-9/_]{2,12}[!?]|N/?[ADV]|N/D|N/B|NV)", re.IGNORECASE)
_MARK = re.compile(r"^\s*(?:\d{1,4}[.)]\s+|[-*•]\s+)")
_TOTAL_WORDS = (
    "total, totals, grand total, subtotal, sum, count, players, people, participants, Summe, "
    "gesamt, Gesamtsumme, Anzahl, Teilnehmer gesamt, total général, somme, nombre total, "
    "total general, suma, totale, totaal, aantal, razem, łącznie, ogółem, итого, всего, сумма, "
    "合計, 総計, 計"
)
_TOTALS = {loose(word) for word in _TOTAL_WORDS.split(", ")}


class Why(StrEnum):
    """Why a row is left out."""

    TOTAL = "total"
    ERROR = "error"
    HIDDEN = "hidden"
    TITLE = "title"
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


def is_total(name: str) -> bool:
    """Whether a name is the word of a sum, such as "Total: 39"."""
    letters = re.sub(r"[\d:=.,()\s]+", " ", name)
    return bool(letters.strip()) and loose(letters) in _TOTALS


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
    row: tuple[int, Sequence[str]], fields: Sequence[str | None], hidden: frozenset[int]
) -> Why | None:
    """Why a row below the headings is no person; None if it may be one."""
    number, cells = row
    if number in hidden:
        return Why.HIDDEN
    named = [
        cell
        for found, cell in zip(fields, cells, strict=False)
        if found in {"name", "first_name", "last_name"} and cell.strip()
    ]
    if named and all(map(is_error, named)):
        return Why.ERROR
    if named and is_total(" ".join(named)):
        return Why.TOTAL
    if not named and any(is_total(cell) for cell in cells):
        return Why.TOTAL
    return None
