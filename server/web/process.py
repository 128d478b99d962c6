"""A web process: uvicorn on listening sockets that the supervisor made.

The sockets outlive this process, so somebody who calls while it is being replaced waits for a
moment instead of being turned away.
"""

import gc
import socket
import sys
from importlib import import_module

import uvicorn

from server.database.sqlite import hand_over_quickly
from server.web.acceptor import Acceptor

#: Thousands of open pages are many small objects: look through the young ones when there are so
#: many new ones, and through the old ones rarely (gc.set_threshold).
GARBAGE_THRESHOLDS = (20_000, 20, 50)
GRACE_SECONDS = 2  # what open requests get when the house closes; streams do not end by themselves


def serve(descriptors: list[int]) -> None:
    """Serve the site on the listening sockets with these file descriptors until told to stop."""
    hand_over_quickly()
    asgi = import_module("config.asgi")
    # What is loaded stays: no search for garbage looks at it again, and fewer searches are made.
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    config = uvicorn.Config(
        asgi.application,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    listening = [socket.socket(fileno=descriptor) for descriptor in descriptors]
    Acceptor(config, asgi.slots).run(listening)


if __name__ == "__main__":
    _name, *_descriptors = sys.argv[1:]  # the name is for those who look at the list of processes
    serve([int(descriptor) for descriptor in _descriptors])
