"""The statement protocol on PostgreSQL: prepared on the server, those of a batch in one round trip.

psycopg prepares what a server-side cursor runs, by the ``prepare_threshold`` of its connection, and
its ``pipeline()`` sends many statements before it reads the first result.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.backends.utils import CursorWrapper

from server.database.protocol import Batch, Result

if TYPE_CHECKING:
    from server.database.postgres.base import DatabaseWrapper


class Statement(NamedTuple):
    """An SQL text and its values."""

    sql: str
    values: Sequence[Any]


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


def _read(cursor: CursorWrapper, result: Result) -> Result:
    """Fill in the result of the statement that a cursor has run."""
    # Unlike ``description``, this builds nothing for each column of the rows.
    has_rows = cursor.rownumber is not None
    result.rows = cursor.fetchall() if has_rows else []
    result.rowcount = cursor.rowcount
    return result
