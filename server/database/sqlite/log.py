"""Getting what was committed onto the disk.

SQLite could do that inside each commit (``synchronous=FULL``), while every other writer waits at
the gate. Here it commits without (``NORMAL``), the next writer goes on, and the thread that has
committed waits for the disk, before anybody is notified that its data is stored. The log is synced
as a whole, so what this transaction has read and built upon reaches the disk too.
"""

import os
from contextlib import suppress
from pathlib import Path


class WriteAheadLog:
    """The log of one database. Its file is opened for each use: SQLite holds no locks on it, and
    after a checkpoint it may be another file."""

    def __init__(self, database: str) -> None:
        self._path = f"{database}-wal"
        self._folder = str(Path(database).parent)
        self._known: tuple[int, int] | None = None

    def reach_disk(self) -> None:
        """Return when all that was committed survives a power cut. Raises OSError if it cannot."""
        # No log: the last connection to close has moved all of it into the database, and synced.
        with suppress(FileNotFoundError):
            self._known = self._sync(self._path)

    def _sync(self, path: str) -> tuple[int, int]:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(file)
            facts = os.fstat(file)
        finally:
            os.close(file)
        found = facts.st_dev, facts.st_ino
        if path == self._path and found != self._known:
            self._sync(self._folder)  # that there is such a file must survive as well
        return found
