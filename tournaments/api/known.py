"""Parameters and fields that an operation does not have are refused by name, in one place.

A filter with a slip in its name would otherwise show every row, and a field with one would be lost
without a word. The schema says what each operation has; nothing is declared here.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.status import HTTP_400_BAD_REQUEST

from tournaments.access.shared import VERSION
from tournaments.api.kept_schema import KeptSchema
from tournaments.api.problems import MEDIA_TYPE, invalid, is_api

CODE = "unknown"
#: The version of a hint, and the form of an answer, which every operation takes.
EVERYWHERE = frozenset({VERSION, "format"})
READING = ("GET", "HEAD", "OPTIONS")
NO_PARAMETER = _("There is no such parameter here.")
NO_FIELD = _("There is no such field here.")
#: The fields of a body by name, with those inside each; None for a value that is read as it is.
Fields: TypeAlias = Mapping[str, Any]


class KnownMiddleware:
    """Refuse what the schema of an operation does not have, before the operation is asked."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, _address: Any
    ) -> HttpResponse | None:
        operation = getattr(view, "cls", None)
        if not is_api(request.path) or operation is None or operation is KeptSchema:
            return None
        return _refusal(request, operation, str(request.method))


def _refusal(request: HttpRequest, view: Any, method: str) -> HttpResponse | None:
    known = parameters_of(view, method) | EVERYWHERE
    unknown = {name: NO_PARAMETER for name in request.GET if name not in known}
    if method not in READING and hasattr(view, method.lower()):
        unknown |= dict.fromkeys(_unknown(fields_of(view, method), _sent(request)), NO_FIELD)
    if not unknown:
        return None
    found = {name: [ErrorDetail(sentence, CODE)] for name, sentence in unknown.items()}
    body = invalid(HTTP_400_BAD_REQUEST, found, {name: [CODE] for name in found})
    return JsonResponse(body, status=HTTP_400_BAD_REQUEST, content_type=MEDIA_TYPE)


def parameters_of(view: type[Any], method: str) -> frozenset[str]:
    """The parameters that an operation has: its filters, and those of pages."""
    if method not in READING:
        return frozenset()
    own = frozenset(one.name for one in getattr(view, "parameters", ()))
    if not hasattr(view, "list") or view.pagination_class is None:
        return own
    pages = view.pagination_class
    filters = (one.name for one in getattr(view, "filters", ()))
    return own | {pages.page_query_param, pages.page_size_query_param, *filters}


@cache
def fields_of(view: Any, method: str) -> Fields:
    """The fields of the body of an operation; none if the schema says that it has no body."""
    declared = getattr(view, method.lower()).kwargs["schema"]()
    declared.view, declared.method = view(request=None, kwargs={}), method
    body = declared.get_request_serializer()
    return {} if body is None else _fields(body)


def _fields(kind: Any) -> Fields:
    if isinstance(kind, PolymorphicProxySerializer):
        return {name: inside for one in kind.serializers for name, inside in _fields(one).items()}
    serializer = kind() if isinstance(kind, type) else kind
    return {
        name: _inside(field) for name, field in serializer.fields.items() if not field.read_only
    }


def _inside(field: Any) -> Fields | None:
    if isinstance(field, serializers.ListSerializer):
        field = field.child
    return _fields(field) if isinstance(field, serializers.Serializer) else None


def _sent(request: HttpRequest) -> Any:
    """The body of a request; None if it is not the JSON that the operation will ask for."""
    try:
        return json.loads(request.body or b"null")
    except (ValueError, RecursionError):
        return None


def _unknown(fields: Fields, sent: Any, path: str = "") -> Iterator[str]:
    """The paths of what was sent and is no field, as ``entries.0.nmae``."""
    if isinstance(sent, list) and path:
        for at, one in enumerate(sent):
            yield from _unknown(fields, one, f"{path}{at}.")
    elif isinstance(sent, dict):
        for name, inside in sent.items():
            if name not in fields:
                yield f"{path}{name}"
            elif (below := fields[name]) is not None:
                yield from _unknown(below, inside, f"{path}{name}.")
