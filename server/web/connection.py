"""One connection, with deadlines: for the head of a request, and for taking a response.

The deadline for a body is in ``bodies``, because it depends on the request.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import uvicorn
from django.utils.translation import gettext
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from server.web.responses import plain

#: The whole head of a request must have arrived in so many seconds, and have at most so many bytes.
HEAD_SECONDS = 20.0
HEAD_BYTES = 32 * 1024
#: A client must take at least so many bytes of its response in so many seconds.
TAKING_SECONDS = 30.0
LEAST_TAKEN_BYTES = 15_000
#: Requests that may wait in one connection for the response to the first.
MOST_PIPELINED = 8


class Connection(HttpToolsProtocol):
    """uvicorn's connection; ``on_lost`` is called when it is gone."""

    def __init__(
        self,
        *,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        mark: str,
        on_lost: Callable[["Connection"], None],
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._mark = mark
        self._on_lost = on_lost
        self._expects_head = True
        self._bytes_of_head = 0  # as they arrive, until the head is complete
        self._bytes_of_fields = 0  # of the address and the headers
        self._head_timer: asyncio.TimerHandle | None = None
        self._taking_timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done for it: it sends no request, or not all of one."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def abort(self) -> None:
        """Close it at once."""
        self.transport.abort()

    # --- What the transport calls -----------------------------------------------------------------

    # The base takes any transport, but asyncio gives a stream's protocol this one alone.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        if self._taking_timer:
            self._taking_timer.cancel()
        super().connection_lost(exc)
        self._on_lost(self)

    def data_received(self, data: bytes) -> None:
        self._bytes_of_head += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._bytes_of_head > HEAD_BYTES:
            self._refuse_head()
        elif self._expects_head and self._bytes_of_head and self._head_timer is None:
            self._start_head_timer()

    # --- What the parser calls --------------------------------------------------------------------

    def on_url(self, url: bytes) -> None:
        self._bytes_of_fields += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._expects_head:  # what follows a body in chunks is of no use to any page
            self._bytes_of_fields += len(name) + len(value) + len(b": \r\n")
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        size, self._bytes_of_fields = self._bytes_of_fields, 0
        self._expects_head = False
        self._bytes_of_head = 0
        self._stop_head_timer()
        if size > HEAD_BYTES:  # all in one packet: it was complete before its bytes were counted
            self._refuse_head()
        if self.transport.is_closing():
            return
        super().on_headers_complete()
        if len(self.pipeline) > MOST_PIPELINED:
            self.abort()

    def on_body(self, body: bytes) -> None:
        self._bytes_of_head = 0  # what is between two pieces counts as a head
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._expects_head = True
        self._bytes_of_head = 0
        if not self.transport.is_closing():
            super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """A request for a websocket is answered like any other, and is nothing for the log."""

    # --- Deadlines --------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._taking_timer is None:
            self._watch_taking()

    def _watch_taking(self, left_before: int | None = None) -> None:
        """Give up on a client that does not take its response."""
        self._taking_timer = None
        left: int = self.transport.get_write_buffer_size()
        if not left:
            return
        if left_before is not None and left > left_before - LEAST_TAKEN_BYTES:
            self.abort()
            return
        self._taking_timer = self.loop.call_later(TAKING_SECONDS, self._watch_taking, left)

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _stop_head_timer(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def _head_is_late(self) -> None:
        self._head_timer = None
        if self.transport.is_closing():
            return
        if self.cycle and not self.cycle.response_complete:
            self._start_head_timer()  # the response to an earlier request comes first
        elif self._bytes_of_head:
            sentence = gettext("Nothing was saved: your request took too long to arrive.")
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, sentence)
        else:
            self.transport.close()

    def _refuse_head(self) -> None:
        sentence = gettext("Nothing was saved: the headers of this request are too long.")
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, sentence)

    def _refuse(self, status: int, sentence: str) -> None:
        if self.cycle and not self.cycle.response_complete:
            self.abort()  # in the middle of another response
            return
        response = plain(status, sentence, self._mark)
        lines = [STATUS_LINE[status]]
        for name, value in response.headers:
            lines += [name, b": ", value, b"\r\n"]
        self.transport.write(b"".join([*lines, b"\r\n", response.body]))
        self.transport.close()
