"""The headers of every answer of the API: how much may still be asked, who may read, what goes."""

from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpResponse
from rest_framework.request import Request

from tournaments.api import deprecation
from tournaments.api.problems import is_api

READING = ("GET", "HEAD", "OPTIONS")
#: What scripts of other sites may send when they read, and what they may see of an answer.
SENT = "Accept, Authorization, If-None-Match"
SEEN = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset"
A_DAY = 24 * 3600


class Limit(NamedTuple):
    """How many requests a caller may make in each ``window`` of seconds, and how many are left."""

    name: str
    most: int
    left: int
    seconds: int
    window: int


class ApiMiddleware:
    """Add RateLimit headers (draft-ietf-httpapi-ratelimit-headers), Deprecation, and CORS.

    Scripts of any site may read what everybody may. No answer allows credentials, so a script
    never sees what the cookies of its visitor would open; and no other site can write.
    """

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> Any:
        if not is_api(request.path):
            return self.get_response(request)
        asks_first = "Access-Control-Request-Method" in request.headers
        if request.method == "OPTIONS" and asks_first:
            return _may_read(HttpResponse(status=HTTPStatus.NO_CONTENT), first=True)
        response = self.get_response(request)
        deprecation.note(response)
        limit = getattr(request, "rate_limit", None)
        if limit:
            response["RateLimit-Policy"] = f'"{limit.name}";q={limit.most};w={limit.window}'
            response["RateLimit"] = f'"{limit.name}";r={limit.left};t={limit.seconds}'
        return _may_read(response) if request.method in READING else response


def _may_read(response: HttpResponse, *, first: bool = False) -> HttpResponse:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = SEEN
    if first:
        response["Access-Control-Allow-Methods"] = ", ".join(READING)
        response["Access-Control-Allow-Headers"] = SENT
        response["Access-Control-Max-Age"] = str(A_DAY)
    return response
