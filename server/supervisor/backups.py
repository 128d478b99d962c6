"""The backups that the supervisor has made: each hour, and when the site closes."""

import time
from pathlib import Path

from server.backup import folder
from server.supervisor.process import Process, exit_words
from server.supervisor.terminal import say, short

EVERY_SECONDS = 3600.0


class Backups:
    """Runs ``manage.py backup --automatic``, which makes one if there is something new."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._due_at = time.monotonic() + EVERY_SECONDS
        self._before: Path | None = None

    @property
    def process(self) -> Process:
        return self._process

    def run_when_due(self) -> None:
        """Start one each hour, and say what became of the last one."""
        self.reap()
        if self._process.pid is None and time.monotonic() >= self._due_at:
            self._due_at = time.monotonic() + EVERY_SECONDS
            self.start()

    def start(self) -> None:
        """Start one now, unless they are switched off or one is being made."""
        if folder.KEEP and self._process.pid is None:
            self._before = folder.newest()
            self._process.start()

    def reap(self) -> None:
        """Say where the last one is, or why there is none."""
        status = self._process.reap()
        if status is None:
            return
        made = folder.newest()
        if status != 0:
            say(f"There is no new backup: it {exit_words(status)}. {self._reason()}")
        elif made and made != self._before:
            say(f"Backed up to {short(made)}")

    def _reason(self) -> str:
        lines = self._process.log.new_lines()
        return lines[-1] if lines else f"Its log: {short(self._process.log.path)}"
