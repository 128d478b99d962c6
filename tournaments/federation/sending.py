"""Sending the file of an event to another site.

The whole file is sent each time, and the other site changes what differs: one that was cut off, or
whose answer was lost, is sent again and changes nothing twice.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.standings.exporting import event_writer

#: For each step of the network: a site that is written to much may need some seconds to answer.
PATIENCE_SECONDS = 120
OK, CREATED, OWN_FAULT = 200, 201, 500
#: About this moment and not about the file: too slow, too early, too often.
LATER = (408, 425, 429)


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of an attempt. ``published``: the other site has it; otherwise ``detail`` says why
    not. ``may_pass``: the same may work later, as the network or the site was at fault."""

    published: bool
    detail: str = ""
    may_pass: bool = False


def address_of(site: str, event: Event) -> SplitResult:
    """The address of an event's file at a site. Raises ValueError unless it is one of the web."""
    parts = urlsplit(f"{site.rstrip('/')}/api/v1/events/{event.uid}/file/")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
        raise ValueError(_("Write the address of the site like https://play.example.org."))
    return parts


def publish(event: Event, site: str, token: str, *, at: datetime) -> Answer:
    """Send the event as it is now. Raises ValueError for what is no address of a site."""
    parts = address_of(site, event)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE_SECONDS)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        with event_writer.write(event, at=at) as file:
            content = file.read()
        connection.request("PUT", parts.path, body=content, headers=headers)
        response = connection.getresponse()
        return answer_of(response.status, response.read())
    except (OSError, HTTPException) as error:
        return Answer(published=False, detail=str(error) or type(error).__name__, may_pass=True)
    finally:
        connection.close()


def answer_of(status: int, body: bytes) -> Answer:
    """Read a response of the other site."""
    if status in (OK, CREATED):
        return Answer(published=True)
    said = _read(body)
    detail = str(said.get("detail") or _("The site answered with %(status)s.") % {"status": status})
    may_pass = status >= OWN_FAULT or status in LATER
    return Answer(published=False, detail=detail[:500], may_pass=may_pass)


def _read(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
