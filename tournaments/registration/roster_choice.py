"""The choices of a conductor about the sheet of a roster: as sent, and as remembered."""

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from tournaments import text_encodings
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.registration.roster_file import RosterFile
from tournaments.registration.roster_headings import (
    FIRST_NAME,
    LAST_NAME,
    MOST_COLUMNS,
    TOURNAMENTS,
)
from tournaments.registration.roster_rows import Choice
from tournaments.workbooks import reading as workbook

FIELDS = {one.key for one in ROSTER_FIELDS} | {FIRST_NAME, LAST_NAME, TOURNAMENTS}
#: In the session of a conductor: the columns of a sheet, by its headings.
REMEMBERED = "roster_columns"
MOST_REMEMBERED = 10
LONGEST_KEY = 400
SAMPLES = 3
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-\u2013]\s*(\d{1,5}))?")


def read_choice(sent: Mapping[str, str]) -> Choice:
    """The choice that a form sent; an empty one if it sent none."""
    if "chosen" not in sent:
        return Choice()
    columns = {
        at: field
        for at in range(MOST_COLUMNS)
        if (field := sent.get(f"column-{at}")) is not None and (not field or field in FIELDS)
    }
    return Choice(
        sheet=_number(sent.get("sheet", "")),
        encoding=sent.get("encoding", ""),
        heading=_number(sent.get("heading", "")),
        columns=columns,
        left_out=frozenset(_lines(sent.get("leave", ""))),
    )


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,5}", text.strip()) else None


def _lines(text: str) -> set[int]:
    found: set[int] = set()
    for first, last in _RANGE.findall(text):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def in_ranges(numbers: list[int]) -> str:
    """Line numbers as a person writes them: ``3, 40-42``."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def kept(data: bytes) -> str:
    """A file as a form sends it back, so that it can be read again in another way."""
    return base64.b64encode(data).decode()


def sent_back(text: str) -> bytes:
    """The bytes of a file that a form sent back; empty if it is none."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def remember(session: Any, file: RosterFile) -> None:
    """Keep which column is what for the next file with these headings."""
    if not file.heading:
        return
    known: dict[str, list[str]] = session.get(REMEMBERED, {})
    known.pop(_key(file), None)
    known[_key(file)] = [found or "" for found in file.fields]
    session[REMEMBERED] = dict(list(known.items())[-MOST_REMEMBERED:])


def remembered(session: Any, file: RosterFile) -> Choice | None:
    """The columns chosen in the last file with these headings, if they are others."""
    fields = session.get(REMEMBERED, {}).get(_key(file)) if file.heading else None
    if fields is None or fields == [found or "" for found in file.fields]:
        return None
    return Choice(columns=dict(enumerate(fields)))


def _key(file: RosterFile) -> str:
    return "|".join(file.shown[0][1])[:LONGEST_KEY] if file.shown else ""


def encodings(data: bytes, file: RosterFile) -> list[tuple[str, str]]:
    """The encodings that a file may be in, the present one first, each with words it would read."""
    if workbook.is_workbook(data) or data.isascii():
        return []
    found = [(file.encoding, file.text), *text_encodings.others(data)]
    named = dict.fromkeys(name for name, _text in found)
    texts = dict(reversed(found))
    return [(name, ", ".join(_samples(texts[name]))) for name in named]


def _samples(text: str) -> list[str]:
    cells = re.split(r"[,;\t\r\n\"]+", text)
    return list(dict.fromkeys(c.strip()[:40] for c in cells if c.strip() and not c.isascii()))[
        :SAMPLES
    ]
