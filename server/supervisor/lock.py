"""The lock on a folder of data."""

import fcntl
from pathlib import Path

from server.supervisor.terminal import CannotStart, short


class Lock:
    """One site per data folder: held by the open file, so it ends with the process."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+", errors="replace")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            where = self._file.read().strip()
            self._file.close()
            raise CannotStart(
                "Roundhouse is already running"
                + (f" at {where}" if where else "")
                + f" on the data in {short(path.parent)}. Stop that copy first,"
                " or set ROUNDHOUSE_VAR to another folder."
            ) from None
        self.write("")

    def write(self, url: str) -> None:
        """Note where the site is, for a second copy to say."""
        self._file.truncate(0)
        self._file.write(url)
        self._file.flush()

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
