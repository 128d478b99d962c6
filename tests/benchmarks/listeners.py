"""Thousands of open streams in one process, read with epoll: the load generator of the streams.

As a program it is the floor as well: ``python -m tests.benchmarks.listeners floor N`` has a bare
broadcaster in place of the site, in a process of its own.
"""

import multiprocessing
import resource
import select
import socket
import sys
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median

REQUEST = "GET {path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n"
AT_ONCE = 200


def allow_many_open_files() -> None:
    """As many as this system lets us have."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def share(values: list[float], part: float) -> float:
    """The value below which this part of all values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


@dataclass
class Listeners:
    """Open connections, and when each of them read which frame: (moment, bytes)."""

    sockets: dict[int, socket.socket] = field(default_factory=dict)
    heard: dict[int, list[tuple[float, bytes]]] = field(default_factory=lambda: defaultdict(list))

    def open(self, address: tuple[str, int], path: str, count: int) -> float:
        """Open ``count`` streams; how many seconds it took until each had its first bytes."""
        began = time.monotonic()
        self._poll = select.epoll()
        request = REQUEST.format(path=path).encode()
        for start in range(0, count, AT_ONCE):
            for _ in range(min(AT_ONCE, count - start)):
                connection = socket.create_connection(address, timeout=30)
                connection.sendall(request)
                connection.settimeout(0)
                self.sockets[connection.fileno()] = connection
                self._poll.register(connection.fileno(), select.EPOLLIN)
            self.listen(0.05)
        deadline = time.monotonic() + 120
        while len(self.heard) < count and time.monotonic() < deadline:
            self.listen(0.1)
        assert len(self.heard) == count, f"{len(self.heard)} of {count} streams are open"
        self.heard.clear()
        return time.monotonic() - began

    def listen(self, seconds: float) -> None:
        """Read what comes in this time."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for descriptor, _event in self._poll.poll(left, 2_000):
                with suppress(BlockingIOError):
                    frame = self.sockets[descriptor].recv(65_536)
                    self.heard[descriptor].append((time.time(), frame))

    def latencies(self, sent: dict[bytes, float]) -> list[float]:
        """Seconds from the sending of each mark to each reading of a frame with it."""
        return [
            moment - at
            for frames in self.heard.values()
            for moment, frame in frames
            for mark, at in sent.items()
            if mark in frame
        ]

    def close(self) -> None:
        for connection in self.sockets.values():
            connection.close()
        self._poll.close()


def floor(count: int, rounds: int = 5) -> list[float]:
    """The same measurement where a loop of bare sends is the whole server."""
    allow_many_open_files()
    server = socket.create_server(("127.0.0.1", 0), backlog=4096)
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_broadcast, args=[server, count, rounds, there])
    process.start()
    listeners = Listeners()
    listeners.open(server.getsockname(), "/", count)
    here.send("go")
    while not here.poll():
        listeners.listen(0.2)
    sent = here.recv()
    listeners.listen(1.0)
    found = listeners.latencies(sent)
    listeners.close()
    here.send("done")
    process.join(10)
    server.close()
    assert len(found) == count * rounds
    return found


def _broadcast(server: socket.socket, count: int, rounds: int, news) -> None:
    allow_many_open_files()
    clients = []
    for _ in range(count):
        client, _address = server.accept()
        client.sendall(b": welcome\n\n")
        clients.append(client)
    news.recv()
    sent = {}
    for number in range(rounds):
        time.sleep(0.5)
        mark = b"mark-%03d" % number
        sent[mark] = time.time()
        frame = b'data: {"topics": ["' + mark + b'"]}\n\n'
        for client in clients:
            client.send(frame)
    news.send(sent)
    news.recv()
    for client in clients:
        client.close()


if __name__ == "__main__":
    values = floor(int(sys.argv[2]))
    print(f"p50 {median(values) * 1000:.0f} ms, p99 {share(values, 0.99) * 1000:.0f} ms")  # noqa: T201
