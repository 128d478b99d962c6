"""The one writer of calendars: what two libraries read is what was written."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from tests.calendars import check_lines, events
from tournaments import calendars

SITE = "https://trains.example"
START = datetime(2026, 11, 21, 12, tzinfo=UTC)
ENTRY = calendars.Entry(
    key="round-1",
    title="Express Open: Round 1",
    starts=START,
    ends=START + timedelta(hours=1),
    changed_at=START - timedelta(days=3),
)


def written(*entries, name="Winter Meet"):
    return calendars.write(name, entries, site=SITE)


def test_an_entry_says_when_what_and_since_when():
    (found,) = events(written(replace(ENTRY, where="Hall 2; Annexe", path="/e/meet/")))
    assert found["UID"] == "round-1@trains.example"
    assert found["DTSTAMP"].dt == found["LAST-MODIFIED"].dt == ENTRY.changed_at
    assert (found.start, found.end) == (ENTRY.starts, ENTRY.ends)
    assert (found["LOCATION"], found["URL"]) == ("Hall 2; Annexe", f"{SITE}/e/meet/")
    assert found["STATUS"] == "CONFIRMED"


def test_a_file_is_the_same_to_the_byte_until_something_changes():
    assert written(ENTRY) == written(ENTRY)
    later = replace(ENTRY, changed_at=ENTRY.changed_at + timedelta(seconds=1))
    before, after = (events(written(one))[0]["SEQUENCE"] for one in (ENTRY, later))
    assert after == before + 1


def test_times_are_in_utc_in_whatever_zone_they_come():
    zone = icalendar.prop.vDDDTypes.from_ical("20260701T140000", timezone="Europe/Berlin")
    content = written(replace(ENTRY, starts=zone, ends=zone + timedelta(hours=1)))
    assert b"DTSTART:20260701T120000Z" in content
    assert b"VTIMEZONE" not in content


def test_days_are_days_and_take_nobodys_time():
    monday = date(2026, 11, 30)
    (found,) = events(written(replace(ENTRY, starts=monday, ends=monday + timedelta(days=7))))
    assert (found.start, found.end) == (monday, monday + timedelta(days=7))
    assert found["TRANSP"] == "TRANSPARENT"


def test_what_ended_as_it_began_has_no_end():
    (found,) = events(written(replace(ENTRY, ends=ENTRY.starts)))
    assert "DTEND" not in found


def test_a_calendar_without_entries_is_valid():
    content = written()
    assert events(content) == []
    assert content.count(b"BEGIN:VTIMEZONE") == 1
    assert len(content) < 500


@given(
    title=st.text(st.characters(codec="utf-8"), min_size=1, max_size=200),
    where=st.text(st.characters(codec="utf-8"), max_size=200),
)
def test_any_name_is_read_back_by_both(title, where):
    content = written(replace(ENTRY, title=title, where=where), name=title)
    check_lines(content)
    (found,) = icalendar.Calendar.from_ical(content).events
    assert str(found["SUMMARY"]) == calendars._line(title)
    assert str(found.get("LOCATION", "")) == calendars._line(where)


@pytest.mark.parametrize(
    "title",
    [
        "a,b;c\\n d\\",
        "Zoë\nBEGIN:VEVENT",
        'Łódź "x": y',
        "山手線" * 40,
        "مها; عمر",
        "a\x00b\x1b[1m\u2028c",
    ],
)
def test_names_are_escaped_and_folded(title):
    (found,) = events(written(replace(ENTRY, title=title)))
    assert str(found["SUMMARY"]) == calendars._line(title)


def test_a_program_that_has_the_file_is_answered_without_it():
    content = written(ENTRY)
    first = calendars.answer(RequestFactory().get("/"), content, "meet")
    assert first["Content-Disposition"] == 'attachment; filename="meet.ics"'
    again = RequestFactory().get("/", headers={"if-none-match": first["ETag"]})
    assert calendars.answer(again, content, "meet").status_code == 304
    assert calendars.answer(again, written(), "meet").status_code == 200
