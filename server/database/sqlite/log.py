"""Getting what was committed onto the disk.

SQLite could do that inside of each commit (``synchronous=FULL``), while every other writer waits at
the gate. Here it commits without (``NORMAL``), the next writer goes on, and whoever has committed
waits for the disk alone, before anybody is told that it is stored. The log is written from its
beginning to its end, so what others have read of it and built upon is on the disk with it.
"""

import os
from contextlib import suppress
from pathlib import Path


class WriteAheadLog:
    """The log of one database. Its file is opened for each use: nothing of SQLite's locks is on it,
    and after a checkpoint it may be another one."""

    def __init__(self, database: str) -> None:
        self._path = f"{database}-wal"
        self._folder = str(Path(database).parent)
        self._known: tuple[int, int] | None = None

    def reach_disk(self) -> None:
        """Return when all that was committed survives a power cut. Raises OSError if it cannot."""
        # No log: whoever was the last to close the database has moved all of it there, and synced.
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
