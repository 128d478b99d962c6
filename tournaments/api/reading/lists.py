"""Pagination and conditional answers, which all lists of the API share."""

import hashlib
from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import role_of
from tournaments.access.shared import shared_answer
from tournaments.access.site_request import View
from tournaments.api.known import Known
from tournaments.models import Event


class Pages(PageNumberPagination):
    """``?page=2&page_size=50``; at most a thousand rows a page."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000


class WithETag(Known):
    """A view whose answers to GET carry an ETag; a client that has the same content gets 304.

    Of an event that is a draft, only its staff get any.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        found = Event.objects.filter(slug=kwargs["event"]).first() if "event" in kwargs else None
        if found and found.is_draft and not role_of(request, found):
            raise Http404
        request._request.event = found  # noqa: SLF001 - as below

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method == "GET" and response.status_code == HTTPStatus.OK:
            response.add_post_render_callback(lambda done: self._conditional(request, done))
        return response

    @staticmethod
    def _conditional(request: Request, response: Response) -> HttpResponseBase | None:
        etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        whose = "public" if _is_shared(request) else "private"
        patch_cache_control(response, **{whose: True}, no_cache=True)
        return get_conditional_response(request._request, etag=etag, response=response)  # noqa: SLF001 - DRF's own request has no method we need


class ForEverybody(WithETag):
    """A view that answers everybody the same: the front of the web process keeps its answers.

    What is kept costs next to nothing, so it counts towards no limit.
    """

    @classmethod
    def as_view(cls, **initkwargs: Any) -> View:
        return shared_answer(super().as_view(**initkwargs))

    def check_throttles(self, request: Request) -> None:
        if not _is_shared(request):
            super().check_throttles(request)


def _is_shared(request: Request) -> bool:
    return getattr(request._request, "is_shared", False)  # noqa: SLF001 - as above
