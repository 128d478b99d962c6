"""A web process: uvicorn on listening sockets that the supervisor made.

The sockets outlive this process, so a connection that arrives while the process is being replaced
waits for a moment instead of being refused.
"""

import gc
import socket
import sys
from importlib import import_module

import uvicorn

from server.database.sqlite import hand_over_quickly
from server.web.acceptor import Acceptor
from server.web.capacity import raise_limit

#: The module with the ASGI ``application`` of the site, its ``slots`` and its ``mark``.
ASGI_MODULE = "config.asgi"
#: Thousands of open pages are many small objects: look through the young ones when there are so
#: many new ones, and through the old ones rarely (gc.set_threshold).
GARBAGE_THRESHOLDS = (20_000, 20, 50)
GRACE_SECONDS = 2  # what open requests get when the site closes; streams do not end by themselves


def serve(descriptors: list[int]) -> None:
    """Serve the site on the listening sockets with these file descriptors until it is stopped."""
    hand_over_quickly()
    raise_limit()  # before the site counts how many streams it can have
    gc.disable()  # loading code makes many objects and no garbage: a sixth of the time to open
    asgi = import_module(ASGI_MODULE)
    # What is loaded stays: the collector never looks at it again, and collects less often.
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.enable()
    config = uvicorn.Config(
        asgi.application,
        access_log=False,
        log_config=None,  # the settings of Django have configured it
        log_level="warning",
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    listening = [socket.socket(fileno=descriptor) for descriptor in descriptors]
    Acceptor(config, asgi.slots, mark=asgi.mark).run(listening)


if __name__ == "__main__":
    serve([int(descriptor) for descriptor in sys.argv[1:]])
