"""Nothing survives the supervisor, not even when it is killed with -9.

Linux does it: the kernel kills a child when its parent dies (``PR_SET_PDEATHSIG``). Elsewhere a
guard does: a process that holds one end of a pipe, and kills the registered processes when the pipe
breaks because the supervisor is gone.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

PR_SET_PDEATHSIG = 1


class Kernel:
    """Children are killed by the kernel."""

    def __init__(self) -> None:
        self._prctl = ctypes.CDLL(None).prctl

    def in_child(self, parent: int | None = None) -> Callable[[], None]:
        """The function that a child must call first, between fork and exec.

        ``parent`` is the process that it is forked from, by default this one.
        """
        parent, prctl = parent or os.getpid(), self._prctl

        def die_with_parent() -> None:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:  # it died before the kernel was asked
                os._exit(1)

        return die_with_parent

    def register(self, pid: int) -> None:
        """Nothing to do: the kernel knows."""

    def unregister(self, pid: int) -> None:
        """Nothing to do: the kernel knows."""


class Guard:
    """Children are killed by a process that stays behind for that. Fork it before anything else."""

    def __init__(self) -> None:
        reader, self._writer = os.pipe()
        if os.fork() == 0:
            os.close(self._writer)
            _keep_guard(reader)
            os._exit(0)
        os.close(reader)

    def in_child(self) -> None:
        """A child has nothing to do."""

    def register(self, pid: int) -> None:
        self._send(f"+{pid}\n")

    def unregister(self, pid: int) -> None:
        self._send(f"-{pid}\n")

    def _send(self, line: str) -> None:
        with suppress(OSError):
            os.write(self._writer, line.encode())


def _keep_guard(reader: int) -> None:
    """Until the other end of the pipe is gone, note which processes live; then kill them."""
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_IGN)
    living: set[int] = set()
    with os.fdopen(reader) as lines:
        for line in lines:
            (living.add if line[0] == "+" else living.discard)(int(line[1:]))
    for pid in living:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def lifeline() -> Kernel | Guard:
    """The one for this operating system."""
    return Kernel() if sys.platform == "linux" else Guard()
