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
class Filter:
    """A parameter of a list: how its value is read, and which rows fit it."""

    name: str
    about: str
    field: serializers.Field
    rows: Callable[[Any], Q]
    schema: dict[str, Any]


def choice(name: str, about: str, choices: list[str], *, column: str = "") -> Filter:
    """Rows with one value of a column."""
    return Filter(
        name,
        about,
        serializers.ChoiceField(choices=choices),
        lambda value: Q(**{column or name: value}),
        {"type": "string", "enum": choices},
    )


def key(name: str, about: str, *, column: str = "") -> Filter:
    """Rows that belong to another row."""
    return Filter(
        name,
        about,
        serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        lambda value: Q(**{column or name: value}),
        {"type": "integer", "minimum": 1},
    )


def slug(name: str, about: str, *, column: str = "", longest: int = LONGEST_KEY) -> Filter:
    """Rows with one key in a column of keys."""
    return Filter(
        name,
        about,
        serializers.SlugField(max_length=longest),
        lambda value: Q(**{column or name: value}),
        {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$", "maxLength": longest},
    )


def yes_or_no(name: str, about: str, rows: Q) -> Filter:
    """Rows that fit a condition, or those that do not."""
    return Filter(
        name,
        about,
        serializers.BooleanField(),
        lambda wanted: rows if wanted else ~rows,
        {"type": "boolean"},
    )


def day(name: str, about: str, *, column: str) -> Filter:
    """Rows whose moment is on a day, in the time zone of the event that was entered."""
    return Filter(
        name,
        about,
        serializers.DateField(),
        lambda value: Q(**{f"{column}__date": value}),
        {"type": "string", "format": "date"},
    )


def words(name: str, about: str, *columns: str) -> Filter:
    """Rows that have a text in one of some columns."""

    def rows(value: str) -> Q:
        found = Q()
        for column in columns:
            found |= Q(**{f"{column}__icontains": value})
        return found

    field = serializers.CharField(max_length=LONGEST_TEXT)
    return Filter(name, about, field, rows, {"type": "string", "maxLength": LONGEST_TEXT})


def updated_since(*columns: str) -> Filter:
    """Rows that changed at a time or later, by one of some columns."""

    def rows(moment: Any) -> Q:
        found = Q()
        for column in columns:
            found |= Q(**{f"{column}__gte": moment})
        return found

    about = "Only what changed at this time or later. Overlap by a minute, so that nothing is lost."
    field = serializers.DateTimeField()
    return Filter("updated_since", about, field, rows, {"type": "string", "format": "date-time"})


class Filters(BaseFilterBackend):
    """Applies the ``filters`` of a view."""

    def filter_queryset(
        self, request: Request, queryset: QuerySet[Any], view: Any
    ) -> QuerySet[Any]:
        for one in getattr(view, "filters", ()):
            if one.name in request.query_params:
                queryset = queryset.filter(one.rows(_value(one, request)))
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
            for one in getattr(view, "filters", ())
        ]


def _value(one: Filter, request: Request) -> Any:
    try:
        return one.field.run_validation(request.query_params[one.name])
    except serializers.ValidationError as error:
        raise serializers.ValidationError({one.name: error.detail}) from None
