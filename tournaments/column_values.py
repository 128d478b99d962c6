"""Field values as the database takes them, without Django's steps where these change nothing.

Django calls half a dozen functions for each value of each row. For a value of the plain type of its
field all but the last return it unchanged, so they are skipped; any other value goes through all.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field

#: Turns a value into what the database of a connection takes.
Preparer = Callable[[Any, BaseDatabaseWrapper], Any]

#: Kinds of fields, and the type of value that they store unchanged.
AS_IT_IS: dict[type[Field], type] = {
    models.AutoField: int,
    models.BigAutoField: int,
    models.BooleanField: bool,
    models.CharField: str,
    models.SlugField: str,
    models.TextField: str,
}
NUMBERS = (
    models.BigIntegerField,
    models.IntegerField,
    models.PositiveBigIntegerField,
    models.PositiveIntegerField,
    models.PositiveSmallIntegerField,
    models.SmallIntegerField,
)


@cache
def preparer(field: Field) -> Preparer:
    """A function that returns what ``field.get_db_prep_save`` returns."""
    # What a foreign key holds is prepared by the key that it names. Kinds of fields that others
    # made may prepare their values in ways of their own.
    kind = field
    while isinstance(kind, models.ForeignKey):
        kind = kind.target_field
    if type(kind) in AS_IT_IS:
        return _prepare_plain(field, AS_IT_IS[type(kind)])
    if type(kind) in NUMBERS:
        return _prepare_number(field, kind.get_internal_type())
    if type(kind) is models.DateTimeField:
        return _prepare_moment(field)
    return field.get_db_prep_save


def _prepare_plain(field: Field, plain: type) -> Preparer:
    def prepare(value: Any, connection: BaseDatabaseWrapper) -> Any:
        if value is None or type(value) is plain:
            return value
        return field.get_db_prep_save(value, connection)

    return prepare


def _prepare_number(field: Field, internal_type: str) -> Preparer:
    def prepare(value: Any, connection: BaseDatabaseWrapper) -> Any:
        if value is None:
            return None
        if type(value) is int:
            return connection.ops.adapt_integerfield_value(value, internal_type)
        return field.get_db_prep_save(value, connection)

    return prepare


def _prepare_moment(field: Field) -> Preparer:
    def prepare(value: Any, connection: BaseDatabaseWrapper) -> Any:
        if value is None:
            return None
        if type(value) is datetime and value.tzinfo is not None:
            return connection.ops.adapt_datetimefield_value(value)
        return field.get_db_prep_save(value, connection)

    return prepare
