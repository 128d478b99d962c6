"""How a web process accepts connections: only while it has time for them.

All web processes listen on one socket. Left to themselves they accept as soon as they look, and one
ends up with forty phones while its neighbour, which the scheduler happens to favour, has ten. Here
a busy process leaves waiting connections to the others, so there is a single queue in front of all
processes: the kernel's, first come, first served. A process has no more connections than its file
descriptors allow: before another is accepted, it closes some for which nothing is being done.
"""

import asyncio
import errno
import logging
import select
import socket
from collections import defaultdict

import uvicorn

from server.web.capacity import capacity
from server.web.connection import Connection
from server.web.networks import network_of

#: How long connections wait for a free slot; then all that wait are accepted.
LONGEST_SECONDS = 1.0
#: After accepting, a process leaves the next connections to the others for so long per connection
#: that it has: open pages stay for hours without using a slot, and there are thousands of them.
TURN_SECONDS = 0.000_001
#: After a connection could not be accepted, for example because too many files are open.
REST_SECONDS = 0.1
#: When a process has all connections that it can have, so many of the idle ones make room.
MAKE_ROOM_FOR = 16
OUT_OF_DESCRIPTORS = (errno.EMFILE, errno.ENFILE)
#: How many turns of the event loop pass before a request that came with its connection has begun.
TURNS = 3

logger = logging.getLogger(__name__)


class Slots:
    """How many requests a process handles at once, how many it does, and whether others wait."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.taken = 0
        #: Whether a connection was seen waiting while every slot was taken.
        self.is_crowded = False
        self._free = asyncio.Event()
        self._free.set()

    def take(self) -> None:
        """One more request has begun, whether or not there was a free slot."""
        self.taken += 1
        if self.taken >= self.number:
            self._free.clear()

    def leave(self) -> None:
        """One request has ended."""
        self.taken -= 1
        if self.taken < self.number:
            self._free.set()

    async def wait(self) -> bool:
        """Wait for a free slot; False if that takes too long."""
        try:
            await asyncio.wait_for(self._free.wait(), LONGEST_SECONDS)
        except TimeoutError:
            return False
        return True


class Acceptor(uvicorn.Server):
    """uvicorn on listening sockets, except that connections are accepted by ``Slots``.

    ``mark`` is the header of every response of the site, ``most`` how many connections it may have.
    """

    def __init__(
        self, config: uvicorn.Config, slots: Slots, *, mark: str = "X-Site", most: int | None = None
    ) -> None:
        super().__init__(config)
        self._slots = slots
        self._mark = mark
        self._most = capacity().connections if most is None else most
        self._connections: dict[Connection, None] = {}  # in the order in which they came
        self._left = asyncio.Event()
        self._accepting: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        for listening in sockets or []:
            listening.settimeout(0)
            self._accepting.append(asyncio.create_task(self._accept_forever(listening)))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._accepting:
            task.cancel()
        await super().shutdown(sockets)

    async def _accept_forever(self, listening: socket.socket) -> None:
        while True:
            await _connection_waiting(listening)
            try:
                if await self._accept_waiting(listening):
                    await asyncio.sleep(len(self.server_state.connections) * TURN_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next is accepted
                logger.warning("A connection was not accepted: %r", error)
                if isinstance(error, OSError) and error.errno in OUT_OF_DESCRIPTORS:
                    self._close_idle()
                await asyncio.sleep(REST_SECONDS)

    async def _accept_waiting(self, listening: socket.socket) -> int:
        """Accept all waiting connections, each when a slot is free; how many there were."""
        loop = asyncio.get_running_loop()
        slots, has_time, accepted = self._slots, True, 0
        while True:
            if has_time and slots.taken >= slots.number:
                slots.is_crowded = True
                has_time = await slots.wait()
            await self._make_room(listening)
            try:
                connection, _address = listening.accept()
            except BlockingIOError:
                slots.is_crowded = False
                return accepted
            accepted += 1
            try:
                connection.settimeout(0)
                await loop.connect_accepted_socket(self._protocol, connection)
            except BaseException:
                connection.close()
                raise
            for _turn in range(TURNS):
                await asyncio.sleep(0)

    async def _make_room(self, listening: socket.socket) -> None:
        """Wait until there may be one more connection; idle ones are closed for one that waits."""
        while len(self._connections) >= self._most and _is_waiting(listening):
            self._left.clear()
            self._close_idle()
            await self._left.wait()

    def _close_idle(self) -> None:
        """Close some idle connections: the oldest of the network that has the most of them."""
        idle: dict[str, list[Connection]] = defaultdict(list)
        for connection in self._connections:
            if connection.is_idle:
                idle[network_of(connection.client[0] if connection.client else "")].append(
                    connection
                )
        for connection in max(idle.values(), key=len, default=[])[:MAKE_ROOM_FOR]:
            connection.abort()

    def _protocol(self) -> Connection:
        connection = Connection(
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            mark=self._mark,
            on_lost=self._lost,
        )
        self._connections[connection] = None
        return connection

    def _lost(self, connection: Connection) -> None:
        self._connections.pop(connection, None)
        self._left.set()


def _is_waiting(listening: socket.socket) -> bool:
    """Whether there is a connection to accept now."""
    poll = select.poll()
    poll.register(listening, select.POLLIN)
    return bool(poll.poll(0))


async def _connection_waiting(listening: socket.socket) -> None:
    """Wait until there is a connection to accept; another process may be quicker."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(listening, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(listening)
