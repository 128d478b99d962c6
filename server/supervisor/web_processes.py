"""The web processes: one public listening socket for all, and a private one for each.

Any of them may answer on the public socket, so only the private ones show which of them hangs.
"""

import os
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from server import environment
from server.supervisor.probe import Probe
from server.supervisor.process import Process, SiteProcess

USUAL_PROCESSES = 2


@dataclass(frozen=True)
class WebProcess:
    """One web process, and the probe that checks whether it answers."""

    process: Process
    probe: Probe


def names() -> list[str]:
    """The names of the web processes, by ROUNDHOUSE_WEB_PROCESSES; by default one per core."""
    usual = min(USUAL_PROCESSES, os.cpu_count() or 1)
    count = environment.value("ROUNDHOUSE_WEB_PROCESSES") or usual
    return ["web", *(f"web-{number}" for number in range(2, count + 1))]


def make_web_process(
    name: str, public: socket.socket, process: Callable[..., SiteProcess]
) -> WebProcess:
    """The web process ``name``; ``process`` makes it from its name, module and sockets."""
    with closing(socket.create_server(("127.0.0.1", 0))) as private:
        kept = os.dup(private.fileno())  # handed to each process of this name
        probe = Probe(private)
    sockets = [public.fileno(), kept]
    return WebProcess(process(name, "server.web.process", pass_fds=sockets), probe)
