"""The address of the API's schema. It follows from the code, so each process renders it once."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

#: What says in which form it is wanted; ``Accept`` does as well.
FORM = "format"
#: By form and language: the content and the headers.
_kept: dict[tuple[str, str | None], tuple[bytes, dict[str, str]]] = {}


class KeptSchema(SpectacularAPIView):
    """As drf-spectacular renders it, which takes a second of a processor."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with the copy, or render; a request that asks for more is rendered each time."""
        if set(request.query_params) - {FORM}:
            return self._rendered(request, *args, **kwargs)
        key = (type(request.accepted_renderer).__name__, get_language())
        if key in _kept:
            content, headers = _kept[key]
            return HttpResponse(content, headers=headers)
        response = self._rendered(request, *args, **kwargs)
        response.add_post_render_callback(lambda done: _keep(key, done))
        return response

    def _rendered(self, request: Request, *args: Any, **kwargs: Any) -> SimpleTemplateResponse:
        usual: Any = super()
        response: SimpleTemplateResponse = usual.get(request, *args, **kwargs)
        return response


def _keep(key: tuple[str, str | None], response: HttpResponse) -> None:
    names = ("Content-Type", "Content-Disposition")
    _kept[key] = (response.content, {name: response[name] for name in names})
