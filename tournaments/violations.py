"""Which constraint the database refused a row by, and how that is said to a person."""

from django.db import IntegrityError
from django.db.models import Model, UniqueConstraint

from server.database.violations import rule_violation, unique_violation
from tournaments.errors import PersonTakenMeanwhile, Refused, SeatOrBye, TableTakenMeanwhile
from tournaments.one_place import SEAT_OR_BYE

#: What a unique constraint of one of these tables refuses; each has no other.
TAKEN: dict[str, type[Refused]] = {
    "tournaments_playerhold": PersonTakenMeanwhile,
    "tournaments_tablehold": TableTakenMeanwhile,
}
REFUSALS: dict[str, type[Refused]] = {SEAT_OR_BYE.name: SeatOrBye}


def refusal_of(error: IntegrityError) -> Refused | None:
    """The refusal that says in a sentence what ``error`` is about, if there is one."""
    broken = unique_violation(error)
    found = TAKEN.get(broken.table) if broken else REFUSALS.get(rule_violation(error))
    return found() if found else None


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
