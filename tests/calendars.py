"""Calendar files as two libraries read them, which must agree."""

from datetime import UTC, datetime

import icalendar
import vobject

LONGEST_LINE = 75


def events(content):
    """The events of a calendar file that follows RFC 5545, as icalendar has them."""
    check_lines(content)
    calendar = icalendar.Calendar.from_ical(content)
    assert not calendar.errors
    assert calendar.subcomponents, "a calendar has a component"
    assert not calendar.get_missing_tzids()
    found = calendar.events
    assert [seen(one) for one in found] == seen_by_vobject(content)
    return found


def check_lines(content):
    """Lines end with CRLF, and are folded at 75 bytes without parting a character."""
    lines = content.split(b"\r\n")
    assert lines.pop() == b""
    for line in lines:
        assert len(line) <= LONGEST_LINE
        assert b"\n" not in line
        assert b"\r" not in line
        line.decode()


def seen(event):
    moments = (event["DTSTART"].dt, event["DTEND"].dt if "DTEND" in event else None)
    return (str(event["UID"]), str(event["SUMMARY"]), *map(_in_utc, moments))


def seen_by_vobject(content):
    calendar = vobject.readOne(content.decode())
    return [
        (
            one.uid.value,
            one.summary.value,
            _in_utc(one.dtstart.value),
            _in_utc(one.dtend.value) if hasattr(one, "dtend") else None,
        )
        for one in calendar.contents.get("vevent", [])
    ]


def _in_utc(at):
    return at.astimezone(UTC) if isinstance(at, datetime) else at
