"""Writes that go to the database with the COMMIT of their transaction.

They are those of ``bulk_create``, ``save(update_fields=…)`` and ``QuerySet.update``, with SQL that
Django makes. On PostgreSQL they are one message with the COMMIT: a report waits for no answer
between them, and the rows that many reports update stay locked as briefly as possible. Everywhere
else they run at once. Nothing in the transaction may read what they write; keys of new rows are not
known, and no signals are sent. Outside of a transaction and inside a savepoint they run at once.

The SQL of a row depends on its model and on which of its fields are written, so Django makes it
once for each: making it costs several times what the database needs to run it.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLInsertCompiler

from server.database.plain import statements_of
from tournaments.prepared import Question

#: Django's classes of fields know no parameters when the site runs.
Fields = list["Field[Any, Any]"]
#: Stands for a value while the SQL is made; any would do.
MARK = 1


class Insertion(NamedTuple):
    """The SQL that inserts rows, and whether it takes the values of each column as one list."""

    sql: str
    by_column: bool


def insert(*rows: Model) -> None:
    """Store new rows of one model, at least one."""
    model = type(rows[0])
    fields = _stored_fields(model)
    values = [_values(row, fields, add=True) for row in rows]
    insert_values(model, [field.name for field in fields], values)


def insert_now(row: Model) -> None:
    """Store one new row at once, for what needs its key."""
    model, database = type(row), connections[DEFAULT_DB_ALIAS]
    fields = _stored_fields(model)
    names = (field.name for field in fields)
    sql, _by_column = _insertion(database.vendor, model, *names, rows=1, returns_key=True)
    result = statements_of(database).execute(sql, _values(row, fields, add=True))
    row.pk = result.rows[0][0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_values(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Store new rows given as the values of their named fields, at least one row.

    The values go to the database as they are: whole numbers and texts, or what fields make of them.
    To make an object of each row costs more than to store it.
    """
    sql, by_column = _insertion(connections[DEFAULT_DB_ALIAS].vendor, model, *names, rows=len(rows))
    if by_column:
        _send(sql, [list(column) for column in zip(*rows, strict=True)])
    else:
        _send(sql, [value for row in rows for value in row])


def update(row: Model, names: Sequence[str]) -> None:
    """Store the named fields of a stored row. What is gone by then is not missed: lock it."""
    model = type(row)
    values = _values(row, _named(model, names), add=False)
    nulls = tuple(value is None for value in values)
    sql = _updating(connections[DEFAULT_DB_ALIAS].vendor, model, *names, nulls=nulls)
    _send(sql, [*(value for value in values if value is not None), row.pk])


def update_all(rows: QuerySet[Any], **changes: Any) -> None:
    """Change rows, as ``rows.update(**changes)`` does: ``counter=F("counter") + 1``."""
    query = _update_of(rows)
    query.add_update_values(changes)
    _send(*query.get_compiler(DEFAULT_DB_ALIAS).as_sql())


def insert_if(row: Model, question: Question[Any]) -> None:
    """Store a new row if a prepared query finds anything then."""
    model = type(row)
    fields = _stored_fields(model)
    vendor = connections[DEFAULT_DB_ALIAS].vendor
    sql = _insertion(vendor, model, *(field.name for field in fields), rows=1).sql
    start, places = sql.rsplit(" VALUES ", 1)
    condition = question.prepared.compiled()
    _send(
        f"{start} SELECT {places.strip('()')} WHERE EXISTS ({condition.sql})",
        [*_values(row, fields, add=True), *condition.parameters(question.values)],
    )


# --- The SQL --------------------------------------------------------------------------------------


@cache
def _insertion(
    _vendor: str, model: type[Model], *names: str, rows: int, returns_key: bool = False
) -> Insertion:
    """The SQL for so many new rows, on a database of one kind. Django makes it from empty ones."""
    fields = _named(model, names)
    query = InsertQuery(model)
    query.insert_values(fields, [model() for _row in range(rows)], raw=True)
    compiler = cast(SQLInsertCompiler, query.get_compiler(DEFAULT_DB_ALIAS))
    compiler.returning_fields = [model._meta.pk] if returns_key else None
    ((sql, values),) = compiler.as_sql()
    return Insertion(sql, by_column=len(values) < rows * len(fields))


@cache
def _updating(_vendor: str, model: type[Model], *names: str, nulls: tuple[bool, ...]) -> str:
    """The SQL that changes one row, on a database of one kind; NULL stands in it as it is."""
    query = _update_of(model._base_manager.filter(pk=MARK))
    marks: list[Any] = [None if is_null else Value(MARK) for is_null in nulls]
    fields = _named(model, names)
    query.add_update_fields([(f, None, mark) for f, mark in zip(fields, marks, strict=True)])
    return str(query.get_compiler(DEFAULT_DB_ALIAS).as_sql()[0])


def _stored_fields(model: type[Model]) -> Fields:
    """The fields of a new row; the database makes its key."""
    return [field for field in model._meta.concrete_fields if field is not model._meta.pk]


def _named(model: type[Model], names: Sequence[str]) -> Fields:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return [fields[name] for name in names]


def _values(row: Model, fields: Fields, *, add: bool) -> list[Any]:
    """The values of some fields as the database stores them."""
    database = connections[DEFAULT_DB_ALIAS]
    return [field.get_db_prep_save(field.pre_save(row, add=add), database) for field in fields]


def _update_of(rows: QuerySet[Any]) -> UpdateQuery:
    return cast(UpdateQuery, rows.query.chain(UpdateQuery))


def _send(sql: str, values: Sequence[Any]) -> None:
    statements_of(connections[DEFAULT_DB_ALIAS]).at_commit(sql, values)
