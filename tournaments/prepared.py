"""Queries whose SQL is written once.

Django writes the SQL of a queryset each time it is evaluated. For one row by its key that costs
several times what the database needs for the answer, and while a table is locked everybody who
wants it waits for that as well. So the queries that every reported hand repeats are prepared.
They go to the database through ``server.database.protocol``.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from server.database.plain import statements_of
from server.database.protocol import Batch, Result

T = TypeVar("T")

#: What stands for the values while the SQL is made: numbers that no constant of a query is, and
#: that the smallest column takes (for what it cannot hold Django asks nothing at all).
FIRST_MARK = 31_607


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """The SQL of a query on one connection, and how a row of its answer becomes what it is."""

    compiler: SQLCompiler
    sql: str
    #: The constant values of the query, and marks in place of the ones that it is asked by.
    fixed: tuple[Any, ...]
    #: For each of those places: where it is, and which value goes there.
    places: tuple[tuple[int, int], ...]
    converters: dict[int, Any]
    build: Callable[[Sequence[Any]], Any]

    def parameters(self, values: Sequence[Any]) -> list[Any]:
        """All values of the SQL, with the ones that it is asked by."""
        parameters = list(self.fixed)
        for place, number in self.places:
            parameters[place] = values[number]
        return parameters

    def read(self, result: Result) -> list[Any]:
        """Turn the rows of an answer into objects."""
        rows: Iterable[Sequence[Any]] = result.rows
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        return [self.build(row) for row in rows]


class Prepared(Generic[T]):
    """A query by one or more values: ``Prepared(lambda key: Model.objects.filter(pk=key))``.

    The values are whole numbers or texts, each used as it is by an exact lookup. What comes back is
    what the queryset would give: objects with all that is joined to them, or rows of values.

    ``lock`` ends the SQL where the database has row locks, for a clause that Django cannot make.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *, lock: str = "") -> None:
        self._make = make
        self._lock = lock
        self._marks = [FIRST_MARK + number for number in range(len(signature(make).parameters))]
        self._of_thread = threading.local()

    def queryset(self, *values: Any) -> QuerySet[Any, Any]:
        """The query as Django knows it."""
        return self._make(*values)

    def of(self, *values: Any) -> "Question[T]":
        """The query by these values, for ``ask``."""
        return Question(self, values)

    def all(self, *values: Any) -> list[T]:
        """Every row. One query."""
        return Question(self, values).ask(statements_of(connections[DEFAULT_DB_ALIAS]))()

    def first(self, *values: Any) -> T | None:
        """The first row, or None. The query says itself how many rows it reads."""
        return next(iter(self.all(*values)), None)

    def one(self, *values: Any) -> T:
        """The one row there is. Raises ObjectDoesNotExist."""
        found = self.first(*values)
        if found is None:
            raise ObjectDoesNotExist(f"nothing by {values}")
        return found

    def compiled(self) -> CompiledQuery:
        """Return the query that was prepared on the connection of this thread."""
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = getattr(self._of_thread, "compiled", None)
        if compiled is None or compiled.compiler.connection is not connection:
            compiled = self._of_thread.compiled = self._prepare(connection)
        return compiled

    def _prepare(self, connection: BaseDatabaseWrapper) -> CompiledQuery:
        queryset = self._make(*self._marks)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if self._lock and connection.features.has_select_for_update:
            sql = f"{sql} {self._lock}"
        known = {str(mark): number for number, mark in enumerate(self._marks)}
        found = [known.get(str(value)) for value in parameters]
        if missing := set(known.values()) - set(found):
            raise ValueError(f"values that are never used: {sorted(missing)}")
        return CompiledQuery(
            compiler=compiler,
            sql=sql,
            fixed=tuple(parameters),
            places=tuple(
                (place, number) for place, number in enumerate(found) if number is not None
            ),
            converters=compiler.get_converters([column for column, *_rest in compiler.select]),
            # After ``values_list`` a row is the result as it is.
            build=_builder(compiler) if queryset.query.default_cols else tuple,
        )


#: Gives the rows that a query has found.
Answer = Callable[[], list[T]]


class Question(NamedTuple, Generic[T]):
    """A prepared query with its values."""

    prepared: Prepared[T]
    values: tuple[Any, ...]

    def ask(self, batch: Batch) -> Answer[T]:
        """Run the query with others; what is returned gives the rows, once the batch has ended."""
        compiled = self.prepared.compiled()
        result = batch.execute(compiled.sql, compiled.parameters(self.values))
        return lambda: compiled.read(result)


def ask(*questions: Question[Any]) -> list[list[Any]]:
    """Run several queries in their order, in one round trip; the rows of each."""
    with statements_of(connections[DEFAULT_DB_ALIAS]).batch() as batch:
        answers = [question.ask(batch) for question in questions]
    return [answer() for answer in answers]


def _builder(compiler: SQLCompiler) -> Callable[[Sequence[Any]], Any]:
    """How a row becomes an object with its joined ones, as ``ModelIterable`` of Django does it."""
    info, select, alias = compiler.klass_info, compiler.select, compiler.connection.alias
    start, end = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column.target.attname for column, *_rest in select[start:end]]
    joined = get_related_populators(info, select, alias)  # type: ignore[call-arg]  # as in 5.2
    annotations = compiler.annotation_col_map or {}

    def build(row: Sequence[Any]) -> Any:
        found = info["model"].from_db(alias, names, row[start:end])
        for populator in joined:
            populator.populate(row, found)
        for name, place in annotations.items():
            setattr(found, name, row[place])
        return found

    return build
