"""Checking whether a web process answers, without waiting for it."""

import socket
from contextlib import suppress

from server.supervisor import address

REQUEST = "GET /server-clock/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
CONNECT_SECONDS = 1.0


class Probe:
    """Sends one request at a time. The listening socket takes it before any process answers."""

    def __init__(self, listener: socket.socket) -> None:
        self._host, self._port = address.local(listener)
        self._connection: socket.socket | None = None

    def fileno(self) -> int | None:
        """The descriptor that becomes readable with the response."""
        return self._connection.fileno() if self._connection else None

    def send(self) -> None:
        """Send a request, giving up on the last one."""
        self.drop()
        with suppress(OSError):  # too many are waiting already: try again later
            connection = socket.create_connection((self._host, self._port), CONNECT_SECONDS)
            connection.sendall(REQUEST.format(host=self._host).encode())
            connection.settimeout(0)
            self._connection = connection

    def answer(self) -> int | None:
        """The HTTP status of the response, or None while there is none. Sends again if cut off."""
        if self._connection is None:
            self.send()
            return None
        try:
            head = self._connection.recv(12)
        except BlockingIOError:
            return None
        except OSError:
            head = b""
        self.drop()
        status = head[9:12]
        return int(status) if status.isdigit() else None

    def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(OSError):
                connection.close()
