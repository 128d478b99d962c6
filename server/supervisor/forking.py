"""Processes forked from one that has loaded the site: they share its memory, and start at once.

Linux alone: its kernel ends them with the process that they are forked from, and that one with the
supervisor. On macOS what libraries of the system hold does not outlive a fork, so there each
process loads the site by itself. docs/decisions/0030 has the figures.
"""

import atexit
import gc
import multiprocessing
import os
import runpy
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from multiprocessing.forkserver import ensure_running
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

from server.paths import BASE_DIR
from server.supervisor.lifeline import Kernel
from server.supervisor.signals import ENDINGS

PRELOADED = "server.supervisor.preloaded"
CAN_FORK = sys.platform == "linux"
END_SECONDS = 5.0  # a killed process gives its memory back first, on a busy machine too


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([PRELOADED])
    return context


def preload() -> None:
    """Start loading the site, unless it is loaded already; does not wait.

    What Ctrl-C and a terminal that is closed send to all programs there is for the supervisor, so
    the process is born with those signals blocked.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_for_its_end() -> None:
    """Until the process that loads the site has ended, if it is ending."""
    pid = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined] # noqa: SLF001 - it has no other name
    if pid is not None:
        with suppress(ProcessLookupError):
            ending = os.pidfd_open(pid)
            select.select([ending], [], [], END_SECONDS)
            os.close(ending)


class Forked:
    """A running process: what ``python -m module arguments descriptors`` would be.

    ``command`` is the module and its arguments; the numbers that its descriptors have in there
    follow them. Waits until the site is loaded if it is not. Raises OSError or EOFError if the
    process that loads it has died twice.
    """

    def __init__(self, name: str, command: Sequence[str], log: Path, fds: Sequence[int]) -> None:
        try:
            self._process = _start(name, command, log, fds)
        except (OSError, EOFError):
            # A process that is being killed has closed its descriptors before it has ended, and
            # until then no other is started in its place.
            _wait_for_its_end()
            self._process = _start(name, command, log, fds)
        self.pid = self._process.pid or 0
        #: Can be read when it has ended; the supervisor is not its parent, so no signal says so.
        self.sentinel: int = self._process.sentinel

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int:
        self._process.join()
        return self._process.exitcode or 0


def _start(name: str, command: Sequence[str], log: Path, fds: Sequence[int]) -> ForkServerProcess:
    context = _context()
    preload()
    reader, writer = os.pipe()
    process: ForkServerProcess = context.Process(
        target=_run,
        args=(name, command, log, [_Kept(fd) for fd in fds], _Kept(writer)),
    )
    with os.fdopen(reader, "rb") as begun:
        try:
            process.start()
        finally:
            os.close(writer)
        begun.read(1)  # ends when it has its name and its session, or has died
    return process


class _Kept:
    """A descriptor that is handed over as the process is started."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __getstate__(self) -> Any:
        return DupFd(self._number)

    def __setstate__(self, state: Any) -> None:
        self._number = state.detach()

    def __int__(self) -> int:
        return self._number


def _run(
    name: str, command: Sequence[str], log: Path, descriptors: list[_Kept], begun: _Kept
) -> None:
    """In the new process."""
    Kernel().in_child(os.getppid())()
    os.setsid()
    Path("/proc/self/comm").write_text(name)  # for people who look at the process list
    os.close(int(begun))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(BASE_DIR)
    gc.enable()
    module = command[0]
    sys.argv = [*command, *(str(int(descriptor)) for descriptor in descriptors)]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()  # noqa: SLF001 - a forked process leaves them out
