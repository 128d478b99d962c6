"""The filters of lists: ``?status=running&updated_since=2026-11-21T12:00:00Z``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework import serializers
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request

HIGHEST_KEY = 2**63 - 1
LONGEST_TEXT = 100
LONGEST_KEY = 30


@dataclass(frozen=True)
class Parameter:
    """A parameter of a list: how its value is read."""

    name: str
    about: str
    field: serializers.Field
    schema: dict[str, Any]

    def value(self, request: Request) -> Any:
        """The value that a request has; None if it has none. Raises ValidationError."""
        if self.name not in request.query_params:
            return None
        try:
            return self.field.run_validation(request.query_params[self.name])
        except serializers.ValidationError as error:
            raise serializers.ValidationError({self.name: error.detail}) from None


@dataclass(frozen=True)
class Filter(Parameter):
    """A parameter by which rows fit or not."""

    rows: Callable[[Any], Q]


def choice(name: str, about: str, choices: list[str], *, column: str = "") -> Filter:
    """Rows with one value of a column."""
    return Filter(
        name,
        about,
        serializers.ChoiceField(choices=choices),
        {"type": "string", "enum": choices},
        lambda value: Q(**{column or name: value}),
    )


def key(name: str, about: str, *, column: str = "") -> Filter:
    """Rows that belong to another row."""
    return Filter(
        name,
        about,
        serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        {"type": "integer", "minimum": 1},
        lambda value: Q(**{column or name: value}),
    )


def slug(name: str, about: str, *, column: str = "", longest: int = LONGEST_KEY) -> Filter:
    """Rows with one key in a column of keys."""
    return Filter(
        name,
        about,
        serializers.SlugField(max_length=longest),
        {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": longest},
        lambda value: Q(**{column or name: value}),
    )


def yes_or_no(name: str, about: str, rows: Q) -> Filter:
    """Rows that fit a condition, or those that do not."""
    return Filter(
        name,
        about,
        serializers.BooleanField(),
        {"type": "boolean"},
        lambda wanted: rows if wanted else ~rows,
    )


def day(name: str, about: str, *, column: str) -> Filter:
    """Rows whose moment is on a day, in the time zone of the event that was entered."""
    return Filter(
        name,
        about,
        serializers.DateField(),
        {"type": "string", "format": "date"},
        lambda value: Q(**{f"{column}__date": value}),
    )


def words(name: str, about: str, *columns: str) -> Filter:
    """Rows that have a text in one of some columns."""

    def rows(value: str) -> Q:
        found = Q()
        for column in columns:
            found |= Q(**{f"{column}__icontains": value})
        return found

    field = serializers.CharField(max_length=LONGEST_TEXT)
    return Filter(name, about, field, {"type": "string", "maxLength": LONGEST_TEXT}, rows)


def updated_since(*columns: str) -> Filter:
    """Rows that changed at a time or later, by one of some columns."""

    def rows(moment: Any) -> Q:
        found = Q()
        for column in columns:
            found |= Q(**{f"{column}__gte": moment})
        return found

    about = "Only what changed at this time or later. Overlap by a minute, so that nothing is lost."
    field = serializers.DateTimeField()
    schema = {"type": "string", "format": "date-time"}
    return Filter("updated_since", about, field, schema, rows)


class Filters(BaseFilterBackend):
    """Applies the ``filters`` of a view."""

    def filter_queryset(
        self, request: Request, queryset: QuerySet[Any], view: Any
    ) -> QuerySet[Any]:
        for one in getattr(view, "filters", ()):
            if one.name in request.query_params:
                queryset = queryset.filter(one.rows(one.value(request)))
        return queryset

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [
            {
                "name": one.name,
                "in": "query",
                "required": False,
                "description": one.about,
                "schema": one.schema,
            }
            for one in (*getattr(view, "filters", ()), *getattr(view, "parameters", ()))
        ]
