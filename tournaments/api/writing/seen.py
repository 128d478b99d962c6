"""Writes that name the version that was seen: the header ``If-Match``."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.numbers import whole_number
from tournaments.api.errors import VersionMissing

VERSION_HEADER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The version that was seen, such as "1" of a hand that was only dealt.',
)


def seen_version(request: Request) -> int:
    """The version that was seen. Raises VersionMissing."""
    said = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    version = whole_number(said)
    if version is None:
        raise VersionMissing
    return version
