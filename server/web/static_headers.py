"""Takes headers off static files that say nothing of them.

Half a dozen files of a first visit have them. On a bad network they are a fiftieth of its bytes.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

#: The first two say how a page treats other pages. The others compare a file with a newer one, of
#: which there is none: it is named by its content.
NOT_OF_FILES = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "ETag", "Last-Modified")


class StaticHeadersMiddleware:
    """Send a file that may be kept for good without headers that only pages need.

    What a browser must know of a file stays: its type, and that it guesses no other (nosniff).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            for name in NOT_OF_FILES:
                del response[name]
        return response
