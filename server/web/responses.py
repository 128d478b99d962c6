"""Whole responses, and the short ones that the front makes itself."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class Response:
    """A whole response."""

    status: int = HTTPStatus.INTERNAL_SERVER_ERROR
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def start(
        self, status: str, headers: list[tuple[str, str]], _error: object = None
    ) -> Callable[[bytes], object]:
        """The ``start_response`` of WSGI."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin1"), v.encode("latin1")) for name, v in headers]
        return self._write

    def _write(self, chunk: bytes) -> None:
        self.body += chunk

    async def send(self, send: Send, *, is_last: bool = True) -> None:
        """Send it; unless ``is_last``, the connection is not done with the request yet."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": not is_last})


def plain(
    status: int,
    sentence: str,
    mark: str,
    *,
    code: str = "",
    is_json: bool = False,
    retry_seconds: int | None = None,
) -> Response:
    """A response of the front, for people or as JSON for programs, after which it closes.

    ``mark`` is the header that every response of the site has.
    """
    words = json.dumps({"detail": sentence, "code": code}) if is_json else sentence
    body = words.encode()
    kind = b"application/json" if is_json else b"text/plain; charset=utf-8"
    headers = [
        (b"connection", b"close"),
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (mark.lower().encode(), b"1"),
    ]
    if retry_seconds is not None:
        headers.append((b"retry-after", str(retry_seconds).encode()))
    return Response(status, headers, body)
