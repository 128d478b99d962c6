"""Where the site can be reached: its listening socket, and how to name it."""

import errno
import socket
from contextlib import closing

from server import environment
from server.supervisor.terminal import CannotStart

DEFAULT_PORT = 8000
PORTS_TO_TRY = 100
BACKLOG = 2048
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - only if ROUNDHOUSE_BIND says so


def listen() -> tuple[socket.socket, str | None]:
    """A listening socket as the settings say, and a sentence if it is not on the default port.

    Raises CannotStart if the requested port is taken or not allowed.
    """
    host = environment.value("ROUNDHOUSE_BIND")
    requested = environment.value("ROUNDHOUSE_PORT")
    if requested is not None:
        return _listen(host, requested), None
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY):
        try:
            listener = _listen(host, port)
        except PortTaken:
            continue
        if port == DEFAULT_PORT:
            return listener, None
        return listener, (
            f"Port {DEFAULT_PORT} is taken, so this copy uses port {port}."
            " Set ROUNDHOUSE_PORT to choose another one."
        )
    raise CannotStart(
        f"Every port from {DEFAULT_PORT} to {DEFAULT_PORT + PORTS_TO_TRY - 1} is taken."
        " Set ROUNDHOUSE_PORT to a free one."
    )


def url(listener: socket.socket) -> str:
    """The address to type into a browser: in a hall, the one that phones can reach."""
    host, port = listener.getsockname()[:2]
    if host in EVERYWHERE:
        host = _address_in_the_hall() or socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def local(listener: socket.socket) -> tuple[str, int]:
    """Host and port at which this machine reaches ``listener``."""
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104


class PortTaken(CannotStart):
    """Another program listens there."""


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _refusal(error, host, port) from error
    return listener


def _refusal(error: OSError, host: str, port: int) -> CannotStart:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(
            f"Port {port} is taken by another program."
            " Set ROUNDHOUSE_PORT to a free one, or leave it unset to get the next free one."
        )
    if error.errno == errno.EACCES:
        return CannotStart(
            f"This user may not open port {port}. Set ROUNDHOUSE_PORT to one above 1023."
        )
    return CannotStart(
        f"Cannot listen on {host}: {error.strerror or error}."
        " Set ROUNDHOUSE_BIND to an address of this machine, such as 127.0.0.1 or 0.0.0.0."
    )


def _address_in_the_hall() -> str | None:
    """This machine's address in its network: the one that a packet to another would leave from."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        except OSError:
            return None
        return str(probe.getsockname()[0])
