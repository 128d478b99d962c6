"""Writes that name the version that was seen: the header ``If-Match``."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from games.numbers import whole_number
from tournaments.api.errors import VersionMissing
from tournaments.api.writing.once import KEY_HEADER

VERSION_HEADER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The version that was seen, such as "1" of a hand that was only dealt.',
)


def as_seen(answer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The schema of a command that sends nothing but the version that was seen."""
    return {"request": None, "parameters": [KEY_HEADER, VERSION_HEADER], "responses": answer}


def seen_version(request: Request) -> int:
    """The version that was seen. Raises VersionMissing."""
    said = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    version = whole_number(said)
    if version is None:
        raise VersionMissing
    return version
