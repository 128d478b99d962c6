"""The choices of a conductor about the sheet of a roster: as sent, and as remembered."""

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments import text_encodings
from tournaments.headings import MOST_COLUMNS
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.punctuation import listed
from tournaments.registration.roster_file import RosterFile, read_roster
from tournaments.registration.roster_headings import NAME_PARTS, TOURNAMENTS
from tournaments.registration.roster_rows import Choice
from tournaments.workbooks import reading as workbook

FIELDS = {one.key for one in ROSTER_FIELDS} | NAME_PARTS | {TOURNAMENTS}
#: In the session of a conductor: how a sheet was read, by its headings.
REMEMBERED = "roster_choices"
#: Encodings that a file says itself, so that nobody has to choose one.
CERTAIN = frozenset({"", "UTF-8", "UTF-16"})
MOST_REMEMBERED = 10
LONGEST_KEY = 400
SAMPLES = 3
_RANGE = re.compile(r"(\d{1,5})(?:\s*[-\u2013]\s*(\d{1,5}))?")


def read_choice(sent: Mapping[str, str]) -> Choice:
    """The choice that a form sent; an empty one if it sent none.

    The form says beside each answer what it showed. What it showed of another sheet, or of the
    columns below other headings, is no choice about these.
    """
    if "chosen" not in sent:
        return Choice()
    choice = Choice(sheet=_number(sent.get("sheet", "")), encoding=sent.get("encoding", ""))
    if _is_other("sheet", sent):
        return choice
    is_below_others = _is_other("heading", sent)
    shown = sent.get("was-columns", "").split(",") if is_below_others else []
    columns = {
        at: field
        for at in range(MOST_COLUMNS)
        if (field := sent.get(f"column-{at}")) is not None
        and (not field or field in FIELDS)
        and shown[at : at + 1] != [field]
    }
    is_leave_shown = is_below_others and not _is_other("leave", sent)
    left_out = None if is_leave_shown else frozenset(_lines(sent.get("leave", "")))
    heading = _number(sent.get("heading", ""))
    return replace(choice, heading=heading, columns=columns, left_out=left_out)


def _is_other(name: str, sent: Mapping[str, str]) -> bool:
    """Whether a form sent something else than it showed."""
    return sent.get(name, "") != sent.get(f"was-{name}", sent.get(name, ""))


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
    """Keep how a sheet was read for the next file with these headings."""
    if not file.heading:
        return
    known: dict[str, dict[str, Any]] = session.get(REMEMBERED, {})
    key = _key(file.shown[0][1])
    known.pop(key, None)
    known[key] = {
        "fields": [found or "" for found in file.fields],
        "sheet": file.sheets[file.sheet] if file.sheets else "",
        "encoding": "" if file.encoding in CERTAIN else file.encoding,
    }
    session[REMEMBERED] = dict(list(known.items())[-MOST_REMEMBERED:])


def remembered(session: Any, data: bytes) -> Choice:
    """How the last file with the headings of this one was read; an empty choice if none was.

    Raises a FileRefused if the file cannot be read at all.
    """
    known: dict[str, dict[str, Any]] = session.get(REMEMBERED, {})
    if not known:
        return Choice()
    # Without headings all rows are seen, also those above what looks like the headings.
    plain = read_roster(data, Choice(heading=0), needs_name=False)
    seen: dict[tuple[int | None, str], RosterFile] = {(None, ""): plain}
    for key, last in reversed(known.items()):
        sheet = plain.sheets.index(last["sheet"]) if last["sheet"] in plain.sheets else None
        encoding = "" if plain.encoding in CERTAIN else last["encoding"]
        way = Choice(sheet=sheet, encoding=encoding, heading=0)
        if (sheet, encoding) not in seen:
            seen[sheet, encoding] = read_roster(data, way, needs_name=False)
        for number, cells in seen[sheet, encoding].shown:
            if _key(cells) == key:
                return replace(way, heading=number, columns=dict(enumerate(last["fields"])))
    return Choice()


def _key(headings: Sequence[str]) -> str:
    return "|".join(headings)[:LONGEST_KEY]


def encodings(data: bytes, file: RosterFile) -> list[tuple[str, str]]:
    """The encodings that a file may be in, the present one first, each with words it would read."""
    if workbook.is_workbook(data) or data.isascii():
        return []
    found = [(file.encoding, file.text), *text_encodings.others(data)]
    named = dict.fromkeys(name for name, _text in found)
    texts = dict(reversed(found))
    return [(name, listed(_samples(texts[name]))) for name in named]


def _samples(text: str) -> list[str]:
    cells = re.split(r"[,;\t\r\n\"]+", text)
    return list(dict.fromkeys(c.strip()[:40] for c in cells if c.strip() and not c.isascii()))[
        :SAMPLES
    ]
