"""The clock's own drive: what time alone brings about, done where beat's word does not arrive.

Beat wakes a worker through Redis. While one of these three is away, or still starting, nobody would
be told that time is up. So each worker and each beat also does such a job on a thread of its own,
which needs the database and nothing else. Every job is safe to be done by many at once: whoever
comes first to a row does it, and the others find nothing to do.
"""

import logging
import threading
from datetime import datetime
from typing import Protocol

from django.db import close_old_connections, connections
from django.utils import timezone

logger = logging.getLogger(__name__)

EVERY_SECONDS = 0.5
STOP_SECONDS = 1.0  # what a job that has begun gets when the process ends


class Job(Protocol):
    """A service that does what is due at ``now``."""

    def __call__(self, *, now: datetime) -> object: ...


class Ticker:
    """A thread that does one job twice a second until it is stopped or its process ends.

    It waits by the monotonic clock, so that setting the server's clock neither stops nor hurries
    it. A job that fails is logged and done again in its turn. Processes that fork must not have
    one: the child would hold the gate of SQLite that this thread has just entered.
    """

    def __init__(self, job: Job, *, every: float = EVERY_SECONDS) -> None:
        self._job = job
        self._every = every
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Do no more, and give the database back. Waits for what has begun, but not for long."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    self._do()
                except Exception:
                    logger.exception("%s failed and will be tried again", self._job.__qualname__)
                self._stopping.wait(self._every)
        finally:
            connections.close_all()  # those of this thread

    def _do(self) -> None:
        close_old_connections()
        try:
            self._job(now=timezone.now())
        except Exception:
            connections.close_all()  # whatever is wrong with it, the next time has a new one
            raise
