"""A bad network for tests: a TCP proxy in front of the site whose faults change while it runs."""

import asyncio
import socket
import struct
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

CHUNK = 65_536
#: Closing with this option set sends a reset instead of an end.
RESET = struct.pack("ii", 1, 0)
PORTAL = "<!doctype html><title>Free Wi-Fi</title><h1>Accept our terms to go online</h1>"


@dataclass(frozen=True)
class Fault:
    """The faults of a network; by default it has none.

    ``latency`` are seconds before each piece in either direction, ``slow`` bytes a second of the
    answers, ``cut_after`` the bytes of answers after which a connection is reset, so that a request
    arrives and its answer does not. ``half_open`` takes everything and never answers, ``reset``
    resets at once, ``portal`` answers every request with a page of its own.
    """

    latency: float = 0.0
    slow: int = 0
    cut_after: int | None = None
    half_open: bool = False
    reset: bool = False
    portal: bool = False


FINE = Fault()
OFF = Fault(reset=True)
HALF_OPEN = Fault(half_open=True)
CAPTIVE_PORTAL = Fault(portal=True)


class Proxy:
    """Stands between a browser and ``target``; reached at ``url``. Its own thread runs its loop.

    ``counts`` tells how many connections came ("connections"), how many bytes the site answered
    ("answered"), and how often a connection was cut ("cut") or answered by the portal ("portal").
    """

    def __init__(self, target: str) -> None:
        address = urlsplit(target)
        self._target = (address.hostname, address.port)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task] = set()
        self._fault = FINE
        self.counts: Counter[str] = Counter()
        self.url = ""

    # --- What a test does -------------------------------------------------------------------------

    def start(self) -> "Proxy":
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def switch(self, fault: Fault) -> None:
        """Change the network: connections of the one before are gone, as when a phone moves on."""
        self._run(self._switch(fault))

    def close(self) -> None:
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    # --- In the loop ------------------------------------------------------------------------------

    def _run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    async def _switch(self, fault: Fault) -> None:
        self._fault = fault
        for writer in list(self._writers):
            _reset(writer)

    async def _stop(self) -> None:
        self._server.close()
        for writer in list(self._writers):
            _reset(writer)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # the transports close themselves in the next turn

    async def _accept(self, reader, writer) -> None:
        task = asyncio.current_task()
        self._tasks.add(task)
        self._writers.add(writer)
        self.counts["connections"] += 1
        try:
            await self._serve(reader, writer, self._fault)
        except (OSError, asyncio.IncompleteReadError):
            pass  # one side left
        finally:
            self._writers.discard(writer)
            self._tasks.discard(task)
            writer.close()

    async def _serve(self, reader, writer, fault: Fault) -> None:
        if fault.reset:
            _reset(writer)
        elif fault.half_open:
            while await reader.read(CHUNK):
                pass
        elif fault.portal:
            await self._portal(reader, writer)
        else:
            await self._pass_on(reader, writer, fault)

    async def _pass_on(self, reader, writer, fault: Fault) -> None:
        site_reader, site_writer = await asyncio.open_connection(*self._target)
        self._writers.add(site_writer)
        up = asyncio.ensure_future(self._up(reader, site_writer, fault))
        try:
            await self._down(site_reader, writer, fault)
        finally:
            up.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await up
            self._writers.discard(site_writer)
            site_writer.close()

    @staticmethod
    async def _up(reader, writer, fault: Fault) -> None:
        """Carry what the browser sends to the site."""
        try:
            while piece := await reader.read(CHUNK):
                await asyncio.sleep(fault.latency)
                writer.write(piece)
                await writer.drain()
            writer.write_eof()
        except OSError:
            _reset(writer)  # of a client that was killed the site hears as well

    async def _down(self, reader, writer, fault: Fault) -> None:
        """Carry answers of the site to the browser, as far as the fault lets it."""
        left = fault.cut_after
        while piece := await reader.read(fault.slow // 10 if fault.slow else CHUNK):
            self.counts["answered"] += len(piece)
            await asyncio.sleep(fault.latency + (0.1 if fault.slow else 0))
            writer.write(piece if left is None else piece[:left])
            await writer.drain()
            if left is not None:
                left -= len(piece)
                if left <= 0:
                    self.counts["cut"] += 1
                    _reset(writer)
                    return

    async def _portal(self, reader, writer) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = [
            line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
        ]
        if length:
            await reader.readexactly(int(length[0].split(b":")[1]))
        self.counts["portal"] += 1
        body = PORTAL.encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        )
        await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection off, so that the other side sees an error and not an end."""
    connection = writer.get_extra_info("socket")
    with suppress(OSError, ValueError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()
