"""One process of the site: how it is started, restarted and ended."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from server.paths import BASE_DIR
from server.supervisor.forking import CAN_FORK, Forked
from server.supervisor.lifeline import Guard, Kernel

LOG_LIMIT_BYTES = 5_000_000
BACK_OFF_SECONDS = (0, 0.5, 1, 2, 4, 5)
# A process that lived this long is restarted at once; tests that kill processes set it lower.
SETTLED_AFTER_SECONDS = float(os.environ.get("ROUNDHOUSE_SETTLED_SECONDS") or 10)


class Log:
    """The file a process writes to: kept over restarts, rotated by size."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self.rotate()
        self._seen = path.stat().st_size

    def rotate(self) -> None:
        """Start it again if it is large; what it had is kept in a second file.

        Processes go on writing to the same file: they append, so it may be cut under them.
        """
        if self.path.stat().st_size > LOG_LIMIT_BYTES:
            shutil.copyfile(self.path, self.path.with_suffix(".log.1"))
            os.truncate(self.path, 0)
            self._seen = 0

    def new_lines(self) -> list[str]:
        """The lines written since the last call; of a flood, the last ones."""
        size = self.path.stat().st_size
        start, self._seen = max(self._seen, size - 100_000), size
        if size <= start:
            return []
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(size - start).decode(errors="replace").splitlines()


class Child(Protocol):
    """A process that was started. ``poll`` and ``wait`` answer its exit status, as Popen's do."""

    pid: int

    def poll(self) -> int | None: ...
    def wait(self) -> int: ...


class Process:
    """A program that must be running, under the name that its log and the messages use."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        logs: Path,
        lifeline: Kernel | Guard,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.log = Log(logs / f"{name}.log")
        self.start_at: float | None = None  # when it is due to restart, on the monotonic clock
        self._command = command
        self._lifeline = lifeline
        self._pass_fds = pass_fds
        self._child: Child | None = None
        self._started_at = 0.0
        self._failures = 0

    def sentinels(self) -> list[int]:
        """Descriptors that can be read when it has ended, if no signal says so."""
        return [self._child.sentinel] if isinstance(self._child, Forked) else []

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child else None

    def start(self, stdout: int | None = None) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        self.start_at = None
        self._started_at = time.monotonic()
        self._child = self._launch(stdout)
        self._lifeline.register(self._child.pid)

    def _launch(self, stdout: int | None) -> Child:
        with self.log.path.open("ab") as log:
            return subprocess.Popen(
                self._command,
                cwd=BASE_DIR,
                stdin=subprocess.DEVNULL,
                stdout=log if stdout is None else stdout,
                stderr=log,
                pass_fds=self._pass_fds,
                start_new_session=True,
                # Safe here: the supervisor has one thread.
                preexec_fn=self._lifeline.in_child(),  # noqa: PLW1509
            )

    def reap(self) -> int | None:
        """The exit status if it has ended since the last call, else None."""
        if self._child is None or (status := self._child.poll()) is None:
            return None
        self._lifeline.unregister(self._child.pid)
        self._child = None
        return status

    def wait(self) -> int:
        """Wait for a started process to end; its exit status."""
        if self._child is None:
            raise RuntimeError(f"{self.name} is not running")
        status = self._child.wait()
        self.reap()
        return status

    def plan_restart(self) -> float:
        """Set when it restarts: at once the first time, later if it keeps dying. In seconds."""
        if time.monotonic() - self._started_at > SETTLED_AFTER_SECONDS:
            self._failures = 0
        wait = BACK_OFF_SECONDS[min(self._failures, len(BACK_OFF_SECONDS) - 1)]
        self._failures += 1
        self.start_at = time.monotonic() + wait
        return wait

    def terminate(self) -> None:
        """Ask it to finish what it is doing and end."""
        self.start_at = None
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it and everything it started."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self._child and self._child.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self._child.pid, number)
            if number == signal.SIGKILL:
                with suppress(ProcessLookupError):
                    os.killpg(self._child.pid, number)


class SiteProcess(Process):
    """A process of the site's own code: ``python -m module arguments``, then its descriptors.

    Forked where that can be, which takes less memory.
    """

    def __init__(
        self,
        name: str,
        module: str,
        arguments: Sequence[str] = (),
        *,
        pass_fds: Sequence[int] = (),
        **options: Any,
    ) -> None:
        command = [sys.executable, "-m", module, *arguments, *map(str, pass_fds)]
        super().__init__(name, command, pass_fds=pass_fds, **options)
        self._module, self._arguments = module, arguments

    def _launch(self, stdout: int | None) -> Child:
        if not CAN_FORK:
            return super()._launch(stdout)
        with suppress(OSError, EOFError):
            command = [self._module, *self._arguments]
            return Forked(self.name, command, self.log.path, self._pass_fds)
        return super()._launch(stdout)


def exit_words(status: int) -> str:
    """How a process ended, for people."""
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"
