"""Signs of life: a process may be there and yet do nothing.

The site shows them by answering; the worker by touching a file after each task, of which beat
sends it several a second. Both are started anew when they have been silent for too long.
"""

import os
import time
from pathlib import Path

from config.supervisor.probe import Probe

# Who is started anew when one is silent: a worker with nothing to do may be the fault of beat.
TOGETHER = {"web": ("web",), "worker": ("worker", "beat")}
SILENT_SECONDS = float(os.environ.get("ROUNDHOUSE_SILENT_SECONDS") or 20)


class Vitals:
    """When each process was last seen at work, on the monotonic clock."""

    def __init__(self, probe: Probe, pulse: Path) -> None:
        self._probe = probe
        self._pulse = pulse
        self._pulse_seen = 0.0
        now = time.monotonic()
        self._alive_at = dict.fromkeys(TOGETHER, now)

    def reborn(self, name: str) -> None:
        """Somebody who has just started gets time to show a sign."""
        if name in self._alive_at:
            self._alive_at[name] = time.monotonic()

    def hear(self) -> None:
        """Take in an answer of the site, if there is one."""
        if self._probe.fileno() is not None and self._probe.answer() is not None:
            self.reborn("web")

    def silent(self) -> list[str]:
        """The names of those to start anew. Asks the site again."""
        touched = self._pulse.stat().st_mtime if self._pulse.exists() else 0.0
        if touched != self._pulse_seen:
            self._pulse_seen = touched
            self.reborn("worker")
        if self._probe.fileno() is None:
            self._probe.ask()
        now = time.monotonic()
        silent = [name for name, at in self._alive_at.items() if now - at > SILENT_SECONDS]
        return [name for one in silent for name in TOGETHER[one]]
