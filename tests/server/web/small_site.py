"""A web process without the pages; its argument is the descriptor of its listening socket."""

import asyncio
import socket
import sys

import uvicorn
from django.conf import settings

from server.web.acceptor import Acceptor, Slots
from server.web.capacity import capacity
from server.web.stream_limit import StreamLimit

HEAD = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]}


async def stream(_scope, receive, send):
    await send(HEAD | {"headers": []})
    await send({"type": "http.response.body", "body": b": welcome\n\n", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass


async def application(scope, receive, send):
    if scope["path"] == "/stream/":
        await limited(scope, receive, send)
        return
    await asyncio.sleep(0)
    await send(HEAD)
    await send({"type": "http.response.body", "body": b"page"})


limited = StreamLimit(stream, capacity(), mark="X-Roundhouse")

if __name__ == "__main__":
    settings.configure(USE_I18N=False)
    config = uvicorn.Config(
        application, lifespan="off", log_level="warning", timeout_graceful_shutdown=1
    )
    Acceptor(config, Slots(4)).run([socket.socket(fileno=int(sys.argv[1]))])
