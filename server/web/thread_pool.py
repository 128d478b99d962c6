"""Django on a pool of threads, behind the event loop that holds the connections.

A thread takes a request when all of it has arrived, and is free again once the response is made: a
phone on a bad network, whose bytes trickle in or out, holds no thread. One handover to the thread
and one back is also the least that a request can cost.
"""

import asyncio
import contextvars
import io
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import IO, Any
from wsgiref.types import WSGIApplication

from a2wsgi.wsgi import build_environ

from server.database.sqlite.gate import give_way
from server.web import languages
from server.web.acceptor import Slots
from server.web.bodies import (
    USUAL_BYTES,
    BodyReader,
    GoneError,
    Receive,
    RefusedBodyError,
    Scope,
    TooSlowError,
)
from server.web.concurrency_limit import ConcurrencyLimit
from server.web.responses import Response, Send, plain

#: A body up to this size is kept in memory, a larger one in a file.
IN_MEMORY_BYTES = 512 * 1024
#: After a refusal the rest of a body is read for so long and thrown away: a browser that is cut off
#: while it sends shows a broken connection in place of the sentence.
LINGER_SECONDS = 5.0

#: How many bytes the body of a request to this path, with these cookies and this ``Authorization``,
#: may have.
Allowance = Callable[[str, str, str], int]


def usual_allowance(_path: str, _cookies: str, _authorization: str) -> int:
    return USUAL_BYTES


class ThreadPoolApp:
    """An ASGI application that runs a WSGI application, on one thread for each of its ``slots``.

    While other connections wait to be accepted, a client is asked to close its connection after its
    response, and to queue like them. ``mark`` is the header that marks responses of the site, for
    the ones that the WSGI application never sees. ``limit`` has the requests that cost much;
    ``allowance`` runs on a thread.
    """

    def __init__(
        self,
        application: WSGIApplication,
        slots: Slots,
        *,
        mark: str,
        allowance: Allowance = usual_allowance,
        limit: ConcurrencyLimit | None = None,
    ) -> None:
        self._application = application
        self._limit = limit or ConcurrencyLimit()
        self._allowance = allowance
        self._mark = mark
        self._slots = slots
        self._pool = ThreadPoolExecutor(slots.number, thread_name_prefix="pages")
        self.bodies = BodyReader(self._allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with (
            self.bodies.allocation(scope) as allocation,
            tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES) as body,
        ):
            try:
                size = await self.bodies.read(scope, receive, body, allocation)
            except GoneError:
                return
            except RefusedBodyError as refusal:
                allocation.give_back()
                body.close()
                await self._refuse(refusal, scope, receive, send)
                return
            environ = self._environ(scope, body, size)
            async with self._limit.turn(environ):
                response = await self._run(self._respond, environ)
        if self._slots.is_crowded:
            response.headers.append((b"connection", b"close"))
        await response.send(send)

    async def page(self, scope: Scope) -> Response:
        """The response to a request without a body."""
        response: Response = await self._run(self._respond, self._environ(scope, io.BytesIO(), 0))
        return response

    async def _refuse(
        self, refusal: RefusedBodyError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        response = plain(
            refusal.status,
            refusal.sentence(),
            self._mark,
            code=refusal.code,
            is_json=_is_program(scope),
            retry_seconds=refusal.retry_seconds,
        )
        await response.send(send, is_last=False)
        if not isinstance(refusal, TooSlowError):
            await _throw_away(receive)
        await send({"type": "http.response.body"})

    async def _allowed(self, scope: Scope) -> int:
        sent = {
            wanted: b"; ".join(value for name, value in scope["headers"] if name == wanted)
            for wanted in (b"cookie", b"authorization")
        }
        who = [value.decode("latin1") for value in sent.values()]
        most: int = await self._run(self._allowance, scope["path"], *who)
        return most

    async def _run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do some work on a thread of the pool, in a slot."""
        # Each request has a context of its own: its language, its time zone.
        run = contextvars.copy_context().run
        loop = asyncio.get_running_loop()
        self._slots.take()
        try:
            return await loop.run_in_executor(self._pool, run, work, *arguments)
        finally:
            self._slots.leave()

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
        languages.speak()
        give_way()  # nobody waits yet for what this will lock
        iterable = self._application(environ, response.start)
        with ExitStack() as after:
            if hasattr(iterable, "close"):
                after.callback(iterable.close)
            response.body += b"".join(iterable)
        return response


def _is_program(scope: Scope) -> bool:
    """Whether a request speaks JSON, so that its answer should as well."""
    kinds = (value for name, value in scope["headers"] if name in (b"accept", b"content-type"))
    return any(b"json" in kind for kind in kinds)


async def _throw_away(receive: Receive) -> None:
    """Read what still comes, until the client has seen that it is refused or time is up."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body"):
                pass
