"""Changes that are committed, but whose messages the database did not take: it went away between.

The process that made a change keeps it until the database is back. What waits here is lost if the
process ends before that.
"""

import logging
import threading
from collections import deque
from time import sleep
from typing import Any

from django.db import InterfaceError, OperationalError, close_old_connections, connections

from tournaments.api import webhooks

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError)
#: The oldest make room; a receiver that hears of the newest reads what stands by then.
MOST = 10_000
RETRY_SECONDS = 1.0

_changes: deque[dict[str, Any]] = deque(maxlen=MOST)
_lock = threading.Lock()
_thread: threading.Thread | None = None


def keep(change: dict[str, Any]) -> None:
    """Queue the messages of a change, as ``webhooks.queue`` takes it, once the database is back."""
    global _thread  # noqa: PLW0603 - one thread for all that waits, and none while nothing does
    with _lock:
        _changes.append(change)
        if _thread is None:
            _thread = threading.Thread(target=_queue_all, name="unqueued", daemon=True)
            _thread.start()


def is_waiting() -> bool:
    """Whether anything waits for the database."""
    return _thread is not None


def _queue_all() -> None:
    try:
        while not _ends_here():
            sleep(RETRY_SECONDS)
            close_old_connections()
            _queue_some()
    finally:
        connections.close_all()  # those of this thread


def _ends_here() -> bool:
    """Whether this thread ends, because nothing waits any more."""
    global _thread  # noqa: PLW0603 - as above
    with _lock:
        if not _changes:
            _thread = None
        return _thread is None


def _queue_some() -> None:
    """Queue what waits, in its order, as long as the database answers."""
    while _changes:
        change = _changes[0]
        try:
            webhooks.queue(**change)
        except AWAY:
            return
        except Exception:
            logger.exception("No message tells of %s", change)
        with _lock:
            if _changes and _changes[0] is change:
                _changes.popleft()
