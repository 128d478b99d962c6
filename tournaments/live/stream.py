"""Live streams: server-sent events to every open page, answered in front of Django."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from django.core import signing

from tournaments.live.channel import STREAM_PATH
from tournaments.live.hub import RESYNC, Hub, Listener, Part, Parts, Send, no_parts

__all__ = ["STREAM_PATH", "StreamApp", "stream_address"]

SIGNER = signing.Signer(salt="roundhouse.stream")
# Browsers reconnect by themselves after 1 to 2 seconds; the comment opens the stream at once.
GREETING = b"retry: 1500\n: welcome\n\n"
#: A page shows fewer parts and kinds of topics than this; what names more is not one of ours.
MOST_NAMES = 12

Receive = Callable[[], Awaitable[dict[str, Any]]]


def stream_address(event_id: int) -> str:
    """Where a page of an event listens. Signed, so that only addresses of our own making work.

    A page adds the kinds of topics that it shows, as ``kinds=round,standings``, and ``part=`` with
    the address of each of its parts that the stream may bring.
    """
    return f"{STREAM_PATH}?event={SIGNER.sign(str(event_id))}"


def nothing_shared(_scope: Any, _path: str) -> Part | None:
    """No part of a page is shared: pages fetch all their parts."""
    return None


class StreamApp:
    """The ASGI application of one process for ``STREAM_PATH``; ``parts`` as in ``Hub``.

    ``part_of`` is what a page that sends a request shows of an address; None if it is not shared.
    """

    def __init__(
        self,
        parts: Parts = no_parts,
        part_of: Callable[[Any, str], Part | None] = nothing_shared,
    ) -> None:
        self._hub = Hub(parts)
        self._part_of = part_of

    async def lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._hub.start()
            else:
                await self._hub.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        asked = parse_qs(scope["query_string"].decode("ascii", "replace"))
        try:
            event_id = int(SIGNER.unsign(asked.get("event", [""])[0]))
        except (signing.BadSignature, ValueError):
            await _refuse(send)
            return
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                    (b"x-roundhouse", b"1"),  # as tournaments.middleware has it
                ],
            }
        )
        await send({"type": "http.response.body", "body": GREETING, "more_body": True})
        parts = (self._part_of(scope, path) for path in _names(asked.get("part", [])))
        listener = Listener(
            send,
            kinds=_names(asked.get("kinds", [""])[0].split(",")),
            parts=frozenset(part for part in parts if part is not None),
        )
        comes_back = any(name == b"last-event-id" for name, _value in scope.get("headers", ()))
        await self._listen(event_id, receive, listener, comes_back=comes_back)

    async def _listen(
        self, event_id: int, receive: Receive, listener: Listener, *, comes_back: bool
    ) -> None:
        self._hub.start()
        self._hub.add(event_id, listener)
        # Once it listens, so that nothing is missed between reading and listening. Where no hint
        # arrives yet, the hub says the same when the first may.
        if comes_back and self._hub.hears(event_id):
            listener.push(RESYNC)
        draining = asyncio.ensure_future(listener.drain())
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._hub.remove(event_id, listener)
            listener.gone = True
            draining.cancel()


def _names(named: Iterable[str]) -> frozenset[str]:
    """Return the names that a page gave; none, which is always right, if they are too many."""
    names = frozenset(filter(None, named))
    return names if len(names) <= MOST_NAMES else frozenset()


async def _refuse(send: Send) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": 403,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"x-roundhouse", b"1"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": b"This address is not one of ours."})
