"""What the database takes for the values of a field: at once, where there is nothing to make.

Django asks half a dozen functions for each value of each row. For a value of the plain type of its
field all but the last one hand it on unchanged; whatever else it is goes the long way.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field

#: Makes of a value what the database takes, for a connection.
Preparer = Callable[[Any, BaseDatabaseWrapper], Any]

#: The kinds of fields of which a value of this type is handed on as it is.
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
    """Gives what ``field.get_db_prep_save`` gives."""
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
