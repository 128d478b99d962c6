"""The web process: uvicorn on a listening socket that the supervisor made.

The socket outlives this process, so somebody who calls while it is being replaced waits for a
moment instead of being turned away.
"""

import socket
import sys

import uvicorn

GRACE_SECONDS = 2  # what open requests get when the house closes; streams do not end by themselves


def serve(descriptor: int) -> None:
    """Serve the site on the listening socket with this file descriptor until told to stop."""
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            access_log=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
    server.run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
