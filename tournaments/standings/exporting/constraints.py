"""The constraints of the database, held against rows that are not stored yet.

The database has the last word, but it names neither the row nor the next fault. ``row`` has the
values of a model's columns by their names.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable, CombinedExpression

Row = Mapping[str, Any]
#: Of an hour, in seconds.
QUARTER = 15 * 60

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    Combinable.ADD: operator.add,
    Combinable.MUL: operator.mul,
    Combinable.DIV: operator.floordiv,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "exact": operator.eq,
    "in": lambda value, options: value in options,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
    "startswith": str.startswith,
    "length__lte": lambda value, most: len(value) <= most,
}


def broken_checks(model: type[models.Model], row: Row) -> Iterator[str]:
    """The names of the check constraints that ``row`` breaks."""
    for constraint in model._meta.constraints:  # noqa: SLF001 - Django's documented API
        # As in SQL, what is unknown breaks nothing.
        if not isinstance(constraint, models.CheckConstraint):
            continue
        condition = constraint.condition
        if isinstance(condition, Q) and holds(model, condition, row) is False:
            yield constraint.name


def repeated(model: type[models.Model], rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """The indexes of rows that are there already, each with the name of what must be unique."""
    for name, columns, condition in _unique(model):
        if not rows or not set(columns) <= set(rows[0]):
            continue
        seen = set()
        for index, row in enumerate(rows):
            key = tuple(row[column] for column in columns)
            if None in key or (condition is not None and not holds(model, condition, row)):
                continue
            if key in seen:
                yield index, name
            seen.add(key)


def _unique(model: type[models.Model]) -> Iterator[tuple[str, list[str], Q | None]]:
    for field in model._meta.concrete_fields:  # noqa: SLF001 - Django's documented API
        if field.unique:
            yield field.name, [field.attname], None
    for constraint in model._meta.constraints:  # noqa: SLF001 - Django's documented API
        if isinstance(constraint, models.UniqueConstraint) and constraint.fields:
            # All rows are of one event, and do not say so.
            columns = [_column(model, name) for name in constraint.fields if name != "event"]
            yield constraint.name, columns, constraint.condition


def _field(model: type[models.Model], name: str) -> "models.Field[Any, Any]":
    field = model._meta.get_field(name)  # noqa: SLF001 - Django's documented API
    assert isinstance(field, models.Field), name  # noqa: S101 - rows have no reverse relations
    return field


def _column(model: type[models.Model], name: str) -> str:
    return _field(model, name).attname


def holds(model: type[models.Model], condition: Q, row: Row) -> bool | None:
    """Whether a condition is true of a row; None where SQL says "unknown"."""
    parts = [
        holds(model, part, row) if isinstance(part, Q) else _compare(model, part, row)
        for part in condition.children
    ]
    join = _either if condition.connector == Q.OR else _both
    start: bool | None = condition.connector != Q.OR or not parts
    found = reduce(join, parts, start)
    # Django's negation also covers what is null.
    return found is not True if condition.negated else found


def _both(one: bool | None, other: bool | None) -> bool | None:  # noqa: FBT001 - truth values
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _either(one: bool | None, other: bool | None) -> bool | None:  # noqa: FBT001 - truth values
    if one is True or other is True:
        return True
    return None if one is None or other is None else False


def _value(model: type[models.Model], name: str, row: Row) -> Any:
    """A value of a row; a column that is not in the file holds its default."""
    return row.get(_column(model, name), _field(model, name).get_default())


def _computed(model: type[models.Model], wanted: Any, row: Row) -> Any:
    """The result of a value, a column or an expression of whole numbers; None where unknown."""
    if isinstance(wanted, F):
        (named,) = wanted.deconstruct()[1]
        return _value(model, named, row)
    if isinstance(wanted, CombinedExpression):
        sides = [_computed(model, side, row) for side in (wanted.lhs, wanted.rhs)]
        if None in sides or (wanted.connector == Combinable.DIV and not sides[1]):
            return None
        return ARITHMETIC[wanted.connector](*sides)
    return wanted


def _compare(model: type[models.Model], part: Any, row: Row) -> bool | None:
    """Whether a pair of lookup and value, as ``Q`` has them, is true of a row."""
    (name, *steps), wanted = part[0].split("__"), part[1]
    value = _value(model, name, row)
    if steps[:1] == ["past_quarter"]:
        value, steps = None if value is None else value.timestamp() % QUARTER, steps[1:]
    if steps[:1] == ["length"]:
        value, steps = None if value is None else len(value), steps[1:]
    kind = steps[0] if steps else "exact"
    if kind == "isnull":
        return (value is None) is wanted
    if wanted is None:
        return value is None
    wanted = _computed(model, wanted, row)
    if value is None or wanted is None:
        return None
    return bool(COMPARISONS[kind](value, wanted))
