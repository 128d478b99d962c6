"""Shared by all operations that change what was set up.

``was`` has values that a program saw before: where somebody else has changed one of those since,
nothing is done (409). What is not sent stays as it is.
"""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor

ORGANIZE = ("organize",)


def who(request: Request) -> dict[str, Any]:
    """Who writes, and when, as every verb takes it."""
    return {"by": Actor.of(request), "at": timezone.now()}


def none_needed(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of something new as those of a change: none is required, none has a default."""
    for field in fields.values():
        field.required, field.default = False, serializers.empty
    return fields


def changes(kind: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """The values to be changed, those that were ``seen`` before, who does it and when."""
    values = checked(kind, request)
    seen = values.pop("was", None)
    return {**values, "seen": seen, **who(request)}
