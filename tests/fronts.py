"""The front of a web process in a test, with the pages of Django behind it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from django.db import connection
from django.test import Client

from server.web.freshness import DatabaseState, Freshness
from server.web.responses import Response
from server.web.shared_pages import SharedPages
from tests.server.web.test_thread_pool import on_a_loop
from tournaments.access.shared import EVENT_HEADER, sharing_of


class Front:
    """Keeps pages as a web process does; ``made`` are those that it had rendered.

    Unless it is given a clock, its time stands still: no page is too old.
    """

    def __init__(self, now=None):
        self.made = []
        self._state = DatabaseState()
        self._thread = ThreadPoolExecutor(1)
        self._now, self._versions = 100.0, count(1)
        self._time = now or self._time_that_stands
        self._pages = SharedPages(
            None,
            self._render,
            sharing=sharing_of,
            is_known=lambda _cookies: False,
            freshness=Freshness(self._state.read, now=self._time),
            mark="X-Site",
            owner=EVENT_HEADER.lower().encode(),
            now=self._time,
        )

    def close(self):
        self._thread.submit(_disconnect).result()
        self._thread.shutdown()
        self._state.close()

    def shown(self, addresses):
        """The pages that phones get which have heard of a change."""

        async def ask():
            query = f"v={next(self._versions)}"
            return {address: await self.ask(address, query) for address in addresses}

        return on_a_loop(ask)

    def fresh(self, addresses):
        """The same pages, made now."""
        return {address: self._thread.submit(_body, address).result() for address in addresses}

    def _time_that_stands(self):
        self._now += 0.000_001
        return self._now

    async def _render(self, scope):
        self.made.append(scope["path"])
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _response, scope["path"])

    async def ask(self, address, query=""):
        """The status and the body of the answer to a phone."""
        sent = []

        async def send(message):
            sent.append(message)

        head = {"type": "http", "method": "GET", "query_string": query.encode()}
        await self._pages({**head, "path": address, "headers": []}, None, send)
        assert EVENT_HEADER.lower().encode() not in dict(sent[0]["headers"])
        return sent[0]["status"], sent[1]["body"]


def _disconnect():
    """Close the connection of this thread."""
    connection.close()


def _response(address):
    response = Client().get(address)
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    return Response(response.status_code, headers, response.content)


def _body(address):
    response = Client().get(address)
    return response.status_code, response.content
