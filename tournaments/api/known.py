"""Parameters and fields that an operation does not have are refused by name, in one place.

A filter with a slip in its name would otherwise show every row, and a field with one would be lost
without a word. The schema says what each operation has; nothing is declared here.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.views import APIView

from tournaments.access.shared import VERSION

CODE = "unknown"
#: The version of a hint, and the form of an answer, which every operation takes.
EVERYWHERE = frozenset({VERSION, "format"})
NO_PARAMETER = _("There is no such parameter here.")
NO_FIELD = _("There is no such field here.")
#: The fields of a body by name, with those inside each; None for a value that is read as it is.
Fields: TypeAlias = Mapping[str, Any]


class Known(APIView):
    """The base of every operation. What it does not have is refused once the sender is known.

    A request counts towards the limits first, and somebody who may not write is refused as such.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS and hasattr(self, str(request.method).lower()):
            self.enter(request)
        _refuse_unknown(request, type(self), str(request.method))

    def enter(self, request: Request) -> None:
        """Find what a write is about, and refuse those who may not write there."""


def _refuse_unknown(request: Request, view: Any, method: str) -> None:
    known = parameters_of(view, method) | EVERYWHERE
    unknown = {name: NO_PARAMETER for name in request.query_params if name not in known}
    if method not in SAFE_METHODS and hasattr(view, method.lower()):
        unknown |= dict.fromkeys(_unknown(fields_of(view, method), request.data), NO_FIELD)
    if unknown:
        found = {name: [ErrorDetail(sentence, CODE)] for name, sentence in unknown.items()}
        raise ValidationError(found)


def parameters_of(view: type[Any], method: str) -> frozenset[str]:
    """The parameters that an operation has: its filters, and those of pages."""
    if method not in SAFE_METHODS:
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
