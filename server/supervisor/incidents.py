"""Incidents: processes that the supervisor restarted, for the conductor's page."""

import json
import time
from contextlib import suppress

from server.paths import INCIDENTS_FILE

INCIDENTS_LIMIT_BYTES = 1_000_000
#: The status in an incident of a process that hung.
SILENT = "silent"


def note_incident(process: str, status: int | str) -> None:
    """Add a line to the list on the conductor's page. A full disk does not stop the site.

    ``status`` is that of a process that ended, below 0 the signal that ended it, or SILENT. The
    page says it in the reader's language.
    """
    with suppress(OSError):
        if INCIDENTS_FILE.exists() and INCIDENTS_FILE.stat().st_size > INCIDENTS_LIMIT_BYTES:
            INCIDENTS_FILE.replace(INCIDENTS_FILE.with_suffix(".jsonl.1"))
        with INCIDENTS_FILE.open("a") as file:
            said = {"at": time.time(), "process": process, "status": status}
            file.write(json.dumps(said) + "\n")
