"""The statement protocol on plain Django cursors: works on every backend, sends one by one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from server.database.protocol import Batch, Result, Statement, Statements

#: How many rows one statement handles: few sizes, so that there are few different texts, and no
#: more than 999 values in one for tables of up to 15 columns (the limit of older SQLite).
SIZES = (64, 16, 4, 1)


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

    def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> Result:
        with self._connection.cursor() as cursor:
            cursor.executemany(sql, rows)
            return _read(cursor)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        yield self

    def at_commit(self, sql: str, values: Sequence[Any] = ()) -> None:
        self.execute(sql, values)

    def insertion(
        self, table: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]
    ) -> list[Statement]:
        names = ", ".join(name for name, _type in columns)
        row = _places(len(columns))
        return [
            Statement(
                f"INSERT INTO {table} ({names}) VALUES {', '.join([row] * len(part))}",
                [value for values in part for value in values],
            )
            for part in _parts(rows)
        ]

    def deletion(self, table: str, key: str, keys: Sequence[int]) -> list[Statement]:
        return [
            Statement(f"DELETE FROM {table} WHERE {key} IN {_places(len(part))}", list(part))
            for part in _parts(keys)
        ]


def _read(cursor: CursorWrapper) -> Result:
    """The result of the statement that a cursor has run."""
    result = Result()
    result.rows = cursor.fetchall() if cursor.description else []
    result.rowcount = cursor.rowcount
    return result


def _places(count: int) -> str:
    return f"({', '.join(['%s'] * count)})"


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    start = 0
    for size in SIZES:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size
