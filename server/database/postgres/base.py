"""Django's PostgreSQL backend, with prepared statements and a health check without a round trip.

Only what goes through ``statements`` is prepared; all else is Django's own way, with the values in
the SQL.
"""

import select
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg.pq import TransactionStatus

from server.database.postgres.statements import PostgresStatements


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL wrapper; ``statements`` runs what is prepared."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.statements = PostgresStatements(self)

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements psycopg prepares and binds on the server.

        A connection knows its own prepared statements, so a pooler that gives each transaction
        another connection must support them (PgBouncer: ``max_prepared_statements``), or
        ``prepare_threshold`` be None.
        """
        self.validate_thread_sharing()
        self.close_if_health_check_failed()
        self.ensure_connection()
        return self._wrapped(psycopg.Cursor(self.connection))

    def _wrapped(self, cursor: Any) -> CursorWrapper:
        return self.make_debug_cursor(cursor) if self.queries_logged else self.make_cursor(cursor)

    def chunked_cursor(self) -> CursorWrapper:
        """A cursor on the server inside a transaction; outside of one all rows come at once.

        There Django's own would stay open WITH HOLD on a connection that a pooler may have given
        to somebody else when the next rows are fetched.
        """
        return super().chunked_cursor() if self.in_atomic_block else self.cursor()

    @contextmanager
    def pipeline(self) -> Iterator[None]:
        """Inside the block statements are sent without waiting for results of earlier ones."""
        with self.wrap_database_errors, self.connection.pipeline():
            yield

    def commit(self) -> None:
        """Commit, with the last statements of the transaction in the same message.

        In a pipeline a statement would be sent before the COMMIT is ready, and the rows that it
        locks would stay locked while this thread waits for the interpreter.
        """
        if last := self.statements.take_last():
            with self.wrap_database_errors:
                writer = psycopg.ClientCursor(self.connection)
                texts = [writer.mogrify(sql, values) for sql, values in last]
            self._wrapped(writer).execute("; ".join([*texts, "COMMIT"]))
        super().commit()

    def rollback(self) -> None:
        self.statements.take_last()
        super().rollback()

    def close(self) -> None:
        self.statements.take_last()
        super().close()

    def is_usable(self) -> bool:
        """Whether the server is still there.

        A server sends nothing to an idle connection but its farewell, so only a connection on
        which there is something to read has to be asked.
        """
        if self.connection is None or self.connection.closed:
            return False
        is_idle = self.connection.info.transaction_status == TransactionStatus.IDLE
        if is_idle and not self._has_something_to_read():
            return True
        return super().is_usable()

    def _has_something_to_read(self) -> bool:
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return bool(poll.poll(0))
