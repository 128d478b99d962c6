"""Every parser of a file or a body: 64 KB of anything is read or refused, within 64 MB."""

import gzip
import io
import json
import random
import tracemalloc
import zipfile
import zlib

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import APIException

from games import catalogue
from tournaments.adjudicator import rules as adjudicator
from tournaments.api.parsers import ShallowJSONParser
from tournaments.errors import Refused
from tournaments.registration.roster_file import decode, read_roster
from tournaments.seating.changing import spreadsheet
from tournaments.standings.exporting import event_reader, event_text

pytestmark = pytest.mark.once

SIZE = 64 * 1024
MOST_MEMORY = 64 * 1024 * 1024


def zipped(content: bytes) -> bytes:
    """A workbook of which only the size is dangerous."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/sharedStrings.xml", content)
    return file.getvalue()


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
    """As many pieces as fit into SIZE bytes between two ends."""
    return before + piece * ((SIZE - len(before) - len(after)) // len(piece)) + after


PEOPLE = b"name,handle,home town\n"
HOSTILE = {
    "nothing": b"",
    "zeros": b"\0" * SIZE,
    "random bytes": random.Random(1).randbytes(SIZE),
    "lists in lists": b"[" * SIZE,
    "objects in objects": filled(b'{"a":'),
    "empty lists": filled(b"[],", before=b"[", after=b"0]"),
    "empty objects": filled(b"{},", before=b"[", after=b"0]"),
    "one name again and again": filled(b'"a":1,', before=b"{", after=b'"b":1}'),
    "digits": b"7" * SIZE,
    "a number with an exponent": b"1e" + b"9" * (SIZE - 2),
    "half surrogates": filled(b"\\ud800", before=b'"', after=b'"'),
    "rows without columns": event_file("players", b"{},", after=b"{}"),
    "tie-breaks of no kind": event_file(
        "tournaments", b"0,", before=b'{"tie_breaks":[', after=b"0]}"
    ),
    "a ledger of lists": event_file("ledger", b"[],", before=b'{"after":{"a":[', after=b"[]]}}"),
    "a workbook": zipped(b"<a>" * 14_000_000),
    "compressed": gzip.compress(b"a" * 40_000_000),
    "deflated": zlib.compress(b"a" * 60_000_000),
    "commas": filled(b",", before=PEOPLE),
    "quotation marks": filled(b'"', before=PEOPLE),
    "lines": filled(b"\n", before=PEOPLE),
    "lone carriage returns": filled(b"\r", before=PEOPLE),
    "tabs": filled(b"\t", before=b"name\t"),
    "one long name": filled(b"x", before=PEOPLE),
    "letters that unfold": filled("\ufdfa".encode(), before=PEOPLE),
    "people who unfold": filled("\ufdfa\n".encode(), before=PEOPLE),
    "marks upon marks": filled("\u0301".encode(), before=PEOPLE + b"a"),
    "wide text": "\ufdfa".encode("utf-16-le").join([b"\xff\xfe", b""]) * (SIZE // 5),
    "a seating": filled(b"1,Nobody\n", before=b"table,player\n"),
    "moves": filled(b"0 pass\n"),
}


def read_event(data: bytes) -> None:
    event_reader.checked(event_text.parse(data))


def read_seating(data: bytes) -> None:
    for _line in spreadsheet._rows(decode(data)[0]):
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


@pytest.mark.parametrize("parser", PARSERS)
def test_no_64_kb_take_more_than_64_mb_or_raise_anything_but_a_refusal(parser):
    for name, data in HOSTILE.items():
        assert len(data) <= SIZE, name
        tracemalloc.start()
        try:
            PARSERS[parser](data)
        except (Refused, APIException):
            pass
        finally:
            _now, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert peak < MOST_MEMORY, f"{name}: {peak:,} bytes"
