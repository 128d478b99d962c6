"""Storing rows with SQL that is made once: what each entry of a hand writes.

They do what ``bulk_create`` and ``save(update_fields=…)`` of Django do for a row of one table, the
values prepared by the fields as there; no signals are sent and no ``save`` of a model is called.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Field, Model

#: How many rows one query stores: few sizes, so that each has its SQL, and no more values in one
#: than SQLite has always taken (999).
BATCHES = (32, 8, 2, 1)


def insert(*rows: Model) -> None:
    """Store new rows of one model, and give them their keys. One query, if there is any row."""
    if not rows:
        return
    connection = connections[DEFAULT_DB_ALIAS]
    model = type(rows[0])
    fields = _columns(model)
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for row in rows
        for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(_insertion(model, len(rows)), values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding = False
        row._state.db = connection.alias


def insert_many(rows: Iterable[Model]) -> None:
    """Store any number of new rows of one model, in few queries."""
    waiting = list(rows)
    for size in BATCHES:
        while len(waiting) >= size:
            insert(*waiting[:size])
            del waiting[:size]


def update(row: Model, names: Sequence[str]) -> None:
    """Store the named fields of a row that is stored. One query."""
    connection = connections[DEFAULT_DB_ALIAS]
    statement, fields = _change(type(row), tuple(names))
    values = [
        field.get_db_prep_save(field.pre_save(row, add=False), connection) for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row!r} is not stored")


def count(model: type[Model], key: int, counter: str, **values) -> None:
    """Add one to a counter of a row, whoever else does, and store values beside it. One query."""
    connection = connections[DEFAULT_DB_ALIAS]
    meta = model._meta
    fields = [meta.get_field(name) for name in values]
    prepared = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values.values(), strict=True)
    ]
    column = _quoted(meta.get_field(counter).column)
    changes = [f"{column} = {column} + 1", *(f"{_quoted(field.column)} = %s" for field in fields)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {_quoted(meta.db_table)} SET {', '.join(changes)}"
            f" WHERE {_quoted(meta.pk.column)} = %s",
            [*prepared, key],
        )


@cache
def _columns(model: type[Model]) -> tuple[Field, ...]:
    """All but the key, which the database gives."""
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@cache
def _insertion(model: type[Model], rows: int) -> str:
    columns = _columns(model)
    names = ", ".join(_quoted(field.column) for field in columns)
    places = ", ".join(["(" + ", ".join(["%s"] * len(columns)) + ")"] * rows)
    meta = model._meta
    return (
        f"INSERT INTO {_quoted(meta.db_table)} ({names}) VALUES {places}"
        f" RETURNING {_quoted(meta.pk.column)}"
    )


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(meta.get_field(name) for name in names)
    changes = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    table, key = _quoted(meta.db_table), _quoted(meta.pk.column)
    return f"UPDATE {table} SET {changes} WHERE {key} = %s", fields


def _quoted(name: str) -> str:
    """Both of our databases quote alike."""
    return connections[DEFAULT_DB_ALIAS].ops.quote_name(name)
