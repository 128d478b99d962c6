"""Writes that go to the database with the COMMIT of their transaction.

They are those of ``bulk_create``, ``save(update_fields=…)`` and ``QuerySet.update``, with SQL that
Django makes. On PostgreSQL they are one message with the COMMIT: a report waits for no answer
between them, and the rows that many reports update stay locked as briefly as possible. Everywhere
else they run at once. Nothing in the transaction may read what they write; keys of new rows are not
known, and no signals are sent. Outside of a transaction and inside a savepoint they run at once.
"""

from collections.abc import Sequence
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLInsertCompiler

from server.database.plain import statements_of
from tournaments.prepared import Question


def insert(*rows: Model) -> None:
    """Store new rows of one model, at least one."""
    for sql, values in _insertion(rows).as_sql():
        _send(sql, values)


def update(row: Model, names: Sequence[str]) -> None:
    """Store the named fields of a stored row. What is gone by then is not missed: lock it."""
    fields = {field.name: field for field in row._meta.concrete_fields}
    query = _update_of(type(row)._base_manager.filter(pk=row.pk))
    query.add_update_fields([(fields[n], None, fields[n].pre_save(row, add=False)) for n in names])
    _send(*query.get_compiler(DEFAULT_DB_ALIAS).as_sql())


def update_all(rows: QuerySet[Any], **changes: Any) -> None:
    """Change rows, as ``rows.update(**changes)`` does: ``counter=F("counter") + 1``."""
    query = _update_of(rows)
    query.add_update_values(changes)
    _send(*query.get_compiler(DEFAULT_DB_ALIAS).as_sql())


def insert_if(row: Model, question: Question[Any]) -> None:
    """Store a new row if a prepared query finds anything then."""
    ((sql, values),) = _insertion([row]).as_sql()
    start, places = sql.rsplit(" VALUES ", 1)
    condition = question.prepared.compiled()
    _send(
        f"{start} SELECT {places.strip('()')} WHERE EXISTS ({condition.sql})",
        [*values, *condition.parameters(question.values)],
    )


def _insertion(rows: Sequence[Model]) -> SQLInsertCompiler:
    meta = rows[0]._meta
    query = InsertQuery(type(rows[0]))
    fields = [field for field in meta.concrete_fields if field is not meta.pk]
    query.insert_values(fields, list(rows))
    return cast(SQLInsertCompiler, query.get_compiler(DEFAULT_DB_ALIAS))


def _update_of(rows: QuerySet[Any]) -> UpdateQuery:
    return cast(UpdateQuery, rows.query.chain(UpdateQuery))


def _send(sql: str, values: Sequence[Any]) -> None:
    statements_of(connections[DEFAULT_DB_ALIAS]).at_commit(sql, values)
