"""The log of a SQLite database, which has rows as they were until it is emptied."""

import logging

from django.db import connection

#: How long writers may have to wait for those who read.
WAIT_MS = 1000

logger = logging.getLogger(__name__)


def empty_log() -> None:
    """Move all of it into the database file; another time, if somebody reads for long.

    Nothing on PostgreSQL. What was removed is overwritten in the file (``secure_delete``).
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        (before,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
        try:
            is_busy, *_pages = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")
    if is_busy:
        logger.warning("the log of the database is in use; it is emptied within an hour")
