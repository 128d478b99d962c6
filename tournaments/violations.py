"""Which unique constraint of a model the database refused a row by."""

from django.db import IntegrityError
from django.db.models import Model, UniqueConstraint

from server.database.violations import unique_violation


def violates(error: IntegrityError, model: type[Model], constraint: str | None = None) -> bool:
    """Whether ``error`` says that a unique constraint of ``model``, or the named one, is broken."""
    broken = unique_violation(error)
    if broken is None or broken.table not in {model._meta.db_table, ""}:
        return False
    if constraint is None or broken.constraint:
        return constraint in {None, broken.constraint}
    (meant,) = (
        each
        for each in model._meta.constraints
        if isinstance(each, UniqueConstraint) and each.name == constraint
    )
    columns = {field.name: field.column for field in model._meta.concrete_fields}
    return broken.columns == {columns[name] for name in meant.fields}
