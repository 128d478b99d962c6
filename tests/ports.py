"""A port for a program that a test starts."""

import socket
from contextlib import suppress

HOST = "127.0.0.1"


def free_port() -> int:
    """One that nobody listens on."""
    with socket.create_server((HOST, 0)) as taken:
        return taken.getsockname()[1]


def is_listening(port: int) -> bool:
    """Whether a program takes connections there."""
    with suppress(OSError), socket.create_connection((HOST, port)):
        return True
    return False
