"""SQLite with a gate in front of its one writer.

Writers of SQLite that find the database locked sleep and try again, which is unfair: under fifty
writers some wait for seconds. A lock on a file beside the database queues them in the kernel
instead. Only transactions pass the gate; reads outside of one never wait.
"""

import fcntl
import os
from contextlib import suppress

from django.db.backends.sqlite3 import base


class WriteGate:
    """An exclusive lock between threads and processes, one open file per connection."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: int | None = None

    def enter(self) -> None:
        if self._file is not None:
            return
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        self._file = file

    def leave(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite wrapper; the outermost ``atomic`` holds the gate from BEGIN to its end."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._gate: WriteGate | None = None

    def get_new_connection(self, conn_params):
        connection = super().get_new_connection(conn_params)
        database = str(conn_params["database"])
        self._gate = None if self.is_in_memory_db() else WriteGate(f"{database}.gate")
        return connection

    def _start_transaction_under_autocommit(self):
        if self._gate:
            self._gate.enter()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._leave_gate()
            raise

    def _commit(self):
        # A failed commit keeps the gate: Django rolls back next, and that leaves it.
        result = super()._commit()
        self._leave_gate()
        return result

    def _rollback(self):
        try:
            return super()._rollback()
        finally:
            self._leave_gate()

    def _close(self):
        try:
            return super()._close()
        finally:
            self._leave_gate()

    def _leave_gate(self):
        if self._gate:
            with suppress(OSError):
                self._gate.leave()
