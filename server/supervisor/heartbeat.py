"""Heartbeats: a process may exist and yet do nothing.

A web process shows one by answering a probe; the worker by touching a file after each task, of
which beat sends it several a second. Each is restarted when it has been silent for too long.

The file is in memory where the system has such files: touching one on a disk is a write, and the
disk of a laptop at which nobody does anything should sleep.
"""

import math
import os
import sys
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


#: The file that the worker touches, by this name in ``var`` where it cannot be in memory.
SIGN = "heartbeat"


def make_sign(var: Path) -> Path:
    """A new file for the worker to touch; its time is 0 until then.

    In memory it exists for as long as this process does, and has no name but this path.
    """
    if sys.platform == "linux":
        path = Path(f"/proc/{os.getpid()}/fd/{os.memfd_create(SIGN)}")
    else:
        path = var / SIGN
        path.touch()
    os.utime(path, (0, 0))
    return path


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

    ``probes`` are those of the web processes, by name; the worker touches the file ``sign``.
    """

    def __init__(self, probes: Mapping[str, Probe], sign: Path) -> None:
        self._probes = probes
        self._sign = sign
        self._touched_at = 0.0
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
        touched_at = self._sign.stat().st_mtime
        if touched_at != self._touched_at:
            self._touched_at = touched_at
            self.seen("worker")
        for probe in self._probes.values():
            if probe.fileno() is None:
                probe.send()
        now = time.monotonic()
        silent = [name for name, until in self._until.items() if now > until]
        return [name for one in silent for name in TOGETHER.get(one, (one,))]
