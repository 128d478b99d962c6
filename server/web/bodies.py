"""Reading request bodies: each so large and so slow, all together so many bytes, and no more.

A stranger pays nothing for sending us bytes. A body without a file is small; who sends a larger one
must be allowed to by the page. What has arrived counts, not what a request promises, so nobody can
reserve bytes by promising much.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import IO, Any

from django.utils.translation import gettext

from server.web.networks import network_of

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

#: What every page and every call of the API takes. Files need more, and their pages say how much.
USUAL_BYTES = 64 * 1024
#: All bodies of a process together, in memory and on the disk.
TOTAL_BYTES = 160 * 1024 * 1024
#: Of these larger bodies leave so many to the usual ones.
RESERVED_BYTES = 32 * 1024 * 1024
#: Larger bodies from one network: others can send theirs as well.
NETWORK_BYTES = 64 * 1024 * 1024
#: A body may take so long, and a second more for every so many bytes that have arrived.
GRACE_SECONDS = 30.0
SLOWEST_BYTES_A_SECOND = 1_000
#: When a full process may have bytes left again.
RETRY_SECONDS = 10


class GoneError(Exception):
    """The client disconnected before all of its request had arrived."""


class RefusedBodyError(Exception):
    """A body that is not read to its end; what the client is answered."""

    status: HTTPStatus
    code = ""
    retry_seconds: int | None = None

    def sentence(self) -> str:
        raise NotImplementedError


class TooLargeError(RefusedBodyError):
    """It is larger than what is allowed here."""

    status, code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def sentence(self) -> str:
        size = f"{self.most // 1024:,}"
        return gettext("Nothing was saved: the limit is %(size)s KB.") % {"size": size}


class TooSlowError(RefusedBodyError):
    """It came too slowly, or not at all."""

    status, code = HTTPStatus.REQUEST_TIMEOUT, "too-slow"

    def sentence(self) -> str:
        return gettext("Nothing was saved: your request took too long to arrive. Send it again.")


class NoRoomError(RefusedBodyError):
    """Others are sending too much at the same time."""

    status, code = HTTPStatus.SERVICE_UNAVAILABLE, "busy"
    retry_seconds = RETRY_SECONDS

    def sentence(self) -> str:
        return gettext("The site is busy, so nothing was saved. Send it again.")


class Budget:
    """The bytes of all bodies that a process holds."""

    def __init__(self) -> None:
        self.taken = 0
        self._large: Counter[str] = Counter()

    @contextmanager
    def allocation(self, network: str) -> Iterator["Allocation"]:
        """The part of one body, given back at the end."""
        allocation = Allocation(self, network)
        try:
            yield allocation
        finally:
            allocation.give_back()

    def take(self, size: int) -> bool:
        """Take more bytes for a body of usual size; whether there are any left."""
        return self._fits(size, TOTAL_BYTES)

    def take_large(self, network: str, size: int) -> bool:
        """Take more bytes for a larger body; whether there are any left."""
        if self._large[network] + size > NETWORK_BYTES:
            return False
        if not self._fits(size, TOTAL_BYTES - RESERVED_BYTES):
            return False
        self._large[network] += size
        return True

    def _fits(self, size: int, most: int) -> bool:
        if self.taken + size > most:
            return False
        self.taken += size
        return True

    def leave(self, network: str, size: int, large: int) -> None:
        self.taken -= size
        self._large[network] -= large
        if self._large[network] <= 0:
            del self._large[network]


class Allocation:
    """The bytes of one body."""

    def __init__(self, budget: Budget, network: str) -> None:
        self._budget = budget
        self._network = network
        self.size = 0
        self._large = 0

    def grow(self, by: int) -> bool:
        """Take so many more bytes; whether there are any left."""
        if self.size + by <= USUAL_BYTES:
            fits = self._budget.take(by)
        else:
            fits = self._budget.take_large(self._network, by)
            self._large += by if fits else 0
        self.size += by if fits else 0
        return fits

    def give_back(self) -> None:
        self._budget.leave(self._network, self.size, self._large)
        self.size = self._large = 0


class BodyReader:
    """Reads the bodies of a process.

    ``allowance`` is called for a body beyond USUAL_BYTES: how many bytes this request may have.
    """

    def __init__(self, allowance: Callable[[Scope], Awaitable[int]]) -> None:
        self._allowance = allowance
        self.budget = Budget()

    def allocation(self, scope: Scope) -> Any:
        """The bytes for the body of a request, for as long as the request takes."""
        return self.budget.allocation(network_of((scope.get("client") or ("",))[0]))

    async def read(
        self, scope: Scope, receive: Receive, body: IO[bytes], allocation: Allocation
    ) -> int:
        """Read a body into ``body``, which is left at its beginning; how many bytes it has.

        Raises RefusedBodyError or GoneError.
        """
        most = USUAL_BYTES
        promised = _promised(scope)
        if promised > most:
            most = await self._most(scope, promised)
        began, more = asyncio.get_running_loop().time(), True
        while more:
            message = await _next(receive, began + GRACE_SECONDS, allocation.size)
            if message["type"] == "http.disconnect":
                raise GoneError
            chunk = message.get("body", b"")
            size = allocation.size + len(chunk)
            if size > most:
                most = await self._most(scope, size)
            if not allocation.grow(len(chunk)):
                raise NoRoomError
            body.write(chunk)
            more = message.get("more_body", False)
        body.seek(0)
        return allocation.size

    async def _most(self, scope: Scope, size: int) -> int:
        """How many bytes the body may have; raises TooLargeError if ``size`` is more."""
        most = await self._allowance(scope)
        if size > most:
            raise TooLargeError(most)
        return most


async def _next(receive: Receive, deadline: float, size: int) -> Message:
    try:
        async with asyncio.timeout_at(deadline + size / SLOWEST_BYTES_A_SECOND):
            return await receive()
    except TimeoutError:
        raise TooSlowError from None


def _promised(scope: Scope) -> int:
    """The length that the head of a request names; 0 without one."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0
