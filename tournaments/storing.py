"""Storing rows with SQL that is made once: what each entry of a hand writes.

They do what ``bulk_create`` and ``save(update_fields=…)`` of Django do for a row of one table, the
values prepared by the fields as there; no signals are sent and no ``save`` of a model is called.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, Model

from tournaments.column_values import Preparer, preparer


class _Unanswered(threading.local):
    """What this thread has changed inside ``together``: the rows and how their answer is known."""

    changes: list[tuple[Model, CursorWrapper]] | None = None


_unanswered = _Unanswered()


@contextmanager
def together() -> Iterator[None]:
    """Store all that is stored inside without waiting for one answer after the other.

    What is wrong with any of it is raised at the end. Ask for nothing inside: that would wait.
    """
    if _unanswered.changes is not None:  # inside of another
        yield
        return
    changes = _unanswered.changes = []
    try:
        with connections[DEFAULT_DB_ALIAS].answering_at_the_end():
            yield
    finally:
        _unanswered.changes = None
    for row, cursor in changes:
        _check_stored(row, cursor)


def insert(*rows: Model) -> None:
    """Store new rows of one model, and give them their keys. One query, if there is any row."""
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    key = _quoted(type(rows[0])._meta.pk.column)
    with connection.prepared_cursor() as cursor:
        cursor.execute(f"{_insertion_of(rows)} RETURNING {key}", _values(rows))
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding = False
        row._state.db = connection.alias


def append(*rows: Model) -> None:
    """Store new rows of one model whose keys nobody asks for. One query, if there is any row."""
    if rows:
        with connections[DEFAULT_DB_ALIAS].prepared_cursor() as cursor:
            cursor.execute(_insertion_of(rows), _values(rows))


def append_many(rows: Sequence[Model]) -> None:
    """Store any number of new rows of one model whose keys nobody asks for, in few queries."""
    if not rows:
        return
    model = type(rows[0])
    with connections[DEFAULT_DB_ALIAS].prepared_cursor() as cursor:
        for query in _insertions(model, _columns(model), _values_by_row(rows)):
            cursor.execute(*query)


def update_many(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Store the named fields of rows of one model that are stored. One query, if there is a row."""
    if not rows:
        return
    ready = [ready_to_update(row, names) for row in rows]
    with connections[DEFAULT_DB_ALIAS].prepared_cursor() as cursor:
        cursor.executemany(ready[0][0], [values for _sql, values in ready])
        if cursor.rowcount != len(rows):
            raise DatabaseError(f"of {len(rows)} rows {cursor.rowcount} are stored")


def update(row: Model, names: Sequence[str]) -> None:
    """Store the named fields of a row that is stored. One query."""
    with connections[DEFAULT_DB_ALIAS].prepared_cursor() as cursor:
        cursor.execute(*ready_to_update(row, names))
        if _unanswered.changes is None:
            _check_stored(row, cursor)
        else:
            _unanswered.changes.append((row, cursor))


def count(model: type[Model], key: int, counter: str, **values) -> None:
    """Add one to a counter of a row, whoever else does, and store values beside it. One query.

    It runs as ``run_last``, so nobody waits long for who counts the same.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    meta = model._meta
    fields = [meta.get_field(name) for name in values]
    prepared = [
        preparer(field)(value, connection)
        for field, value in zip(fields, values.values(), strict=True)
    ]
    column = _quoted(meta.get_field(counter).column)
    changes = [f"{column} = {column} + 1", *(f"{_quoted(field.column)} = %s" for field in fields)]
    table, pk = _quoted(meta.db_table), _quoted(meta.pk.column)
    run_last([(f"UPDATE {table} SET {', '.join(changes)} WHERE {pk} = %s", [*prepared, key])])


# --- Made ready before a lock is held -------------------------------------------------------------

#: An SQL text and its values.
Query = tuple[str, list]


def ready_to_append(
    model: type[Model], names: Sequence[str], rows: Sequence[Sequence]
) -> list[Query]:
    """The queries that store any number of new rows, each the values of the named columns in order.

    A foreign key is named as in ``values_list``: ``entry_id``. No object is made of any row.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    fields = [model._meta.get_field(name) for name in names]
    prepares = [preparer(field) for field in fields]
    values = [
        [prepare(value, connection) for prepare, value in zip(prepares, row, strict=True)]
        for row in rows
    ]
    return _insertions(model, fields, values)


def ready_to_delete(model: type[Model], keys: Sequence[int]) -> list[Query]:
    """The queries that delete the rows with these keys, on which nothing depends."""
    table, key = _quoted(model._meta.db_table), _quoted(model._meta.pk.column)
    return connections[DEFAULT_DB_ALIAS].deletion(table, key, keys)


def ready_to_update(
    row: Model, names: Sequence[str], *, unless_changed: Mapping[str, Any] | None = None
) -> Query:
    """The query that stores the named fields of a row.

    With ``unless_changed``, the values of fields as they were read, it fails with an IntegrityError
    for the first of the named ones if any of those is another by now: that field must not be null.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    sql, fields = _change(type(row), tuple(names), _compared(unless_changed or {}))
    values = [preparer(field)(field.pre_save(row, add=False), connection) for field in fields]
    seen = [
        preparer(row._meta.get_field(name))(value, connection)
        for name, value in (unless_changed or {}).items()
        if value is not None
    ]
    return sql, [*seen, *values, row.pk]


def _compared(seen: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """How each field is compared with what it was."""
    return tuple((name, "IS NULL" if value is None else "= %s") for name, value in seen.items())


def run_last(queries: Iterable[Query]) -> None:
    """Run queries in their order as late as the transaction commits; nothing may rest on them."""
    for sql, values in queries:
        connections[DEFAULT_DB_ALIAS].run_with_commit(sql, values)


def _check_stored(row: Model, cursor: CursorWrapper) -> None:
    if cursor.rowcount != 1:
        raise DatabaseError(f"{row!r} is not stored")


def _values(rows: Iterable[Model]) -> list:
    """The values of new rows, as the database takes them, one after the other."""
    return [value for values in _values_by_row(rows) for value in values]


def _values_by_row(rows: Iterable[Model]) -> list[list]:
    connection = connections[DEFAULT_DB_ALIAS]
    return [
        [
            prepare(field.pre_save(row, add=True), connection)
            for field, prepare in _prepared_columns(type(row))
        ]
        for row in rows
    ]


@cache
def _columns(model: type[Model]) -> tuple[Field, ...]:
    """All but the key, which the database gives."""
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@cache
def _prepared_columns(model: type[Model]) -> tuple[tuple[Field, Preparer], ...]:
    return tuple((field, preparer(field)) for field in _columns(model))


def _insertions(model: type[Model], fields: Sequence[Field], rows: list[list]) -> list[Query]:
    """The queries that store any number of rows, given as what the database takes for them."""
    connection = connections[DEFAULT_DB_ALIAS]
    columns = [(_quoted(field.column), field.db_type(connection)) for field in fields]
    return connection.insertion(_quoted(model._meta.db_table), columns, rows)


def _insertion_of(rows: Sequence[Model]) -> str:
    return _insertion(type(rows[0]), len(rows))


@cache
def _insertion(model: type[Model], rows: int) -> str:
    columns = _columns(model)
    names = ", ".join(_quoted(field.column) for field in columns)
    places = ", ".join(["(" + ", ".join(["%s"] * len(columns)) + ")"] * rows)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES {places}"


@cache
def _change(
    model: type[Model], names: tuple[str, ...], compared: tuple[tuple[str, str], ...]
) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(meta.get_field(name) for name in names)
    changes = [f"{_quoted(field.column)} = %s" for field in fields]
    if compared:
        same = [f"{_quoted(meta.get_field(name).column)} {how}" for name, how in compared]
        column = _quoted(fields[0].column)
        changes[0] = f"{column} = CASE WHEN {' AND '.join(same)} THEN %s END"
    table, key = _quoted(meta.db_table), _quoted(meta.pk.column)
    return f"UPDATE {table} SET {', '.join(changes)} WHERE {key} = %s", fields


def _quoted(name: str) -> str:
    """Both of our databases quote alike."""
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
