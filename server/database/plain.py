"""The statement protocol on plain Django cursors: works on every backend, sends one by one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from server.database.protocol import Batch, Result, Statements


def statements_of(connection: BaseDatabaseWrapper) -> Statements:
    """The fast implementation where the backend of ``connection`` has one, else the plain one."""
    return getattr(connection, "statements", None) or PlainStatements(connection)


class PlainStatements:
    """``Statements`` by ``connection.cursor()``; see there."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Result:
        with self._connection.cursor() as cursor:
            cursor.execute(sql, values)
            return _read(cursor)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        yield self

    def at_commit(self, sql: str, values: Sequence[Any] = ()) -> None:
        self.execute(sql, values)


def _read(cursor: CursorWrapper) -> Result:
    """The result of the statement that a cursor has run."""
    result = Result()
    result.rows = cursor.fetchall() if cursor.description else []
    result.rowcount = cursor.rowcount
    return result
