"""Storing rows with SQL that is written once: what every reported hand repeats.

The functions do what ``bulk_create`` and ``save(update_fields=…)`` of Django do for rows of one
table, with values prepared by the same fields; they send no signals and call no ``save`` of a
model. They go to the database through ``server.database.protocol``, on any of Django's backends.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

from server.database import protocol
from server.database.plain import statements_of
from server.database.protocol import Result, Statements
from server.database.violations import unique_violation
from tournaments.column_values import Preparer, preparer
from tournaments.prepared import Answer, Question

T = TypeVar("T")
Statement = protocol.Statement


# --- Several statements in one round trip ---------------------------------------------------------


class Batch:
    """Statements that go to the database together; their results can be read after the batch."""

    def __init__(self, statements: protocol.Batch) -> None:
        self._statements = statements
        self._updates: list[tuple[Model, Result]] = []

    def insert(self, *rows: Model) -> None:
        """Store new rows of one model; their keys are not read."""
        if rows:
            self._statements.execute(*_insertion(rows))

    def update(self, row: Model, names: Sequence[str]) -> None:
        """Store the named fields of a stored row.

        The batch raises DatabaseError at its end if the row is gone.
        """
        self._updates.append((row, self._statements.execute(*update_statement(row, names))))

    def query(self, question: Question[T]) -> Answer[T]:
        """Ask a prepared query; call what is returned for the answer, after the batch."""
        return question.ask(self._statements)

    def check(self) -> None:
        """Raise DatabaseError if one of the updated rows is not stored."""
        for row, result in self._updates:
            _check_stored(row, result)


@contextmanager
def batch() -> Iterator[Batch]:
    """Send what is stored and asked inside together: ``with batch() as batch: batch.insert(row)``.

    Errors of the database are raised at the latest when the block ends.
    """
    with _statements().batch() as statements:
        found = Batch(statements)
        yield found
    found.check()


class Writer(Protocol):
    """Where rows are written to: a ``Batch``, or ``AT_ONCE``."""

    def insert(self, *rows: Model) -> None: ...

    def update(self, row: Model, names: Sequence[str]) -> None: ...


# --- One at a time --------------------------------------------------------------------------------


def insert(*rows: Model) -> None:
    """Store new rows of one model, and give them their keys. One statement, if there is any row."""
    if not rows:
        return
    key = _quoted(_key_column(type(rows[0])))
    sql, values = _insertion(rows)
    keys = _statements().execute(f"{sql} RETURNING {key}", values).rows
    for row, (key_of_row,) in zip(rows, keys, strict=True):
        row.pk = key_of_row
        row._state.adding = False
        row._state.db = DEFAULT_DB_ALIAS


def append(*rows: Model) -> None:
    """Store new rows of one model; their keys are not read. One statement, if there is any row."""
    with batch() as one:
        one.insert(*rows)


def append_many(rows: Sequence[Model]) -> None:
    """Store any number of new rows of one model in few statements; their keys are not read."""
    if rows:
        model = type(rows[0])
        run(_insertion_of_many(model, _columns(model), _values_by_row(rows)))


def update(row: Model, names: Sequence[str]) -> None:
    """Store the named fields of a stored row. One statement. Raises DatabaseError if it is gone."""
    with batch() as one:
        one.update(row, names)


class AtOnce:
    """Writes each row when it is given."""

    def insert(self, *rows: Model) -> None:
        append(*rows)

    def update(self, row: Model, names: Sequence[str]) -> None:
        update(row, names)


AT_ONCE = AtOnce()


def update_many(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Store the named fields of stored rows of one model. One statement, if there is any row."""
    if not rows:
        return
    ready = [update_statement(row, names) for row in rows]
    result = _statements().execute_many(ready[0].sql, [values for _sql, values in ready])
    if result.rowcount != len(rows):
        raise DatabaseError(f"of {len(rows)} rows {result.rowcount} are stored")


def update_unless_changed(row: Model, names: Sequence[str], seen: Mapping[str, Any]) -> bool:
    """Store the named fields of a row if its fields in ``seen`` still have those values.

    False if they do not, or if the row is gone. One statement.
    """
    same = [
        f"{_quoted(row._meta.get_field(name).column)} {'IS NULL' if value is None else '= %s'}"
        for name, value in seen.items()
    ]
    known = [
        preparer(row._meta.get_field(name))(value, _connection())
        for name, value in seen.items()
        if value is not None
    ]
    sql, values = update_statement(row, names)
    result = _statements().execute(f"{sql} AND {' AND '.join(same)}", [*values, *known])
    return result.rowcount == 1


def increment(model: type[Model], key: int, counter: str, **values: Any) -> None:
    """Add one to a counter of a row, and store ``values`` beside it. One statement, at the commit.

    So the row is locked as briefly as possible by each of those who count.
    """
    meta = model._meta
    fields = [meta.get_field(name) for name in values]
    prepared = [
        preparer(field)(value, _connection())
        for field, value in zip(fields, values.values(), strict=True)
    ]
    column = _quoted(meta.get_field(counter).column)
    changes = [f"{column} = {column} + 1", *(f"{_quoted(field.column)} = %s" for field in fields)]
    where = f"{_quoted(_key_column(model))} = %s"
    sql = f"UPDATE {_quoted(meta.db_table)} SET {', '.join(changes)} WHERE {where}"
    run_at_commit([Statement(sql, [*prepared, key])])


def append_if(row: Model, question: Question[Any]) -> None:
    """Store a new row if a prepared query finds anything; its key is not read.

    One statement, at the commit.
    """
    (values,) = _values_by_row([row])
    condition = question.prepared.compiled()
    sql = f"{_selection_sql(type(row))} WHERE EXISTS ({condition.sql})"
    run_at_commit([Statement(sql, [*values, *condition.parameters(question.values)])])


def violates(error: IntegrityError, model: type[Model], constraint: str | None = None) -> bool:
    """Whether ``error`` says that a unique constraint of ``model``, or the named one, is broken."""
    broken = unique_violation(error)
    if broken is None or broken.table not in {model._meta.db_table, ""}:
        return False
    if constraint is None or broken.constraint:
        return constraint in {None, broken.constraint}
    (meant,) = (each for each in model._meta.constraints if each.name == constraint)
    return broken.columns == {model._meta.get_field(name).column for name in meant.fields}


# --- Made ready before a lock is held -------------------------------------------------------------


def insert_statements(
    model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Any]]
) -> list[Statement]:
    """The statements that insert any number of rows, each the values of the named columns.

    A foreign key is named as in ``values_list``: ``entry_id``. No model instances are made.
    """
    connection = _connection()
    fields = [model._meta.get_field(name) for name in names]
    prepares = [preparer(field) for field in fields]
    values = [
        [prepare(value, connection) for prepare, value in zip(prepares, row, strict=True)]
        for row in rows
    ]
    return _insertion_of_many(model, fields, values)


def delete_statements(model: type[Model], keys: Sequence[int]) -> list[Statement]:
    """The statements that delete the rows with these keys, on which nothing depends."""
    table, key = _quoted(model._meta.db_table), _quoted(_key_column(model))
    return _statements().deletion(table, key, keys)


def update_statement(row: Model, names: Sequence[str]) -> Statement:
    """The statement that stores the named fields of a row."""
    sql, fields = _update(type(row), tuple(names))
    connection = _connection()
    values = [preparer(field)(field.pre_save(row, add=False), connection) for field in fields]
    return Statement(sql, [*values, row.pk])


def run(statements: Iterable[Statement]) -> None:
    """Run statements in their order, in one batch."""
    with _statements().batch() as batch_:
        for sql, values in statements:
            batch_.execute(sql, values)


def run_at_commit(statements: Iterable[Statement]) -> None:
    """Run statements in their order with the commit; nothing in the transaction may need them."""
    for sql, values in statements:
        _statements().at_commit(sql, values)


# --- How the SQL is written -----------------------------------------------------------------------


def _connection() -> BaseDatabaseWrapper:
    return connections[DEFAULT_DB_ALIAS]


def _statements() -> Statements:
    return statements_of(_connection())


def _check_stored(row: Model, result: Result) -> None:
    if result.rowcount != 1:
        raise DatabaseError(f"{row!r} is not stored")


def _values_by_row(rows: Iterable[Model]) -> list[list[Any]]:
    """The values of new rows, as the database takes them."""
    connection = _connection()
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


def _key_column(model: type[Model]) -> str:
    return model._meta.pk.column


def _insertion(rows: Sequence[Model]) -> Statement:
    values = [value for row in _values_by_row(rows) for value in row]
    return Statement(_insertion_sql(type(rows[0]), len(rows)), values)


@cache
def _insertion_sql(model: type[Model], rows: int) -> str:
    columns = _columns(model)
    names = ", ".join(_quoted(field.column) for field in columns)
    places = ", ".join(["(" + ", ".join(["%s"] * len(columns)) + ")"] * rows)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) VALUES {places}"


@cache
def _selection_sql(model: type[Model]) -> str:
    """The start of an insertion of one row that may have a condition."""
    columns = _columns(model)
    names = ", ".join(_quoted(field.column) for field in columns)
    places = ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({names}) SELECT {places}"


def _insertion_of_many(
    model: type[Model], fields: Sequence[Field], rows: list[list[Any]]
) -> list[Statement]:
    """The statements that insert any number of rows, given as what the database takes for them."""
    columns = [(_quoted(field.column), field.db_type(_connection())) for field in fields]
    return _statements().insertion(_quoted(model._meta.db_table), columns, rows)


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(meta.get_field(name) for name in names)
    changes = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    key = _quoted(_key_column(model))
    return f"UPDATE {_quoted(meta.db_table)} SET {changes} WHERE {key} = %s", fields


def _quoted(name: str) -> str:
    """SQLite and PostgreSQL quote alike, so the texts may be kept for either."""
    return _connection().ops.quote_name(name)
