"""Signs of life: a process may be there and yet do nothing.

A web process shows them by answering; the worker by touching a file after each task, of which beat
sends it several a second. Each is started anew when it has been silent for too long.
"""

import os
import time
from collections.abc import Mapping
from pathlib import Path

from server.supervisor.probe import Probe

# Who else is started anew with one that is silent: a worker without work may be beat's fault.
TOGETHER = {"worker": ("worker", "beat")}
SILENT_SECONDS = float(os.environ.get("ROUNDHOUSE_SILENT_SECONDS") or 20)


class Heartbeats:
    """When each process was last seen at work, on the monotonic clock.

    ``probes`` ask the web processes, by name; the worker touches the file ``heartbeat``.
    """

    def __init__(self, probes: Mapping[str, Probe], heartbeat: Path) -> None:
        self._probes = probes
        self._heartbeat = heartbeat
        self._heartbeat_seen = 0.0
        self._seen_at = dict.fromkeys([*probes, "worker"], time.monotonic())

    def restarted(self, name: str) -> None:
        """Somebody who has just started gets time to show a sign."""
        if name in self._seen_at:
            self._seen_at[name] = time.monotonic()

    def waiting(self) -> list[int]:
        """What becomes readable with the answers of the web processes that were asked."""
        numbers = [probe.fileno() for probe in self._probes.values()]
        return [number for number in numbers if number is not None]

    def read_answers(self) -> None:
        """Take in the answers of the web processes, if there are any."""
        for name, probe in self._probes.items():
            if probe.fileno() is not None and probe.answer() is not None:
                self.restarted(name)

    def silent(self) -> list[str]:
        """The names of those to start anew. Asks the web processes again."""
        touched = self._heartbeat.stat().st_mtime if self._heartbeat.exists() else 0.0
        if touched != self._heartbeat_seen:
            self._heartbeat_seen = touched
            self.restarted("worker")
        for probe in self._probes.values():
            if probe.fileno() is None:
                probe.ask()
        now = time.monotonic()
        silent = [name for name, at in self._seen_at.items() if now - at > SILENT_SECONDS]
        return [name for one in silent for name in TOGETHER.get(one, (one,))]
