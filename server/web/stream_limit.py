"""Streams are open for hours, so there are at most so many of them, and so many of one network."""

from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext

from server.web.capacity import Capacity
from server.web.networks import network_of
from server.web.responses import plain

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: When a page tries again; until then it fetches what it shows every half minute.
RETRY_SECONDS = 60


class StreamLimit:
    """An ASGI application that answers 503 in place of ``application`` while all are taken."""

    def __init__(self, application: Application, capacity: Capacity, *, mark: str) -> None:
        self._application = application
        self._capacity = capacity
        self._mark = mark
        self._open: Counter[str] = Counter()
        self.total = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        network = network_of((scope.get("client") or ("",))[0])
        if not self._has_place(network):
            sentence = gettext("Too many pages are open at once. This one updates less often.")
            response = plain(
                HTTPStatus.SERVICE_UNAVAILABLE, sentence, self._mark, retry_seconds=RETRY_SECONDS
            )
            await response.send(send)
            return
        self.total += 1
        self._open[network] += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self.total -= 1
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]

    def _has_place(self, network: str) -> bool:
        limits = self._capacity
        return self.total < limits.streams and self._open[network] < limits.streams_of_network
