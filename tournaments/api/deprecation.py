"""Parts of the API that are to go, and when: the policy of docs/api.md.

A view that is to go has an attribute ``deprecated``. The schema marks its operations, and each
answer says so (RFC 9745, RFC 8594).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.http import HttpResponse
from django.utils.http import http_date

LEAST = timedelta(days=365)


@dataclass(frozen=True)
class Deprecated:
    """Since when an address is not to be used any more, when it goes, and what stands in for it.

    ``instead`` is an address below /api/. Raises ValueError where people have less than a year.
    """

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < LEAST:
            raise ValueError(f"{self.sunset} is less than a year after {self.since}")


def mark(result: dict[str, Any], generator: Any, **_more: Any) -> dict[str, Any]:
    """A postprocessing hook of the schema: mark the operations of views that are to go."""
    for path, _pattern, method, callback in generator.endpoints:
        operation = result["paths"].get(path, {}).get(method.lower())
        if operation and _of(callback.cls):
            operation["deprecated"] = True
    return result


def _of(view: Any) -> Deprecated | None:
    return getattr(view, "deprecated", None)


def note(response: HttpResponse) -> None:
    """Add the headers to the answer of a view that is to go."""
    found = _of(getattr(response, "renderer_context", {}).get("view"))
    if found:
        response["Deprecation"] = f"@{_seconds(found.since)}"
        response["Sunset"] = http_date(_seconds(found.sunset))
        response["Link"] = f'<{found.instead}>; rel="successor-version"'


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
