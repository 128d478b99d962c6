"""Sending the file of an event to another site.

The whole file is sent each time, and the other site changes what differs: one that was cut off, or
whose answer was lost, is sent again and changes nothing twice.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.outgoing.network import Network
from tournaments.outgoing.posting import Deadline, connect
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


@dataclass(frozen=True, slots=True)
class Content:
    """The file of an event, and the digest of what it says beside the time of its writing."""

    file: bytes
    digest: str


def content_of(event: Event, *, at: datetime) -> Content:
    """The event as it is now."""
    with event_writer.write(event, at=at) as opened:
        file = opened.read()
    # The time stands in the head, before everything that has another one.
    return Content(file, sha256(file.replace(at.isoformat().encode(), b"", 1)).hexdigest())


def publish(event: Event, site: str, token: str, *, at: datetime) -> Answer:
    """Send the event as it is now. Raises ValueError for what is no address of a site."""
    return send(address_of(site, event), content_of(event, at=at).file, token)


def send(
    parts: SplitResult, content: bytes, token: str, *, own: Collection[Network] | None = None
) -> Answer:
    """Send a file to an address of a site. Where people choose the address, ``own`` has the
    networks of the site that may be sent to beside the public ones."""
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE_SECONDS)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        if own is not None:
            connection.sock = connect(parts, own, Deadline(PATIENCE_SECONDS))
            connection.sock.settimeout(PATIENCE_SECONDS)
        connection.request("PUT", parts.path, body=content, headers=headers)
        response = connection.getresponse()
        return answer_of(response.status, response.read())
    except (OSError, HTTPException) as error:
        said = str(error) or type(error).__name__
        # Who chose the address is not shown what there is in the network of the site.
        unreachable = _("The other site cannot be reached.")
        return Answer(published=False, detail=said if own is None else unreachable, may_pass=True)
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
