"""Whether anything in the database has changed since a moment, or anything of one owner in it.

PostgreSQL names its snapshot and SQLite counts the commits of others: both change with every write
of whatever process, so no write can be forgotten. Triggers write down of which owners rows were
changed (``server.database.changes``). Both are read at once, on a connection of its own, at most
twenty times a second however many pages depend on it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.db import Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from server.database.changes import EVERYBODY, Reader

#: Between two looks at the database.
LEAST_SECONDS = 0.05

State = tuple[int, str]


class Look(NamedTuple):
    """The findings of a look at the database.

    ``state`` differs after each commit. ``changed`` are the owners of rows that were changed since
    the look before; None if that may be all of them.
    """

    state: State
    changed: frozenset[int] | None


class DatabaseState:
    """Reads the state of the database on one thread, which keeps its connection for that alone."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._connection: BaseDatabaseWrapper | None = None
        self._connected = 0
        #: Of this connection: the state found last, and what was read of changes.
        self._seen: str | None = None
        self._changes = Reader()

    async def read(self) -> Look | None:
        """A look at the database; None if it does not answer."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read)

    def close(self) -> None:
        """Close the connection, and end the thread."""
        self._thread.submit(self._disconnect).result()
        self._thread.shutdown()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection, self._seen, self._changes = None, None, Reader()

    def _read(self) -> Look | None:
        try:
            connection = self._connection
            if connection is None:
                connection = self._connection = connections.create_connection("default")
                self._connected += 1  # another connection counts from elsewhere
            look = self._on_sqlite if connection.vendor == "sqlite" else self._on_postgres
            with connection.cursor() as cursor:
                state, changed = look(cursor)
            self._seen = state
            return Look((self._connected, state), changed)
        except Error:  # a lost connection is an InterfaceError, which is no DatabaseError
            self._disconnect()
            return None

    def _on_postgres(self, cursor: CursorWrapper) -> tuple[str, frozenset[int] | None]:
        changed = self._changes.on_postgres(cursor)
        return str(self._changes.snapshot), changed

    def _on_sqlite(self, cursor: CursorWrapper) -> tuple[str, frozenset[int] | None]:
        cursor.execute("PRAGMA data_version")
        state = str(cursor.fetchone()[0])
        if state == self._seen:
            return state, frozenset()
        return state, self._changes.on_sqlite(cursor)


class Freshness:
    """Since when the database and each owner are as they are; one look at a time.

    Looks are numbered. What was made after a look is right while nothing that it depends on has
    changed in a later one.
    """

    def __init__(
        self,
        read: Callable[[], Awaitable[Look | None]],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._now = now
        #: When the last look began, in seconds of ``now``.
        self.at = float("-inf")
        self._number = 0
        self._answers = False
        self._state: State | None = None
        #: The looks that found the last change: of anything, of all owners, of each since then.
        self._any_changed = 0
        self._all_changed = 0
        self._changed: dict[int, int] = {}
        self._looking: asyncio.Task[None] | None = None

    async def since(self, moment: float) -> int | None:
        """The number of a look after ``moment``; None if the database did not answer."""
        while self.at <= moment:
            if self._looking is None:
                self._looking = asyncio.ensure_future(self._look())
            await asyncio.shield(self._looking)
        return self._number if self._answers else None

    def is_right(self, number: int, owner: int | None) -> bool:
        """Whether what was made after this look is as the database was at the last one.

        It depends on rows of ``owner`` alone; None: on any row.
        """
        if owner is None:
            return self._any_changed <= number
        return max(self._all_changed, self._changed.get(owner, 0)) <= number

    async def _look(self) -> None:
        try:
            wait = self.at + LEAST_SECONDS - self._now()
            if wait > 0:
                await asyncio.sleep(wait)
            began = self._now()
            self._note(await self._read())
            self.at = began
        finally:
            self._looking = None

    def _note(self, look: Look | None) -> None:
        self._answers = look is not None
        if look is None:
            return
        self._number += 1
        if look.state != self._state:
            self._state, self._any_changed = look.state, self._number
        if look.changed is None or EVERYBODY in look.changed:
            self._all_changed = self._number
            self._changed.clear()
        else:
            self._changed.update(dict.fromkeys(look.changed, self._number))
