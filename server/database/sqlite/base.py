"""SQLite with a gate in front of its one writer, and a log that reaches the disk behind it.

Only transactions pass the gate; reads outside of one never wait.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from server.database.sqlite.gate import WriteGate, gate_of
from server.database.sqlite.log import WriteAheadLog

#: How many rows one query stores: few sizes, so that sqlite3 knows the SQL of each, and no more
#: values in one than SQLite has always taken (999).
BATCHES = (64, 16, 4, 1)


def _batches(rows: Sequence) -> Iterator[Sequence]:
    start = 0
    for size in BATCHES:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite wrapper; the outermost ``atomic`` holds the gate from BEGIN to its end."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._gate: WriteGate | None = None
        self._log: WriteAheadLog | None = None
        self._is_inside = False

    def get_new_connection(self, conn_params):
        connection = super().get_new_connection(conn_params)
        database = str(conn_params["database"])
        if not self.is_in_memory_db():
            self._gate = gate_of(f"{database}.gate")
            self._log = WriteAheadLog(database)
        return connection

    def prepared_cursor(self):
        """A cursor for SQL that comes again and again: sqlite3 keeps what it has read of it."""
        return self.cursor()

    def insertion(
        self, table: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence]
    ) -> list[tuple[str, list]]:
        """The queries that store new rows in ``columns``, each given as its name and its type."""
        names = ", ".join(name for name, _kind in columns)
        row = f"({', '.join(['%s'] * len(columns))})"
        return [
            (
                f"INSERT INTO {table} ({names}) VALUES {', '.join([row] * len(batch))}",
                [value for values in batch for value in values],
            )
            for batch in _batches(rows)
        ]

    def deletion(self, table: str, key: str, keys: Sequence[int]) -> list[tuple[str, list]]:
        """The queries that delete the rows with these keys."""
        return [
            (
                f"DELETE FROM {table} WHERE {key} IN ({', '.join(['%s'] * len(batch))})",
                list(batch),
            )
            for batch in _batches(keys)
        ]

    def answering_at_the_end(self) -> AbstractContextManager:
        """Around queries whose answers are looked at together: no way is saved where none is."""
        return nullcontext()

    def run_with_commit(self, sql: str, values: Sequence) -> None:
        """Run a query: whoever is inside the gate holds up all the others anyway."""
        with self.prepared_cursor() as cursor:
            cursor.execute(sql, values)

    def _start_transaction_under_autocommit(self):
        if self._gate and not self._is_inside:
            self._gate.enter()
            self._is_inside = True
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._leave_gate()
            raise

    def _commit(self):
        # A failed commit keeps the gate: Django rolls back next, and that leaves it.
        result = super()._commit()
        was_inside = self._is_inside
        self._leave_gate()
        if was_inside:
            self._reach_disk()
            self._gate.give_way()
        return result

    def _reach_disk(self):
        try:
            self._log.reach_disk()
        except OSError as error:
            raise OperationalError("what was committed may not be on the disk") from error

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
        if self._is_inside:
            self._is_inside = False
            self._gate.leave()
