"""The door of a web process: who calls is let in where somebody has time for them.

All web processes listen on one socket. Left to themselves they take whoever calls as soon as they
look, and one comes to have forty phones while its neighbour, which the machine happens to let run
faster, has ten. Here a process that is busy leaves those who call to the others, and the one line
in front of all doors is that of the kernel: first come, first served.
"""

import asyncio
import logging
import socket
from collections.abc import Sequence

import uvicorn

#: How long who calls is kept waiting by requests that do not end; then all who wait are let in.
LONGEST_SECONDS = 1.0
#: Whoever has taken calls leaves the next ones to the others, so long for each that is connected:
#: open pages stay for hours and take no place, and there are thousands of them.
TURN_SECONDS = 0.000_001
#: After a call that could not be taken, as where too many files are open.
REST_SECONDS = 0.1
#: How many turns of the loop it takes until what was sent with a call is at work.
TURNS = 3

logger = logging.getLogger(__name__)


class Slots:
    """How many requests a process works on at once, how many it does, and whether others wait."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.taken = 0
        #: Whether somebody was seen at the door while every place was taken.
        self.is_crowded = False
        self._free = asyncio.Event()
        self._free.set()

    def take(self) -> None:
        """One more is at work, also where there is no place."""
        self.taken += 1
        if self.taken >= self.number:
            self._free.clear()

    def leave(self) -> None:
        """One less is."""
        self.taken -= 1
        if self.taken < self.number:
            self._free.set()

    async def wait(self) -> bool:
        """Wait until there is a place; False if that takes too long."""
        try:
            await asyncio.wait_for(self._free.wait(), LONGEST_SECONDS)
        except TimeoutError:
            return False
        return True


class Acceptor(uvicorn.Server):
    """uvicorn on listening sockets, but for who takes a call."""

    def __init__(self, config: uvicorn.Config, slots: Slots) -> None:
        super().__init__(config)
        self._slots = slots
        self._accepting: list[asyncio.Task] = []

    async def startup(self, sockets: Sequence[socket.socket] = ()) -> None:
        await super().startup(sockets=[])
        for listening in sockets:
            listening.settimeout(0)
            self._accepting.append(asyncio.create_task(self._accept_calls(listening)))

    async def shutdown(self, sockets: Sequence[socket.socket] = ()) -> None:
        for task in self._accepting:
            task.cancel()
        await super().shutdown(sockets)

    async def _accept_calls(self, listening: socket.socket) -> None:
        while True:
            await _connection_waiting(listening)
            try:
                if await self._accept_waiting(listening):
                    await asyncio.sleep(len(self.server_state.connections) * TURN_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it was, the next one is let in
                logger.warning("A call was not taken: %r", error)
                await asyncio.sleep(REST_SECONDS)

    async def _accept_waiting(self, listening: socket.socket) -> int:
        """Take the calls that wait, each when there is a place, until none does; how many."""
        loop = asyncio.get_running_loop()
        slots, has_time, taken = self._slots, True, 0
        while True:
            if has_time and slots.taken >= slots.number:
                slots.is_crowded = True
                has_time = await slots.wait()
            try:
                call, _address = listening.accept()
            except BlockingIOError:
                slots.is_crowded = False
                return taken
            taken += 1
            try:
                call.settimeout(0)
                await loop.connect_accepted_socket(self._protocol, call)
            except BaseException:
                call.close()
                raise
            for _turn in range(TURNS):
                await asyncio.sleep(0)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


async def _connection_waiting(listening: socket.socket) -> None:
    """Wait until there is a call; it may be that another process takes it."""
    loop = asyncio.get_running_loop()
    heard = loop.create_future()
    loop.add_reader(listening, lambda: heard.done() or heard.set_result(None))
    try:
        await heard
    finally:
        loop.remove_reader(listening)
