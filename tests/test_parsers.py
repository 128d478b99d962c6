"""Every parser of a file or a body: 64 KB of anything is read or refused, within 64 MB."""

import gzip
import io
import json
import random
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial

import pytest
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import APIException

from games import catalogue
from tests.examples import ALL
from tournaments.adjudicator import rules as adjudicator
from tournaments.api.parsers import ShallowJSONParser
from tournaments.errors import Refused
from tournaments.registration.roster_file import MOST_BYTES, read_roster
from tournaments.seating.changing import spreadsheet
from tournaments.standings.exporting import event_reader, event_text
from tournaments.text_files import decode
from tournaments.workbooks.package import MOST_TAGS

pytestmark = pytest.mark.once

#: `make test` has time for an eighth of each workbook, within an eighth of the memory, and for a
#: sixteenth of each body and other file.
SHARE, OF_A_BODY = (1, 1) if ALL else (8, 16)
BODY, MEMORY_FOR_A_BODY = 64 * 1024 // OF_A_BODY, 64 * 1024 * 1024 // OF_A_BODY
SIZE = 64 * 1024 // SHARE
MOST_MEMORY = 64 * 1024 * 1024 // SHARE
TAGS_OF_A_WORKBOOK = 100_000 if ALL else 5_000

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
#: The parts of a small workbook. What is dangerous goes where the bar is.
PARTS = {
    "[Content_Types].xml": f"""<Types
        xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
        <Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>
        <Override PartName="/xl/sharedStrings.xml" ContentType="{TYPE}.sharedStrings+xml"/>
        |</Types>""",
    "_rels/.rels": f"""<Relationships xmlns="{RELATIONS}">
        <Relationship Id="a" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>
        |</Relationships>""",
    "xl/_rels/workbook.xml.rels": f"""<Relationships xmlns="{RELATIONS}">
        <Relationship Id="b" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="s" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>
        <Relationship Id="f" Type="{OFFICE}/styles" Target="styles.xml"/>
        |</Relationships>""",
    "xl/workbook.xml": f"""<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>
        <sheet name="a" sheetId="1" r:id="b"/>|</sheets></workbook>""",
    "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs>|</cellXfs></styleSheet>',
    "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>name</t></si>|</sst>',
    "xl/worksheets/sheet1.xml": f"""<worksheet xmlns="{MAIN}"><sheetData>
        <row r="1"><c r="A1" t="s"><v>0</v></c></row>|</sheetData></worksheet>""",
}
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
#: Unpacked, just less than the most that a workbook may be.
UNPACKED = 4_000_000


def workbook(
    part: str = SHEET,
    before: str = "",
    piece: str = "",
    after: str = "",
    most: int = TAGS_OF_A_WORKBOOK,
) -> bytes:
    """A workbook with a piece in one of its parts, as often as 64 KB and ``most`` tags hold."""
    tags = max(1, piece.count("<"))
    times = min(UNPACKED // len(piece), (most - 100) // tags) if piece else 0
    while True:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
            for name, content in PARTS.items():
                inside = before + piece * times + after if name == part else ""
                made.writestr(name, content.replace("|", inside))
        if len(file.getvalue()) <= SIZE:
            return file.getvalue()
        times = times * 9 // 10


EVENT = {"id": 1, "name": "A", "slug": "a", "starts_on": "2026-11-21", "ends_on": "2026-11-21"}
LISTS = ("players", "tournaments", "entries", "kept_apart", "adjustments", "rounds", "tables")
LATER_LISTS = ("seats", "sheets", "lines", "standings", "ledger")


def event_file(name: str, piece: bytes, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """An event file with as many pieces as fit in the list ``name``, and nothing in the others."""
    head = {"format": "roundhouse-event", "version": 1, "event": EVENT}
    body = json.dumps(head | {one: [] for one in (*LISTS, *LATER_LISTS) if one != name})
    before = f'{body[:-1]}, "{name}": ['.encode() + before
    return filled(piece, before=before, after=after + b"]}")


def filled(piece: bytes, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """As many pieces as fit into BODY bytes between two ends."""
    return before + piece * ((BODY - len(before) - len(after)) // len(piece)) + after


PEOPLE = b"name,handle,home town\n"


@cache
def hostile() -> dict[str, bytes]:
    """Bodies and files of 64 KB at most, by name."""
    return {
        "nothing": b"",
        "zeros": b"\0" * BODY,
        "random bytes": random.Random(1).randbytes(BODY),
        "lists in lists": b"[" * BODY,
        "objects in objects": filled(b'{"a":'),
        "empty lists": filled(b"[],", before=b"[", after=b"0]"),
        "empty objects": filled(b"{},", before=b"[", after=b"0]"),
        "one name again and again": filled(b'"a":1,', before=b"{", after=b'"b":1}'),
        "digits": b"7" * BODY,
        "a number with an exponent": b"1e" + b"9" * (BODY - 2),
        "half surrogates": filled(b"\\ud800", before=b'"', after=b'"'),
        "rows without columns": event_file("players", b"{},", after=b"{}"),
        "tie-breaks of no kind": event_file(
            "tournaments", b"0,", before=b'{"tie_breaks":[', after=b"0]}"
        ),
        "a ledger of lists": event_file(
            "ledger", b"[],", before=b'{"after":{"a":[', after=b"[]]}}"
        ),
        "compressed": gzip.compress(b"a" * (40_000_000 // OF_A_BODY)),
        "deflated": zlib.compress(b"a" * (60_000_000 // OF_A_BODY)),
        "commas": filled(b",", before=PEOPLE),
        "quotation marks": filled(b'"', before=PEOPLE),
        "lines": filled(b"\n", before=PEOPLE),
        "lone carriage returns": filled(b"\r", before=PEOPLE),
        "tabs": filled(b"\t", before=b"name\t"),
        "one long name": filled(b"x", before=PEOPLE),
        "letters that unfold": filled("\ufdfa".encode(), before=PEOPLE),
        "people who unfold": filled("\ufdfa\n".encode(), before=PEOPLE),
        "marks upon marks": filled("\u0301".encode(), before=PEOPLE + b"a"),
        "wide text": "\ufdfa".encode("utf-16-le").join([b"\xff\xfe", b""]) * (BODY // 5),
        "a seating": filled(b"1,Nobody\n", before=b"table,player\n"),
        "moves": filled(b"0 pass\n"),
    }


#: Each made by the test that reads it: every process of the tests imports this file.
WORKBOOKS = {
    "nothing else": workbook,
    "a bomb of cells": partial(workbook, SHEET, "<row>", "<c/>", "</row>", most=10**6),
    "a row of cells": partial(workbook, SHEET, "<row>", "<c/>", "</row>", most=MOST_TAGS),
    "a shorter row of cells": partial(
        workbook, SHEET, "<row>", "<c/>", "</row>", most=100_000 // SHARE
    ),
    "rows": partial(workbook, SHEET, "", "<row/>"),
    "text of one cell": partial(workbook, SHEET, "<row><c t='str'><v>", "a ", "</v></c></row>"),
    "texts of one cell": partial(workbook, SHEET, "<row><c t='str'>", "<v>a</v>", "</c></row>"),
    "cells in cells": partial(workbook, SHEET, "<row>", "<c>"),
    "a row far below": partial(
        workbook, SHEET, "<row r='1048576'><c t='str'><v>", "a", "</v></c></row>"
    ),
    "shared texts": partial(workbook, STRINGS, "", "<si/>", most=MOST_TAGS),
    "fewer shared texts": partial(workbook, STRINGS, "", "<si/>", most=100_000 // SHARE),
    "runs of a shared text": partial(workbook, STRINGS, "<si>", "<r><t>a</t></r>", "</si>"),
    "styles": partial(workbook, "xl/styles.xml", "", "<xf numFmtId='14'/>"),
    "formats": partial(workbook, "xl/styles.xml", "", "<numFmt numFmtId='9' formatCode='y'/>"),
    "a long format": partial(
        workbook, "xl/styles.xml", "<numFmt numFmtId='9' formatCode='", "[", "'/>"
    ),
    # The list of sheets is read again for each of the first dozen.
    "sheets": partial(
        workbook,
        "xl/workbook.xml",
        "",
        '<sheet name="a" sheetId="1" r:id="b"/>',
        most=TAGS_OF_A_WORKBOOK // 4,
    ),
}


def read_event(data: bytes) -> None:
    event_reader.checked(event_text.parse(data))


def read_seating(data: bytes) -> None:
    for _line in spreadsheet._rows(decode(data, most=MOST_BYTES)[0]):
        pass


def read_body(data: bytes) -> None:
    request = RequestFactory().post("/", data, content_type="application/json")
    ShallowJSONParser().parse(request, "application/json", {})


def read_record(key: str):
    def read(data: bytes) -> None:
        adjudicator.read(key, data.decode("utf-8", errors="replace"))

    return read


def read_sheets(data: bytes) -> None:
    given = event_text.parse(data)
    for key in catalogue.games():
        for sheet in catalogue.sheets(key).values():
            sheet.clean(given, 4)
            names = [field.name for field in sheet.fields]
            sheet.clean(dict.fromkeys(names, given), 4)


PARSERS = {
    "an event file": read_event,
    "a roster": read_roster,
    "a seating": read_seating,
    "a body of the API": read_body,
    "a score sheet": read_sheets,
    **{f"a record of {key}": read_record(key) for key in catalogue.games()},
}
#: What is no record is refused before a game is asked: one of them reads all of it in `make test`.
RECORDS = [name for name in PARSERS if name.startswith("a record of ")][1:]


@pytest.fixture(scope="module", autouse=True)
def _readers_are_imported():
    """The first one that reads a workbook imports 14 MB, and the first sheets are made of packs."""
    read_roster(workbook(after="<row><c t='str'><v>Ada</v></c></row>"))
    for read in PARSERS.values():
        with suppress(Refused, APIException):
            read(b"[]")


def peak_memory(read: Callable[[bytes], object], data: bytes) -> int:
    """The most bytes that were in use while a parser read or refused ``data``."""
    assert len(data) <= SIZE
    tracemalloc.start()
    try:
        read(data)
    except (Refused, APIException):
        pass
    finally:
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize(
    "parser",
    [pytest.param(name, marks=pytest.mark.long if name in RECORDS else ()) for name in PARSERS],
)
def test_no_64_kb_take_more_than_64_mb_or_raise_anything_but_a_refusal(parser):
    for name, data in hostile().items():
        peak = peak_memory(PARSERS[parser], data)
        assert len(data) <= BODY
        assert peak < MEMORY_FOR_A_BODY, f"{name}: {peak:,} bytes"


#: With as many tags as there may be: five seconds each, which `make thorough` has.
LARGEST = ("a row of cells", "shared texts")
#: The same with a fifth of the tags and half the memory.
A_FIFTH = ("a shorter row of cells", "fewer shared texts")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name in LARGEST else ()) for name in WORKBOOKS],
)
def test_no_workbook_of_64_kb_takes_more_than_64_mb(name):
    most = MOST_MEMORY / 2 if name in A_FIFTH else MOST_MEMORY
    assert peak_memory(read_roster, WORKBOOKS[name]()) < most


def test_the_smallest_of_the_hostile_workbooks_is_a_workbook():
    assert read_roster(workbook(after="<row><c t='str'><v>Ada</v></c></row>")).lines[0].person


TAGS = ("row", "c", "v", "f", "is", "t", "r", "si", "rPh", "xf", "numFmt", "sheet", "cols", "col")
ATTRIBUTES = ("r='A1'", "r='ZZ99'", "r='9'", "t='s'", "t='b'", "s='1'", "numFmtId='14'", "id='b'")
TEXTS = st.sampled_from(["", "0", "1e999", "a ", "\ufdfa", "&#10;", "\U0001f682", "_x005F_"])
TAGGED = st.tuples(st.sampled_from(TAGS), st.lists(st.sampled_from(ATTRIBUTES), max_size=1)).map(
    lambda drawn: (f"<{' '.join([drawn[0], *drawn[1]])}>", f"</{drawn[0]}>")
)


def within(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(TAGGED, inner).map(lambda drawn: drawn[0][0] + drawn[1] + drawn[0][1])
    return st.lists(pair, min_size=1, max_size=3).map("".join)


PIECES = st.recursive(TEXTS, within, max_leaves=6).filter(bool)


@given(st.sampled_from(list(PARTS)), st.none() | TAGGED, PIECES)
@settings(max_examples=10 if ALL else 3, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_workbook_of_repeated_pieces_takes_more_than_64_mb(part, around, piece):
    before, after = around or ("", "")
    assert peak_memory(read_roster, workbook(part, before, piece, after)) < MOST_MEMORY
