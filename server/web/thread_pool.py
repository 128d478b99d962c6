"""Django on a pool of threads, behind the event loop that holds the connections.

A thread takes a request when all of it has arrived, and is free again once the response is made: a
phone on a bad network, whose bytes trickle in or out, holds no thread. One handover to the thread
and one back is also the least that a request can cost.
"""

import asyncio
import contextvars
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import IO, Any
from wsgiref.types import WSGIApplication

from a2wsgi.wsgi import build_environ
from django.utils.translation import gettext

from server.database.sqlite.gate import give_way
from server.web.acceptor import Slots
from server.web.narrow import Narrow

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: A body up to this size is kept in memory, a larger one in a file.
IN_MEMORY_BYTES = 512 * 1024
#: A body beyond this size is refused.
MOST_BYTES = 64 * 1024 * 1024
TOO_LARGE = 413


class BodyTooLargeError(Exception):
    """A request has a larger body than any page takes."""


class GoneError(Exception):
    """The client disconnected before all of its request had arrived."""


@dataclass(slots=True)
class Response:
    """A whole response."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
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


def too_large(mark: str) -> Response:
    """The response to a request that is larger than any page takes."""
    sentence = gettext("Nothing was saved: this is larger than anything the house takes.")
    headers = [
        (b"connection", b"close"),
        (b"content-type", b"text/plain; charset=utf-8"),
        (mark.lower().encode(), b"1"),
    ]
    return Response(TOO_LARGE, headers, sentence.encode())


class ThreadPoolApp:
    """An ASGI application that runs a WSGI application, on one thread for each of its ``slots``.

    While other connections wait to be accepted, a client is asked to close its connection after its
    response, and to queue like them. ``mark`` is the header that marks responses of the site, for
    the ones that the WSGI application never sees. ``narrow`` has the requests that cost much.
    """

    def __init__(
        self, application: WSGIApplication, slots: Slots, *, mark: str, narrow: Narrow | None = None
    ) -> None:
        self._application = application
        self._mark = mark
        self._slots = slots
        self._narrow = narrow or Narrow()
        self._pool = ThreadPoolExecutor(slots.number, thread_name_prefix="pages")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES) as body:
            try:
                size = await read_body(receive, body)
            except GoneError:
                return
            except BodyTooLargeError:
                response = too_large(self._mark)
            else:
                environ = self._environ(scope, body, size)
                async with self._narrow.turn(environ):
                    response = await self._run(environ)
        start = {"status": response.status, "headers": response.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": response.body})

    async def _run(self, environ: dict[str, Any]) -> Response:
        # Each request has a context of its own: its language, its time zone.
        run = contextvars.copy_context().run
        loop = asyncio.get_running_loop()
        self._slots.take()
        try:
            response = await loop.run_in_executor(self._pool, run, self._respond, environ)
        finally:
            self._slots.leave()
        if self._slots.is_crowded:
            response.headers.append((b"connection", b"close"))
        return response

    @staticmethod
    def _environ(scope: Scope, body: IO[bytes], size: int) -> dict[str, Any]:
        # a2wsgi types its scope more narrowly than ASGI does.
        environ: dict[str, Any] = {**build_environ(scope, body)}  # type: ignore[arg-type]
        # A body that came in chunks has no length of its own; any other was read to its end.
        environ["CONTENT_LENGTH"] = str(size)
        environ["wsgi.input_terminated"] = True
        return environ

    def _respond(self, environ: dict[str, Any]) -> Response:
        response = Response()
        give_way()  # nobody waits yet for what this will lock
        iterable = self._application(environ, response.start)
        with ExitStack() as after:
            if hasattr(iterable, "close"):
                after.callback(iterable.close)
            response.body += b"".join(iterable)
        return response


async def read_body(receive: Receive, body: IO[bytes]) -> int:
    """Read a request body into ``body``, which is left at its beginning; how many bytes it has.

    Raises BodyTooLargeError or GoneError.
    """
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > MOST_BYTES:
            raise BodyTooLargeError
        body.write(chunk)
        more = message.get("more_body", False)
    body.seek(0)
    return size
