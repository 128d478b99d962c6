"""Whether anything in the database has changed since a moment, for the price of one row.

PostgreSQL names its snapshot and SQLite counts the commits of others: both change with every write
of whatever process, so no write can be forgotten. What is asked is one row on a connection of its
own, at most twenty times a second however many pages depend on it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

#: Between two looks at the database.
LEAST_SECONDS = 0.05
STATES = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}

State = tuple[int, str]


class DatabaseState:
    """Reads the state of the database on one thread, which keeps its connection for that alone."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._connection: BaseDatabaseWrapper | None = None
        self._connected = 0

    async def read(self) -> State | None:
        """The state, which differs after each commit; None if the database does not answer."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read)

    def close(self) -> None:
        """Close the connection, and end the thread."""
        self._thread.submit(self._disconnect).result()
        self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _read(self) -> State | None:
        try:
            connection = self._connection
            if connection is None:
                connection = self._connection = connections.create_connection("default")
                self._connected += 1  # another connection counts from elsewhere
            with connection.cursor() as cursor:
                cursor.execute(STATES[connection.vendor])
                return self._connected, str(cursor.fetchone()[0])
        except Error:  # a lost connection is an InterfaceError, which is no DatabaseError
            self._disconnect()
            return None


class Freshness:
    """The last state that was read, and when reading it began; one reading at a time."""

    def __init__(
        self,
        read: Callable[[], Awaitable[State | None]],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._now = now
        self.state: State | None = None
        #: When the last reading began, in seconds of ``now``.
        self.at = float("-inf")
        self._reading: asyncio.Task[None] | None = None

    async def since(self, moment: float) -> State | None:
        """The state of the database as it was after ``moment``."""
        while self.at <= moment:
            if self._reading is None:
                self._reading = asyncio.ensure_future(self._read_once())
            await asyncio.shield(self._reading)
        return self.state

    async def _read_once(self) -> None:
        try:
            wait = self.at + LEAST_SECONDS - self._now()
            if wait > 0:
                await asyncio.sleep(wait)
            began = self._now()
            self.state = await self._read()
            self.at = began
        finally:
            self._reading = None
