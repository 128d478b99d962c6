"""One POST to somebody else's server, within a deadline for all of it.

Conductors enter the address, or somebody's browser names it, so nothing about the receiver is
trusted: it may be slow on purpose, speak another protocol, or redirect into the site's own network.
"""

import socket
import ssl
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from time import monotonic
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import h11
from django.utils.encoding import iri_to_uri

from tournaments.outgoing.network import Endpoint, Network, is_permitted, resolve

PORTS = {"http": 80, "https": 443}
#: Of the head of a response. Its body is not read.
MOST_BYTES = 16 * 1024
CHUNK = 4096
#: Addresses of one name that are tried.
MOST_ENDPOINTS = 3


class Reply(NamedTuple):
    """The head of a response: its status, and what ``Retry-After`` says, or ""."""

    status: int
    retry_after: str = ""


class Deadline:
    """A moment by which all of something must be done."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left. Raises TimeoutError if there are none."""
        left = self._at - monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def post(
    url: str, body: bytes, headers: Mapping[str, str], *, own: Collection[Network], seconds: float
) -> Reply | None:
    """Send ``body``; what the receiver replied.

    Everything that is not a reply in HTTP is the same None: a name that does not exist, an
    address that is not permitted, a closed port, silence, a bad certificate. Otherwise a webhook
    would show its owner what there is in the network of the site.
    """
    deadline = Deadline(seconds)
    try:
        parts = urlsplit(url)
        with connect(parts, own, deadline) as connection:
            return _exchange(connection, parts, body, headers, deadline)
    except (OSError, ValueError, h11.ProtocolError):
        return None


def connect(parts: SplitResult, own: Collection[Network], deadline: Deadline) -> socket.socket:
    """A connection to a permitted address. Raises OSError or ValueError."""
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("not an address of the web")
    port = parts.port or PORTS[parts.scheme]
    found = resolve(parts.hostname, port, seconds=deadline.left())
    permitted = [one for one in found if is_permitted(one.address, own)][:MOST_ENDPOINTS]
    plain = _first_that_answers(permitted, own, deadline)
    if parts.scheme == "http":
        return plain
    plain.settimeout(deadline.left())
    return _tls().wrap_socket(plain, server_hostname=parts.hostname)


def _first_that_answers(
    endpoints: Iterable[Endpoint], own: Collection[Network], deadline: Deadline
) -> socket.socket:
    error: OSError = ConnectionError("no permitted address")
    for endpoint in endpoints:
        connection = socket.socket(endpoint.family, socket.SOCK_STREAM)
        try:
            connection.settimeout(deadline.left())
            # To the address that was checked: the name might lead elsewhere by now.
            connection.connect(endpoint.place)
            if not is_permitted(connection.getpeername()[0], own):
                raise ConnectionError("another address than the one that was checked")
        except OSError as refused:
            connection.close()
            error = refused
        else:
            return connection
    raise error


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _exchange(
    connection: socket.socket,
    parts: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    deadline: Deadline,
) -> Reply:
    """Send the request and read the head of the response. Raises OSError or ProtocolError."""
    client = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_BYTES)
    target = iri_to_uri((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    lines = {
        "Host": _host(parts),
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    request = h11.Request(method="POST", target=target, headers=list(lines.items()))
    events = (request, h11.Data(data=body), h11.EndOfMessage())
    connection.settimeout(deadline.left())
    connection.sendall(b"".join(client.send(event) or b"" for event in events))
    while True:
        event = client.next_event()
        if event is h11.NEED_DATA:
            connection.settimeout(deadline.left())
            client.receive_data(connection.recv(CHUNK))
        elif isinstance(event, h11.Response):
            said = dict(event.headers).get(b"retry-after", b"")
            return Reply(event.status_code, said.decode("latin-1"))
        elif not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("no response")


def _host(parts: SplitResult) -> str:
    """The name of the receiver for its ``Host`` header, without a user and a password."""
    name = parts.hostname or ""
    plain = f"[{name}]" if ":" in name else name.encode("idna").decode()
    return f"{plain}:{parts.port}" if parts.port else plain
