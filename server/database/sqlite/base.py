"""Django's SQLite backend, with a gate in front of its one writer and a log that reaches the disk.

Only transactions pass the gate; reads outside of one never wait.
"""

from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from server.database.sqlite.gate import WriteGate, gate_of
from server.database.sqlite.log import WriteAheadLog


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite wrapper; the outermost ``atomic`` holds the gate from BEGIN to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._gate: WriteGate | None = None
        self._log: WriteAheadLog | None = None
        self._entered: WriteGate | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        database = str(conn_params["database"])
        if not self.is_in_memory_db():
            self._gate = gate_of(f"{database}.gate")
            self._log = WriteAheadLog(database)
        return connection

    def set_autocommit(
        self,
        autocommit: bool,  # noqa: FBT001 - Django's signature
        force_begin_transaction_with_broken_autocommit: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Enter the gate before a transaction begins."""
        if not autocommit and force_begin_transaction_with_broken_autocommit:
            self._enter_gate()
        try:
            super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
        except BaseException:
            self._leave_gate()
            raise

    def commit(self) -> None:
        # A failed commit keeps the gate: Django rolls back next, and that leaves it.
        super().commit()
        gate, log = self._entered, self._log
        self._leave_gate()
        if gate and log:
            self._reach_disk(log)
            gate.give_way()

    def rollback(self) -> None:
        self.validate_thread_sharing()
        self.validate_no_atomic_block()
        try:
            super().rollback()
        finally:
            self._leave_gate()

    def close(self) -> None:
        self.validate_thread_sharing()
        try:
            super().close()
        finally:
            self._leave_gate()

    def _reach_disk(self, log: WriteAheadLog) -> None:
        try:
            log.reach_disk()
        except OSError as error:
            raise OperationalError("what was committed may not be on the disk") from error

    def _enter_gate(self) -> None:
        if self._gate and not self._entered:
            self._gate.enter()
            self._entered = self._gate

    def _leave_gate(self) -> None:
        entered, self._entered = self._entered, None
        if entered:
            entered.leave()
