"""Phones that post without pause, as cheap as can be: a socket and bytes, no library between."""

import json
import secrets
import socket
import threading
import time
from dataclasses import dataclass, field

TIMEOUT_SECONDS = 30
#: How many writes go over one connection. The site hangs up after a few seconds without any, so
#: at a table each hand has its own, and whichever web process is idle takes it; that a phone keeps
#: to one process for thousands of hands, as fifty that never stop would, is nobody's afternoon. A
#: site in front of which others wait says itself that it hangs up.
WRITES_A_CALL = 5


@dataclass
class Phone(threading.Thread):
    """A phone that reports at its tables, one after the other, until it is stopped.

    At its last table it deals and reports hand after hand; at those before, the first hand was
    dealt already. ``dealt`` and ``reported`` are the seconds each request took, ``statuses`` what
    came back.
    """

    address: tuple[str, int]
    codes: list[str]
    cookie: str
    stop: threading.Event
    dealt: list[float] = field(default_factory=list)
    reported: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    _socket: socket.socket | None = None
    _left: int = 0

    def __post_init__(self):
        super().__init__(daemon=True)

    def __hash__(self):
        return id(self)

    def run(self):
        for code in self.codes[:-1]:
            if self.stop.is_set():
                break
            self._report(code, 1)
        number = 0
        while not self.stop.is_set():
            number += 1
            self.dealt.append(self._post(self.codes[-1], "deal", {"number": number}))
            self._report(self.codes[-1], number)
        self._hang_up()

    def _call(self) -> None:
        """Reconnect now and then: between two hands a server has long closed the connection."""
        if self._left:
            return
        self._hang_up()
        self._socket = socket.create_connection(self.address, TIMEOUT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._unread, self._left = b"", WRITES_A_CALL

    def _hang_up(self) -> None:
        if self._socket:
            self._socket.close()

    def _report(self, code: str, number: int) -> None:
        lines = [{"seat": seat, "points": number % 9 + seat} for seat in range(1, 5)]
        hand = {"number": number, "points": lines, "went_out": 1}
        self.reported.append(self._post(code, "hands", hand))

    def _post(self, code: str, path: str, body: dict) -> float:
        """Send one request and read its answer; how many seconds that took."""
        content = json.dumps(body).encode()
        head = (
            f"POST /api/v1/tables/{code}/{path}/ HTTP/1.1\r\nHost: {self.address[0]}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            f'Cookie: {self.cookie}\r\nIf-Match: "1"\r\nPrefer: return=minimal\r\n'
            f"Idempotency-Key: {secrets.token_hex(16)}\r\n\r\n"
        )
        began = time.monotonic()
        self._call()
        self._left -= 1
        self._socket.sendall(head.encode() + content)
        self.statuses.append(self._read_answer())
        return time.monotonic() - began

    def _read_answer(self) -> int:
        head, _mark, rest = self._read_until(lambda got: b"\r\n\r\n" in got).partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(int(v[15:]) for v in lines if v.startswith(b"content-length:"))
        if b"connection: close" in lines:
            self._left = 0
        self._unread = rest
        self._read_until(lambda got: len(got) >= length)
        self._unread = self._unread[length:]
        return int(head[9:12])

    def _read_until(self, enough) -> bytes:
        while not enough(self._unread):
            more = self._socket.recv(65536)
            if not more:
                raise ConnectionError("the house closed the connection")
            self._unread += more
        return self._unread
