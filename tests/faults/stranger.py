"""A stranger with a budget who tries to stop a site, and visitors who use it meanwhile.

The budget is that of somebody with a laptop: ten requests a second, a hundred connections and one
megabit a second, for whatever they like.
"""

import asyncio
import itertools
import secrets
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

REQUESTS_A_SECOND = 10
CONNECTIONS = 100
BYTES_A_SECOND = 125_000
#: Streams that the stranger opens first and never ends.
KEPT_STREAMS = 20
PIECE = 16 * 1024
POUR_SECONDS = 3.0
HUGE = 10**9
TOKEN = "a" * 32  # a cookie and a field that agree pass the check of forms
#: A network of its own: limits for those who guess are by network.
FROM = "203.0.113.66"


@dataclass(frozen=True)
class Target:
    """Everything that a stranger can find out about an event."""

    event: str
    table: str
    player: int
    stream: str
    conductor: str


@dataclass
class Stranger:
    """Attacks until it is stopped. Read what it did after that."""

    url: str
    target: Target
    done: Counter = field(default_factory=Counter)
    statuses: Counter = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    kept: int = 0
    ready: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._attack()))
        self._open: dict[asyncio.Task, None] = {}  # in the order in which they came
        self._paid_until = 0.0
        self._kinds = {
            name.removeprefix("_do_"): getattr(self, name)
            for name in sorted(dir(self))
            if name.startswith("_do_")
        }

    @property
    def has_tried_everything(self) -> bool:
        """Whether each thing was done, and a body without an end was refused."""
        return set(self.done) == set(self._kinds) and self.statuses["big_body", "413"] > 0

    def __enter__(self) -> "Stranger":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    async def _attack(self) -> None:
        streams = [await self._connect() for _ in range(KEPT_STREAMS)]
        for _reader, writer in streams:
            writer.write(self._head("GET", self.target.stream))
        for kind in itertools.islice(itertools.cycle(self._kinds), CONNECTIONS - KEPT_STREAMS):
            self._begin(kind)
        await asyncio.sleep(0)
        self.ready.set()
        for kind in itertools.cycle(self._kinds):
            if self._stop.is_set():
                break
            while len(self._open) >= CONNECTIONS - KEPT_STREAMS:
                next(iter(self._open)).cancel()
                await asyncio.sleep(0)
            self._begin(kind)
            await asyncio.sleep(1 / REQUESTS_A_SECOND)
        self.kept = sum(not reader.at_eof() for reader, _writer in streams)
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        for _reader, writer in streams:
            writer.transport.abort()
        await asyncio.sleep(0)

    def _begin(self, kind: str) -> None:
        task = asyncio.create_task(self._act(kind))
        self._open[task] = None
        task.add_done_callback(lambda ended: self._open.pop(ended, None))

    async def _act(self, kind: str) -> None:
        """Do one thing; whatever the site answers is fine, except an error of its own."""
        writer = None
        try:
            reader, writer = await self._connect()
            self.done[kind] += 1
            await self._kinds[kind](reader, writer)
            status = (await reader.readline())[9:12].decode()
            self.statuses[kind, status or "closed"] += 1
            if status.startswith("5") and status != "503":
                self.failed.append(f"{kind} was answered {status}")
        except OSError:
            self.statuses[kind, "closed"] += 1
        finally:
            if writer:
                writer.transport.abort()

    async def _connect(self):
        address = urlsplit(self.url)
        return await asyncio.open_connection(address.hostname, address.port, limit=4096)

    async def _pay(self, size: int) -> None:
        """Wait until so many bytes may be sent."""
        now = time.monotonic()
        self._paid_until = max(self._paid_until, now) + size / BYTES_A_SECOND
        await asyncio.sleep(self._paid_until - now)

    def _head(self, method: str, path: str, *more: str) -> bytes:
        always = ("Host: 127.0.0.1", f"Cookie: csrftoken={TOKEN}", f"X-Forwarded-For: {FROM}")
        return "\r\n".join([f"{method} {path} HTTP/1.1", *always, *more, "", ""]).encode()

    async def _get(self, writer, path: str) -> None:
        await self._pay(300)
        writer.write(self._head("GET", path, "Connection: close"))

    async def _post(self, writer, path: str, **fields: str) -> None:
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
        kind = "Content-Type: application/x-www-form-urlencoded"
        await self._pay(500)
        size = f"Content-Length: {len(body)}"
        writer.write(self._head("POST", path, kind, size, "Connection: close") + body)

    async def _drip(self, reader, writer) -> None:
        """A byte a second until the site has had enough."""
        while not reader.at_eof() and not writer.is_closing():
            await self._pay(1)
            writer.write(b"a")
            await asyncio.sleep(1)

    async def _pour(self, writer) -> None:
        """As fast as the budget allows, for a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POUR_SECONDS):
                while not writer.is_closing():
                    await self._pay(PIECE)
                    writer.write(b"%x\r\n" % PIECE + b"a" * PIECE + b"\r\n")
                    await writer.drain()

    # --- What it does -----------------------------------------------------------------------------

    async def _do_half_head(self, reader, writer) -> None:
        writer.write(self._head("GET", "/")[:-2] + b"X-More: ")
        await self._drip(reader, writer)

    async def _do_half_body(self, reader, writer) -> None:
        writer.write(self._head("POST", "/sign-in/", "Content-Length: 60000"))
        await self._drip(reader, writer)

    async def _do_silence(self, reader, writer) -> None:
        await reader.read()

    async def _do_big_body(self, reader, writer) -> None:
        writer.write(self._head("POST", "/bring/", f"Content-Length: {HUGE}"))
        await self._pour(writer)

    async def _do_big_chunks(self, reader, writer) -> None:
        writer.write(self._head("POST", "/sign-in/", "Transfer-Encoding: chunked"))
        await self._pour(writer)

    async def _do_stream(self, reader, writer) -> None:
        await self._get(writer, self.target.stream)
        await reader.readline()
        await self._stay(reader)

    async def _do_stream_dropped(self, reader, writer) -> None:
        await self._get(writer, self.target.stream)

    async def _do_page_not_taken(self, reader, writer) -> None:
        await self._get(writer, f"/e/{self.target.event}/")
        await asyncio.sleep(HUGE)

    async def _do_page(self, reader, writer) -> None:
        await self._get(writer, f"/e/{self.target.event}/")

    async def _do_wrong_code(self, reader, writer) -> None:
        await self._get(writer, f"/table/{secrets.token_hex(3).upper()}/")

    async def _do_wrong_pin(self, reader, writer) -> None:
        path = f"/table/{self.target.table}/open/"
        pin = str(secrets.randbelow(10**6)).zfill(6)
        await self._post(writer, path, player=str(self.target.player), pin=pin)

    async def _do_wrong_password(self, reader, writer) -> None:
        fields = {"username": self.target.conductor, "password": secrets.token_hex(8)}
        await self._post(writer, "/sign-in/", **fields)

    async def _do_sign_in_mail(self, reader, writer) -> None:
        await self._post(writer, "/sign-in/link/", email=self.target.conductor)

    async def _do_join(self, reader, writer) -> None:
        name = f"Nobody {secrets.token_hex(4)}"
        await self._post(writer, f"/e/{self.target.event}/join/", name=name)

    async def _do_api(self, reader, writer) -> None:
        await self._get(writer, "/api/v1/events/")

    async def _do_api_write(self, reader, writer) -> None:
        await self._post(writer, f"/api/v1/tables/{self.target.table}/deal/", number="1")

    @staticmethod
    async def _stay(reader) -> None:
        while await reader.read(4096):
            pass
