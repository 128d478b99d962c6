"""Django's PostgreSQL: prepared statements, few ways to the server, a check that asks nobody.

Only what ``tournaments.prepared`` and ``tournaments.storing`` ask binds its values on the server;
all else is Django's own way, with the values in the SQL.
"""

import select
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction
from psycopg.pq import TransactionStatus

from server.database.postgres.exchange import Exchange, PreparedCursor


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL wrapper."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._last_words: list[tuple[str, Sequence]] = []
        self._exchange: Exchange | None = None
        #: Whether queries wait to be sent with others.
        self.answers_at_the_end = False

    @property
    def exchange(self) -> Exchange:
        """The prepared queries of the connection as it is now."""
        self.ensure_connection()
        if self._exchange is None or self._exchange.connection is not self.connection:
            self._exchange = Exchange(self.connection)
        return self._exchange

    def prepared_cursor(self):
        """A cursor for SQL that comes again and again: the server reads and plans it once.

        A connection has that for itself, so a pooler that gives each transaction another one must
        know of it (PgBouncer: ``max_prepared_statements``), or ``prepare_threshold`` be None.
        """
        cursor = PreparedCursor(self)
        # What looks at queries, as tests do, sees these as well; nobody else pays for it.
        if self.queries_logged or self.execute_wrappers:
            self.validate_thread_sharing()
            return self._prepare_cursor(cursor)
        return cursor

    def create_cursor(self, name=None):
        """A cursor for all other queries; what waits is sent before."""
        self._send_waiting()
        return super().create_cursor(name)

    def insertion(
        self, table: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence]
    ) -> list[tuple[str, list]]:
        """The query that stores new rows in ``columns``, each given as its name and its type.

        One array for each column: the same SQL for any number of rows, and little to send.
        """
        names = ", ".join(name for name, _kind in columns)
        arrays = ", ".join(f"%s::{kind}[]" for _name, kind in columns)
        sql = f"INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays})"
        return [(sql, [list(values) for values in zip(*rows, strict=True)])] if rows else []

    def deletion(self, table: str, key: str, keys: Sequence[int]) -> list[tuple[str, list]]:
        """The query that deletes the rows with these keys."""
        sql = f"DELETE FROM {table} WHERE {key} = ANY(%s::bigint[])"
        return [(sql, [list(keys)])] if keys else []

    @contextmanager
    def answering_at_the_end(self) -> Iterator[None]:
        """Around queries whose answers are looked at together: one way to the server and back.

        Whatever is wrong with any of them is raised at the end.
        """
        outer, self.answers_at_the_end = self.answers_at_the_end, True
        try:
            yield
        except BaseException:
            self._forget_waiting()
            raise
        finally:
            self.answers_at_the_end = outer
        if not outer:
            self._send_waiting()

    def _is_waiting(self) -> bool:
        return self._exchange is not None and not self._exchange.is_empty

    def _send_waiting(self) -> None:
        if self._is_waiting():
            with self.wrap_database_errors:
                self._exchange.send()

    def _forget_waiting(self) -> None:
        if self._exchange:
            self._exchange.forget()

    def run_with_commit(self, sql: str, values: Sequence) -> None:
        """Run a query on the way of the COMMIT; at once, where the transaction goes on outside.

        For a row that everybody changes: it is locked while the server commits, and not while this
        thread waits for the interpreter to say so.
        """
        if self.in_atomic_block and not self.savepoint_ids:
            self._last_words.append((sql, values))
            return
        with self.prepared_cursor() as cursor:
            cursor.execute(sql, values)

    def _commit(self):
        last_words, self._last_words = self._last_words, []
        if not last_words and not self._is_waiting():
            return super()._commit()
        with self.answering_at_the_end():
            cursor = self.prepared_cursor()
            for sql, values in last_words:
                cursor.execute(sql, values)
            with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
                self.exchange.send(b"COMMIT")
        return None

    def _rollback(self):
        self._last_words = []
        self._forget_waiting()
        return super()._rollback()

    def _close(self):
        self._last_words = []
        self._forget_waiting()
        return super()._close()

    def is_usable(self):
        """Whether the server is still there.

        It says nothing while it is asked nothing, but for its farewell; so only a connection on
        which there is something to read is asked.
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
