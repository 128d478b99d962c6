"""Values on the short path to the database are what Django would have made of them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection, models

from tournaments.column_values import preparer

VALUES = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2**40,
    "",
    "7",
    "Zoë",
    1.0,
    {"points": [1, None]},
    [1],
    date(2026, 11, 21),
    datetime(2026, 11, 21, 12, tzinfo=UTC),
    datetime(2026, 11, 21, 12, 30, 0, 5, tzinfo=timezone(timedelta(hours=2))),
    models.F("pk"),
)
FIELDS = [field for model in apps.get_models() for field in model._meta.concrete_fields]


def outcome(prepare, value):
    """What comes of a value, and of which type; or what is raised."""
    try:
        made = prepare(value, connection)
    except (TypeError, ValueError, AttributeError, ValidationError) as error:
        return type(error)
    return type(made), made.obj if hasattr(made, "obj") else made


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.filterwarnings("ignore:DateTimeField:RuntimeWarning")
def test_every_field_makes_of_a_value_what_django_makes_of_it(value):
    differ = [
        str(field)
        for field in FIELDS
        if outcome(preparer(field), value) != outcome(field.get_db_prep_save, value)
    ]
    assert differ == []


def test_a_field_of_another_kind_goes_the_long_way():
    class Upper(models.CharField):
        def get_db_prep_save(self, value, connection):
            return value.upper()

    assert preparer(Upper())("zoë", connection) == "ZOË"
