"""What the lists of the API share: pagination and conditional answers."""

import hashlib

from django.utils.cache import get_conditional_response, patch_cache_control
from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=2&page_size=50``; at most a thousand rows a page."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000


class WithETag:
    """A view whose answers to GET carry an ETag; a client that has the same content gets 304."""

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method == "GET" and response.status_code == 200:  # noqa: PLR2004 - OK
            response.add_post_render_callback(lambda done: self._conditional(request, done))
        return response

    @staticmethod
    def _conditional(request, response):
        etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        return get_conditional_response(request._request, etag=etag, response=response)  # noqa: SLF001 - DRF's own request has no method we need
