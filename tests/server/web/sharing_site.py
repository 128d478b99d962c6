"""A small site with shared pages, for their tests, and stories of requests and changes there."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from server.web.freshness import Freshness, Look
from server.web.responses import Response
from server.web.shared_pages import SharedPages

PAGE = b"<!doctype html>" + b"All seats of the round. " * 40
PUBLIC = (b"cache-control", b"public, max-age=0, s-maxage=1")


@dataclass(frozen=True)
class HowShared:
    parameters: frozenset = frozenset({"by", "v"})
    seconds: float = 10
    is_exact: bool = False


def _how_shared(path):
    if path.startswith(("/shared/", "/exact/")):
        return HowShared(is_exact=path.startswith("/exact/"))
    return None


@dataclass
class Site:
    """A small site: ``/shared/…`` is shared, and so is ``/exact/…``, never older than its
    request; all else is for its sender. Time is passed in."""

    most_bytes: int = 1_000_000
    now: float = 100.0
    state: int = 1
    looks: int = 0
    missed: bool = False
    changed: set = field(default_factory=set)
    made: list = field(default_factory=list)
    passed: list = field(default_factory=list)
    status: int = 200
    body: bytes = PAGE
    headers: list = field(default_factory=lambda: [PUBLIC, (b"content-type", b"text/html")])

    def __post_init__(self):
        self.pages = SharedPages(
            self._pass,
            self._render,
            sharing=_how_shared,
            is_known=lambda cookies: b"phone" in cookies,
            freshness=Freshness(self._look, now=self._now),
            mark="X-Site",
            most_bytes=self.most_bytes,
            now=self._now,
        )

    def _now(self):
        self.now += 0.000_001  # each look at a clock is a little later than the one before
        return self.now

    async def _look(self):
        self.looks += 1
        changed, self.changed = self.changed, set()
        return Look((1, str(self.state)), None if self.missed else frozenset(changed))

    async def _render(self, scope):
        self.made.append(scope)
        await asyncio.sleep(0)
        body = self.body + f"{self.state} {scope['query_string']}".encode()
        return Response(self.status, list(self.headers), body)

    async def _pass(self, scope, receive, send):
        self.passed.append(scope["path"])
        await Response(200, [], b"for you").send(send)

    def scope(self, path, query="", method="GET"):
        return {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"hall")],
        }

    async def ask(self, path="/shared/", query="", method="GET", **headers):
        sent = []

        async def send(message):
            sent.append(message)

        asked = [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()]
        scope = self.scope(path, query, method) | {"headers": [(b"host", b"hall"), *asked]}
        await self.pages(scope, None, send)
        start, body = sent
        return Response(start["status"], start["headers"], body["body"])


def on_a_loop(story):
    """Run a story on an event loop of its own; Playwright's may be running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(story)).result()


def shown(*story, **options):
    """The site after a story, and what each part of it, a request or a change, gave."""
    site = Site(**options)

    async def run():
        return [await part(site) for part in story]

    return site, on_a_loop(run())


def asks(path="/shared/", query="", method="GET", **headers):
    return lambda site: site.ask(path, query, method, **headers)


def later(seconds):
    async def pass_time(site):
        site.now += seconds

    return pass_time


async def change(site):
    site.state += 1
