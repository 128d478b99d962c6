"""The one shape of everything that goes wrong in the API: problem details of RFC 9457."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.http import JsonResponse

MEDIA_TYPE = "application/problem+json"
#: The page that explains each code; ``type`` is the address of its paragraph there.
PROBLEMS = "/api/problems/"
#: The addresses of the API. Beside them, below /api/, are pages for people.
ADDRESSES = "/api/v1/"
LONGEST_DETAIL = 500


def problem(status: int, code: str, detail: object, **more: Any) -> dict[str, Any]:
    """The body of a problem. ``more`` are members of its own, such as ``field`` or ``errors``."""
    return {
        "type": f"{PROBLEMS}#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(detail),
        "code": code,
        **more,
    }


class ProblemResponse(JsonResponse):
    """A problem of a request that never reached the views of the API."""

    def __init__(self, status: int, code: str, detail: object, **more: Any) -> None:
        body = problem(status, code, detail, **more)
        super().__init__(body, status=status, content_type=MEDIA_TYPE)


def invalid(status: int, found: Any, codes: Any) -> dict[str, Any]:
    """The problem of input whose fields are wrong.

    ``errors`` has each fault with its field; ``detail`` has all sentences. The fields stand beside
    them as well, each with its sentences, as they did before there were ``errors``.
    """
    errors = list(_each(found, codes))
    sentences = dict.fromkeys(error["detail"] for error in errors)
    body = problem(status, "invalid", " ".join(sentences)[:LONGEST_DETAIL], errors=errors)
    return (dict(found) if isinstance(found, Mapping) else {}) | body


def _each(found: Any, codes: Any, field: str = "") -> Iterator[dict[str, str]]:
    if isinstance(found, Mapping):
        for name, inside in found.items():
            below = field if name == "non_field_errors" else f"{field}.{name}".lstrip(".")
            yield from _each(inside, codes[name], below)
    elif isinstance(found, list):
        for number, inside in enumerate(found):
            # A list of sentences is about its field; a list of anything else has one for each row.
            below = field if isinstance(inside, str) else f"{field}.{number}".lstrip(".")
            yield from _each(inside, codes[number], below)
    else:
        yield {"field": field, "detail": str(found), "code": str(codes).replace("_", "-")}


def is_api(path: str) -> bool:
    """Whether an address belongs to the API, so that even errors are answered as JSON."""
    return path.startswith(ADDRESSES)
