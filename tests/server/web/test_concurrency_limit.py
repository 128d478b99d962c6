"""A few requests that cost much run at once; the others wait, and hold no thread meanwhile."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from server.web.acceptor import Slots
from server.web.concurrency_limit import ConcurrencyLimit
from server.web.thread_pool import ThreadPoolApp

LONG_SECONDS = 60
THREADS = 4
KNOWN = "10.9.9.9"


class Passwords:
    """A page that takes as long as the test wants, and counts how often it runs at once."""

    def __init__(self):
        self.running = self.most = 0
        self.started = threading.Semaphore(0)
        self.may_end = threading.Event()
        self._lock = threading.Lock()

    def __call__(self, environ, start_response):
        start_response("200 OK", [])
        if environ["PATH_INFO"] != "/sign-in/" or environ["REQUEST_METHOD"] != "POST":
            return [b"a page"]
        with self._lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.started.release()
        assert self.may_end.wait(LONG_SECONDS)
        with self._lock:
            self.running -= 1
        return [b"signed in"]


def scope(path, method, client):
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [],
        "client": (client, 5000),
        "server": ("hall", 80),
    }


async def ask(app, path="/sign-in/", method="POST", client="10.0.0.1"):
    sent = []

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(message):
        sent.append(message)

    await app(scope(path, method, client), receive, send)
    return sent[-1]["body"]


def is_known(environ):
    return environ["REMOTE_ADDR"] == KNOWN


def during(clients, *, running):
    """Sign in from these addresses at once; the pages seen when ``running`` of them run."""
    passwords = Passwords()

    async def story():
        limit = ConcurrencyLimit("/sign-in/", at_once=2, is_known=is_known)
        app = ThreadPoolApp(passwords, Slots(THREADS), mark="X-Roundhouse", limit=limit)
        signing_in = [asyncio.create_task(ask(app, client=client)) for client in clients]
        for _ in range(running):
            taken = await asyncio.to_thread(passwords.started.acquire, timeout=LONG_SECONDS)
            assert taken
        seen = [await ask(app, "/", "GET"), await ask(app, "/sign-in/", "GET")]
        passwords.may_end.set()
        assert await asyncio.gather(*signing_in) == [b"signed in"] * len(clients)
        return seen

    with ThreadPoolExecutor(1) as thread:  # Playwright's loop may be running in this one
        seen = thread.submit(lambda: asyncio.run(story())).result()
    return seen, passwords.most


def test_thirty_sign_ins_at_once_leave_threads_for_other_pages():
    clients = [f"10.0.0.{n}" for n in range(30)]
    assert during(clients, running=2) == ([b"a page"] * 2, 2)


def test_one_client_has_one_turn_at_a_time():
    assert during(["10.0.0.1"] * 30, running=1) == ([b"a page"] * 2, 1)


def test_a_client_that_floods_leaves_the_other_turn_free():
    clients = ["10.0.0.1"] * 30 + ["10.0.0.2"]
    assert during(clients, running=2) == ([b"a page"] * 2, 2)


def test_somebody_whom_the_site_knows_waits_for_no_stranger():
    clients = [f"10.0.0.{n}" for n in range(30)] + [KNOWN] * 2
    assert during(clients, running=3) == ([b"a page"] * 2, 3)
