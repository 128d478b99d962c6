"""The statement protocol on PostgreSQL: prepared on the server, those of a batch in one round trip.

psycopg prepares what a server-side cursor runs, by the ``prepare_threshold`` of its connection, and
its ``pipeline()`` sends many statements before it reads the first result.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db.backends.utils import CursorWrapper

from server.database.protocol import Batch, Result, Statement

if TYPE_CHECKING:
    from server.database.postgres.base import DatabaseWrapper


class PostgresBatch:
    """Collects statements; they are sent when the block has ended without an exception."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Statement, Result]] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        result = Result()
        self.waiting.append((Statement(sql, values), result))
        return result


class PostgresStatements:
    """``Statements`` on one connection of our PostgreSQL backend."""

    def __init__(self, database: "DatabaseWrapper") -> None:
        self._database = database
        self._last: list[Statement] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        with self._database.prepared_cursor() as cursor:
            cursor.execute(sql, values)
            return _read(cursor, Result())

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> Result:
        with self._database.prepared_cursor() as cursor:
            cursor.executemany(sql, rows)
            return _read(cursor, Result())

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        batch = PostgresBatch()
        yield batch
        if batch.waiting:
            self._send(batch.waiting)

    def _send(self, waiting: Sequence[tuple[Statement, Result]]) -> None:
        database = self._database
        cursors = [database.prepared_cursor() for _statement in waiting]
        with database.pipeline():
            for cursor, (statement, _result) in zip(cursors, waiting, strict=True):
                cursor.execute(*statement)
        for cursor, (_statement, result) in zip(cursors, waiting, strict=True):
            _read(cursor, result)

    def at_commit(self, sql: str, values: Sequence[Any] = ()) -> None:
        if self._database.in_atomic_block and not self._database.savepoint_ids:
            self._last.append(Statement(sql, values))
        else:
            self.execute(sql, values)

    def take_last(self) -> list[Statement]:
        """The statements to run with the COMMIT that follows; they are forgotten here."""
        last, self._last = self._last, []
        return last

    def insertion(
        self, table: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]
    ) -> list[Statement]:
        # One array for each column: the same text for any number of rows, and little to send.
        names = ", ".join(name for name, _type in columns)
        arrays = ", ".join(f"%s::{type_}[]" for _name, type_ in columns)
        sql = f"INSERT INTO {table} ({names}) SELECT * FROM unnest({arrays})"
        values = [list(column) for column in zip(*rows, strict=True)]
        return [Statement(sql, values)] if rows else []

    def deletion(self, table: str, key: str, keys: Sequence[int]) -> list[Statement]:
        sql = f"DELETE FROM {table} WHERE {key} = ANY(%s::bigint[])"
        return [Statement(sql, [list(keys)])] if keys else []


def _read(cursor: CursorWrapper, result: Result) -> Result:
    """Fill in the result of the statement that a cursor has run."""
    # Unlike ``description``, this builds nothing for each column of the rows.
    has_rows = cursor.rownumber is not None
    result.rows = cursor.fetchall() if has_rows else []
    result.rowcount = cursor.rowcount
    return result
