"""The gain of the front of a web process: connections spread by who has time, cheap requests.

``python -m tests.benchmarks.web_front`` prints two comparisons. First: two processes on one socket,
one three times as slow as the other, as on a busy machine, and forty clients: how many requests do
they answer, and how long do clients wait, with uvicorn's own accepting and with
``server.web.acceptor``? Second: the processor time of a small page by Django's own ASGI handler
and by ``server.web.thread_pool``.
"""

import asyncio
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
import urllib.request
from statistics import median

import uvicorn

from server.web.acceptor import Acceptor, Slots
from server.web.thread_pool import ThreadPoolApp
from tests.benchmarks.listeners import share

CLIENTS, SECONDS, THREADS = 40, 4.0, 4
WORK_SECONDS = {"quick": 0.01, "slow": 0.03}
REQUESTS = 400


def serve(name: str, listening: socket.socket, *, ours: bool) -> None:
    """A web process whose pages take their time and hold its name."""

    def page(_environ, start_response):
        time.sleep(WORK_SECONDS[name])
        start_response("200 OK", [("Content-Length", str(len(name))), ("Connection", "close")])
        return [name.encode()]

    slots = Slots(THREADS)
    app = ThreadPoolApp(page, slots, mark="X-Site")
    config = uvicorn.Config(app, lifespan="off", log_level="error", access_log=False)
    server = Acceptor(config, slots) if ours else uvicorn.Server(config)
    server.run([listening])


def spread(*, ours: bool) -> str:
    """Two such processes, as clients see them."""
    fork = multiprocessing.get_context("fork")
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    workers = [
        fork.Process(target=serve, args=(name, listening), kwargs={"ours": ours})
        for name in WORK_SECONDS
    ]
    for worker in workers:
        worker.start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    answers: list[tuple[str, float]] = []
    stop = threading.Event()

    def client() -> None:
        while not stop.is_set():
            began = time.monotonic()
            with urllib.request.urlopen(address, timeout=30) as response:
                answers.append((response.read().decode(), time.monotonic() - began))

    clients = [threading.Thread(target=client) for _client in range(CLIENTS)]
    for each in clients:
        each.start()
    stop.wait(SECONDS)
    stop.set()
    for each in clients:
        each.join()
    for worker in workers:
        os.kill(worker.pid, signal.SIGTERM)
        worker.join()
    listening.close()
    waits = [1000 * seconds for _name, seconds in answers]
    counts = ", ".join(f"{n} {sum(a == n for a, _s in answers)}" for n in WORK_SECONDS)
    return f"{counts}; clients waited p50 {median(waits):.0f}, p99 {share(waits, 0.99):.0f} ms"


def cost(application) -> float:
    """The processor milliseconds of a request."""

    async def request() -> None:
        messages = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> dict:
            if message := next(messages, None):
                return message
            return await asyncio.Event().wait()  # the client does not hang up

        async def send(_message: dict) -> None: ...

        await application(SCOPE, receive, send)

    async def run() -> float:
        times = []
        for _request in range(REQUESTS):
            began = time.process_time()
            await request()
            times.append(time.process_time() - began)
        return 1000 * median(times)

    return asyncio.run(run())


SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "path": "/server-clock/",
    "raw_path": b"/server-clock/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 5000),
    "server": ("localhost", 80),
}


def main() -> None:
    for name, ours in (("uvicorn's own accepting", False), ("server.web.acceptor", True)):
        print(f"{name}: {spread(ours=ours)}")  # noqa: T201 - the report of a benchmark
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "ROUNDHOUSE_VAR": folder}
        from django.core.asgi import get_asgi_application  # noqa: PLC0415 - reads the settings
        from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - so does this

        own = cost(get_asgi_application())
        front = cost(ThreadPoolApp(get_wsgi_application(), Slots(1), mark="X-Site"))
    print(f"a small page: Django's ASGI handler {own:.2f} ms, WSGI on a thread {front:.2f} ms")  # noqa: T201


if __name__ == "__main__":
    main()
