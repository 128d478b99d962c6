"""Errors of the site during a soak, each with what the site's log says of that request."""

import json
from collections.abc import Iterator
from pathlib import Path

from server.supervisor.terminal import say
from tests.faults.table_of_phones import Evening


class Errors:
    """Those that phones have met, shown once each: the supervisor rotates the logs."""

    def __init__(self, logs: Path, evening: Evening) -> None:
        self._logs, self._evening = logs, evening
        self._shown: set[str] = set()

    def show_new(self) -> None:
        """Print what the logs have of the requests that failed since the last call."""
        met = {name for phone in self._evening.phones for name in phone.errors}
        new = met - self._shown
        self._shown |= new
        if not new:
            return
        found = list(self._lines(new))
        say(f"  {len(new)} requests ended in an error of the site; the logs have:")
        for line in found:
            say(f"  {line}")

    def _lines(self, names: set[str]) -> Iterator[str]:
        for log in sorted(self._logs.glob("web*.log*")):
            for line in log.read_text(errors="replace").splitlines():
                entry = _entry(line)
                if entry.get("request_id") in names:
                    yield f"{entry['message']}\n{entry.get('exception', '')}"


def _entry(line: str) -> dict:
    try:
        entry = json.loads(line)
    except ValueError:
        return {}  # of Python itself, or cut by a kill
    return entry if isinstance(entry, dict) else {}
