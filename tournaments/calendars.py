"""Calendar files (RFC 5545), by the one writer that every calendar of the site comes from.

Times are in UTC, which every program reads without a table of time zones. A file is the same to the
byte until something in it changes, and has the digest of its bytes as its ETag.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import icalendar
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from tournaments.models.stamped import Stamped

PRODUCT = "-//Roundhouse//calendar//EN"
MEDIA_TYPE = "text/calendar; charset=utf-8"
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
#: SEQUENCE counts the seconds from here to the last change.
SINCE = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a calendar. It keeps its ``key``, unique on this site, whatever changes.

    ``starts`` and ``ends`` are moments, or days of which the last is the one before ``ends``.
    ``changed_at`` is when something of it changed last; ``path`` the address of its page here.
    """

    key: str
    title: str
    starts: datetime | date
    ends: datetime | date
    changed_at: datetime
    status: str = CONFIRMED
    where: str = ""
    text: str = ""
    path: str = ""


def latest(*changes: Stamped | datetime | None) -> datetime:
    """The last of some changes: moments, and rows that know when they were changed."""
    moments = (one.updated_at if isinstance(one, Stamped) else one for one in changes)
    return max((one for one in moments if one), default=SINCE)


def write(name: str, entries: Iterable[Entry], *, site: str) -> bytes:
    """A calendar file. ``site`` is the address of the site. Without an entry it is valid too."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    # The first is the standard's (RFC 7986); most programs know the second.
    for key in ("name", "x-wr-calname"):
        calendar.add(key, _line(name))
    host = site.partition("://")[2]
    parts: list[icalendar.Component] = [_part(one, site, host) for one in entries]
    for part in parts or [_utc()]:
        calendar.add_component(part)
    found: bytes = calendar.to_ical()
    return found


def answer(request: HttpRequest, content: bytes, name: str) -> HttpResponseBase:
    """The answer with a calendar file: 304 to a program that has it already."""
    response = HttpResponse(content, content_type=MEDIA_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response["ETag"] = etag
    found = get_conditional_response(request, etag=etag, response=response)
    return response if found is None else found


def _part(entry: Entry, site: str, host: str) -> icalendar.Event:
    part = icalendar.Event()
    changed_at = max(entry.changed_at, SINCE)
    part.add("uid", f"{entry.key}@{host}")
    # Without a METHOD both say when the entry changed last (RFC 5545, 3.8.7.2).
    part.add("dtstamp", _utc_time(changed_at))
    part.add("last-modified", _utc_time(changed_at))
    part.add("sequence", (changed_at - SINCE) // timedelta(seconds=1))
    part.add("status", entry.status)
    part.add("summary", _line(entry.title))
    part.add("dtstart", _utc_time(entry.starts))
    if _utc_time(entry.ends) > _utc_time(entry.starts):  # else it takes no time
        part.add("dtend", _utc_time(entry.ends))
    if not isinstance(entry.starts, datetime):
        # A week of games takes nobody's whole days.
        part.add("transp", "TRANSPARENT")
    for key, text in (("location", entry.where), ("description", entry.text)):
        if text:
            part.add(key, _line(text))
    if entry.path:
        part.add("url", f"{site}{entry.path}")
    return part


def _utc_time(at: datetime | date) -> datetime | date:
    return at.astimezone(UTC).replace(microsecond=0) if isinstance(at, datetime) else at


def _line(text: str) -> str:
    """A text in one line, without control characters, which no calendar may contain."""
    return "".join(
        one for one in " ".join(text.split()) if unicodedata.category(one) not in ("Cc", "Cs")
    )


def _utc() -> icalendar.Timezone:
    """UTC as a component: a calendar has to have one, also when there is nothing in it."""
    standard = icalendar.TimezoneStandard()
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - the local time of the zone
    standard.add("tzoffsetfrom", timedelta(0))
    standard.add("tzoffsetto", timedelta(0))
    zone = icalendar.Timezone()
    zone.add("tzid", "Etc/UTC")
    zone.add_component(standard)
    return zone
