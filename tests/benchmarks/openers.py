"""Phones that open a page for the first time, each over a connection of its own, in one process."""

import select
import socket
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from tests.benchmarks.listeners import allow_many_open_files

READ_BYTES = 262_144
#: A visitor who is not answered after so long has given up.
PATIENCE_SECONDS = 30.0
ASK = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n"
    "Connection: close\r\n\r\n"
)


@dataclass
class Opened:
    """All outcomes: how many seconds each answer took, and their statuses."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    megabytes: float = 0.0


def open_all(address: tuple[str, int], path: str, count: int, within: float) -> Opened:
    """``count`` phones begin to open a page, evenly over so many seconds; all wait for it."""
    poll, begun = select.epoll(), time.monotonic()
    request = ASK.format(path=path, host=address[0]).encode()
    open_: dict[int, tuple[socket.socket, float, bytearray]] = {}
    found, started = Opened(), 0
    while (started < count or open_) and time.monotonic() < begun + within + PATIENCE_SECONDS:
        due = min(count, int(count * (time.monotonic() - begun) / within) + 1)
        for _phone in range(due - started):
            connection = socket.socket()
            connection.setblocking(False)  # noqa: FBT003 - the name of the socket library
            connection.connect_ex(address)
            open_[connection.fileno()] = (connection, time.monotonic(), bytearray())
            poll.register(connection.fileno(), select.EPOLLOUT)
        started = due
        for descriptor, event in poll.poll(0.002, 1_000):
            connection, since, got = open_[descriptor]
            if event & select.EPOLLOUT:
                connection.sendall(request)
                poll.modify(descriptor, select.EPOLLIN)
                continue
            more = connection.recv(READ_BYTES)
            got += more
            if not more:
                del open_[descriptor]
                connection.close()
                found.seconds.append(time.monotonic() - since)
                found.statuses[int(got[9:12] or 0)] += 1
                found.megabytes += len(got) / 1e6
    for connection, _since, _got in open_.values():
        connection.close()
        found.statuses[0] += 1
    return found


def open_and_tell(address: tuple[str, int], path: str, count: int, orders: Connection) -> None:
    """As a process of its own: open them within the seconds of an order, and say how it went."""
    allow_many_open_files()
    orders.send("ready")
    within = orders.recv()
    orders.send(open_all(address, path, count, within))
