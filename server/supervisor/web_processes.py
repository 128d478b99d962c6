"""The web processes: one public listening socket for all, and a private one each to ask it alone.

Whoever calls the public socket is answered by any of them, so only the private ones tell which of
them hangs.
"""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from server.supervisor.probe import Probe
from server.supervisor.process import Process

USUAL_PROCESSES = 2


@dataclass(frozen=True)
class WebProcess:
    """One web process and the way to ask it whether it is at work."""

    process: Process
    probe: Probe


def names() -> list[str]:
    """What the web processes are called, from ROUNDHOUSE_WEB_PROCESSES; by default one a core."""
    asked = os.environ.get("ROUNDHOUSE_WEB_PROCESSES", "")
    usual = min(USUAL_PROCESSES, os.cpu_count() or 1)
    count = max(1, int(asked)) if asked.isdecimal() else usual
    return ["web", *(f"web-{number}" for number in range(2, count + 1))]


def make_web_process(
    name: str, public: socket.socket, process: Callable[..., Process]
) -> WebProcess:
    """A site called ``name``; ``process`` makes the process from its name, command and sockets."""
    with closing(socket.create_server(("127.0.0.1", 0))) as private:
        kept = os.dup(private.fileno())  # handed to each process that bears the name
        probe = Probe(private)
    sockets = [public.fileno(), kept]
    command = [sys.executable, "-m", "server.web.process", name, *map(str, sockets)]
    return WebProcess(process(name, command, pass_fds=sockets), probe)
