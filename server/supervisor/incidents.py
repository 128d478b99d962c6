"""Incidents: processes that the supervisor restarted, for the conductor's page."""

import json
import time
from contextlib import suppress

from server.paths import INCIDENTS_FILE

INCIDENTS_LIMIT_BYTES = 1_000_000


def note_incident(what: str) -> None:
    """Add a line to the list on the conductor's page. A full disk does not stop the site."""
    with suppress(OSError):
        if INCIDENTS_FILE.exists() and INCIDENTS_FILE.stat().st_size > INCIDENTS_LIMIT_BYTES:
            INCIDENTS_FILE.replace(INCIDENTS_FILE.with_suffix(".jsonl.1"))
        with INCIDENTS_FILE.open("a") as file:
            file.write(json.dumps({"at": time.time(), "what": what}) + "\n")
