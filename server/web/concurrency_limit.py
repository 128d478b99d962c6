"""Requests that cost so much that only a few run at once, such as checking a password.

The others wait on the event loop, where waiting holds no thread: pages go on meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

Environ = dict[str, Any]

#: At once in a web process; of one client it is one, so that its requests leave room for others.
AT_ONCE = 2


def nobody(_environ: Environ) -> bool:
    """No request is from somebody whom the site knows."""
    return False


class ConcurrencyLimit:
    """Where POST requests to some paths queue for the threads.

    Those that ``is_known`` accepts have a queue of their own, past all strangers.
    """

    def __init__(
        self,
        *paths: str,
        at_once: int = AT_ONCE,
        is_known: Callable[[Environ], bool] = nobody,
    ) -> None:
        self._paths = frozenset(paths)
        self._is_known = is_known
        self._known = asyncio.Lock()
        self._all = asyncio.Semaphore(at_once)
        self._by_client: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, environ: Environ) -> AsyncIterator[None]:
        """Wait until a request may run; most never wait."""
        if environ["REQUEST_METHOD"] != "POST" or environ["PATH_INFO"] not in self._paths:
            yield
            return
        if self._is_known(environ):
            async with self._known:
                yield
            return
        client = self._by_client.setdefault(environ.get("REMOTE_ADDR", ""), asyncio.Lock())
        async with client, self._all:
            yield
