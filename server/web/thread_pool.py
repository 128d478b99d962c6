"""Django on a pool of threads, behind the event loop that holds the connections.

A thread takes a request when all of it is there, and is free again once the answer is made: a phone
on a bad network, whose words trickle in or out, holds none. One way to the thread and one back is
also the least that a request can cost.
"""

import asyncio
import contextvars
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from a2wsgi.wsgi import build_environ
from django.utils.translation import gettext

from server.database.sqlite.gate import give_way
from server.web.acceptor import Slots

#: What is sent up to here is kept in memory, beyond it in a file, and beyond the most refused.
IN_MEMORY_BYTES = 512 * 1024
MOST_BYTES = 64 * 1024 * 1024
TOO_LARGE = 413


class BodyTooLargeError(Exception):
    """Somebody sends more than any page of the house takes."""


class GoneError(Exception):
    """Whoever asked went away before all of the request was here."""


@dataclass(slots=True)
class Answer:
    """What a page answers, whole."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def start(self, status: str, headers: list[tuple[str, str]], _error=None) -> Callable:
        """The ``start_response`` of WSGI."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin1"), v.encode("latin1")) for name, v in headers]
        return self._write

    def _write(self, chunk: bytes) -> None:
        self.body += chunk


def too_large(mark: str) -> Answer:
    """What is said to whoever sends more than anything of ours is."""
    sentence = gettext("Nothing was saved: this is larger than anything the house takes.")
    headers = [
        (b"connection", b"close"),
        (b"content-type", b"text/plain; charset=utf-8"),
        (mark.lower().encode(), b"1"),
    ]
    return Answer(TOO_LARGE, headers, sentence.encode())


class ThreadPoolApp:
    """An ASGI application that runs a WSGI one, on a thread for each of its ``slots``.

    While others wait at the door who was answered is asked to call anew, and to wait like them.
    ``mark`` is the header by which its answers are known, for what it never gets to see.
    """

    def __init__(self, application: Callable, slots: Slots, *, mark: str) -> None:
        self._application = application
        self._mark = mark
        self._slots = slots
        self._pool = ThreadPoolExecutor(slots.number, thread_name_prefix="pages")

    async def __call__(self, scope, receive, send) -> None:
        with tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES) as body:
            try:
                size = await read_body(receive, body)
            except GoneError:
                return
            except BodyTooLargeError:
                answer = too_large(self._mark)
            else:
                answer = await self._answered(self._environ(scope, body, size))
        start = {"status": answer.status, "headers": answer.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": answer.body})

    async def _answered(self, environ: dict[str, Any]) -> Answer:
        # Each request has a context of its own: its language, its time zone.
        run = contextvars.copy_context().run
        loop = asyncio.get_running_loop()
        self._slots.take()
        try:
            answer = await loop.run_in_executor(self._pool, run, self._answer, environ)
        finally:
            self._slots.leave()
        if self._slots.is_crowded:
            answer.headers.append((b"connection", b"close"))
        return answer

    @staticmethod
    def _environ(scope, body: BinaryIO, size: int) -> dict[str, Any]:
        environ = build_environ(scope, body)
        # What came in pieces has no length of its own; what has one was read to its end.
        environ["CONTENT_LENGTH"] = str(size)
        environ["wsgi.input_terminated"] = True
        return environ

    def _answer(self, environ: dict[str, Any]) -> Answer:
        answer = Answer()
        give_way()  # nobody waits yet for what this will lock
        iterable = self._application(environ, answer.start)
        with ExitStack() as after:
            if hasattr(iterable, "close"):
                after.callback(iterable.close)
            answer.body += b"".join(iterable)
        return answer


async def read_body(receive, body: BinaryIO) -> int:
    """Read what is sent into ``body``, which is left at its beginning; how many bytes there are.

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
