"""Heartbeats: a process may exist and yet do nothing.

A web process shows one by answering a probe; the worker by touching a file after each task, of
which beat sends it several a second. Each is restarted when it has been silent for too long.
"""

import math
import time
from collections.abc import Mapping
from pathlib import Path

from server import environment
from server.supervisor.probe import Probe

# What is restarted together: that a worker has nothing to do may be the fault of beat.
TOGETHER = {"worker": ("worker", "beat")}
SILENT_SECONDS = environment.value("ROUNDHOUSE_SILENT_SECONDS")
#: How long a process may take to begin its work: a slow or busy machine reads the code for long,
#: and starting the process again would only take as long again.
START_SECONDS = max(60.0, SILENT_SECONDS)
#: By how much the clock must be set to be worth a word; it is corrected by less all the time.
STEP_SECONDS = 2.0
#: Keeps counting while the machine sleeps, on systems that have such a clock.
STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class ClockWatch:
    """Notices that somebody set the clock of the machine: no process is silent because of it."""

    def __init__(self) -> None:
        self._offset = _offset()

    def step(self) -> float:
        """By how many seconds the clock was set since the last call; 0 if it was not."""
        before, self._offset = self._offset, _offset()
        step = self._offset - before
        return step if abs(step) >= STEP_SECONDS else 0.0


def _offset() -> float:
    return time.time() - time.clock_gettime(STEADY)


class Heartbeats:
    """Until when each process may be silent, on the monotonic clock.

    ``probes`` are those of the web processes, by name; the worker touches the file ``heartbeat``.
    """

    def __init__(self, probes: Mapping[str, Probe], heartbeat: Path) -> None:
        self._probes = probes
        self._heartbeat = heartbeat
        self._heartbeat_seen = 0.0
        self._until = dict.fromkeys([*probes, "worker"], math.inf)

    def opened(self) -> None:
        """Begin to count: until now there was more to do than to look at them."""
        for name in self._until:
            self.started(name)

    def started(self, name: str) -> None:
        """Give a process that has just been started the time it needs to begin its work."""
        if name in self._until:
            self._until[name] = time.monotonic() + START_SECONDS

    def seen(self, name: str) -> None:
        """Count a process as alive: it has answered, or has done a task."""
        self._until[name] = time.monotonic() + SILENT_SECONDS

    def waiting(self) -> list[int]:
        """The descriptors that become readable with the responses to pending probes."""
        numbers = [probe.fileno() for probe in self._probes.values()]
        return [number for number in numbers if number is not None]

    def read_answers(self) -> None:
        """Read the responses that have arrived."""
        for name, probe in self._probes.items():
            if probe.fileno() is not None and probe.answer() is not None:
                self.seen(name)

    def silent(self) -> list[str]:
        """The names of the processes to restart. Sends the next probes."""
        touched = self._heartbeat.stat().st_mtime if self._heartbeat.exists() else 0.0
        if touched != self._heartbeat_seen:
            self._heartbeat_seen = touched
            self.seen("worker")
        for probe in self._probes.values():
            if probe.fileno() is None:
                probe.send()
        now = time.monotonic()
        silent = [name for name, until in self._until.items() if now > until]
        return [name for one in silent for name in TOGETHER.get(one, (one,))]
