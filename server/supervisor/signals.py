"""Signals as something to wait for: a byte on a pipe, read when the supervisor is ready."""

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Signals:
    """While entered: notes a signal to close the site, and wakes when a child ends."""

    def __init__(self) -> None:
        self.closing = False

    def __enter__(self) -> "Signals":
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        for number in ENDINGS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self._close)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(-1)
        os.close(self._reader)
        os.close(self._writer)

    def wait(self, seconds: float, also: Iterable[int] = ()) -> None:
        """Until a signal arrives, one of the file descriptors can be read, or time is up."""
        ready, _, _ = select.select([self._reader, *also], [], [], max(0.0, seconds))
        if self._reader in ready:
            with suppress(BlockingIOError):
                os.read(self._reader, 4096)

    def _close(self, *_: object) -> None:
        self.closing = True
