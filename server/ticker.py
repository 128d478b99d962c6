"""Jobs that time alone makes due, done by every worker and beat on a thread of its own.

Celery's beat wakes a worker through Redis. While one of these three is away, or still starting,
nobody would be notified that time is up. So each worker and each beat also does such a job itself,
which needs the database and nothing else. Every job is safe to run many times at once: the first to
reach a row handles it, and the others find nothing to do.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Protocol

from django.db import close_old_connections, connections
from django.utils import timezone

logger = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
#: How often a job that may wait is done while nobody does anything at the site, and how soon it
#: is seen that somebody does.
QUIET_EVERY_SECONDS, LOOK_SECONDS = 5.0, 1.0
STOP_SECONDS = 1.0  # what a running job gets when the process ends


class Job(Protocol):
    """A service that does what is due at ``now``."""

    __qualname__: str

    def __call__(self, *, now: datetime) -> object: ...


class Ticker:
    """A thread that does one job twice a second until it is stopped or its process ends.

    With ``is_quiet`` the job may wait while nobody does anything at the site.

    It waits by the monotonic clock, so setting the server's clock neither stops nor hurries it. A
    job that fails is logged and done again at the next tick. Processes that fork must not have a
    ticker: the child would hold the write gate of SQLite that this thread has just entered.
    """

    def __init__(
        self,
        job: Job,
        *,
        every: float = EVERY_SECONDS,
        is_quiet: Callable[[], bool] = lambda: False,
    ) -> None:
        self._job = job
        self._every = every
        self._is_quiet = is_quiet
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread and close its database connection; waits briefly for a running job."""
        stop_all([self])

    def ask_to_stop(self) -> None:
        """Have the thread end after the job that it may be doing; does not wait."""
        self._stopping.set()

    def join(self, seconds: float) -> None:
        """Wait for the end of the thread, but no longer than ``seconds``."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    self._tick()
                except Exception:
                    logger.exception("%s failed and will be tried again", self._job.__qualname__)
                self._wait()
        finally:
            connections.close_all()  # those of this thread

    def _wait(self) -> None:
        """Until the next tick."""
        waited = self._every
        stopped = self._stopping.wait(waited)
        while waited < QUIET_EVERY_SECONDS and not stopped and self._is_quiet():
            waited += LOOK_SECONDS
            stopped = self._stopping.wait(LOOK_SECONDS)

    def _tick(self) -> None:
        close_old_connections()
        try:
            self._job(now=timezone.now())
        except Exception:
            connections.close_all()  # whatever is wrong with it, the next tick has a new one
            raise


def stop_all(tickers: Collection[Ticker]) -> None:
    """Stop tickers, and wait briefly for all their running jobs together."""
    for ticker in tickers:
        ticker.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    for ticker in tickers:
        ticker.join(max(0.0, deadline - time.monotonic()))
