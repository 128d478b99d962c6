"""A client's address comes from proxies that the operator trusts, and from nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn

from server.web.acceptor import Slots
from server.web.thread_pool import ThreadPoolApp


def address_seen(peer, forwarded, monkeypatch, trusted=None):
    """The address that a page sees for a connection from ``peer`` with X-Forwarded-For."""
    if trusted is None:
        monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    else:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    seen = []

    def page(environ, start_response):
        seen.append(environ["REMOTE_ADDR"])
        start_response("204 No Content", [])
        return []

    async def receive():
        return {"type": "http.request", "body": b""}

    async def send(_message):
        pass

    async def story():
        app = ThreadPoolApp(page, Slots(1), mark="X-Roundhouse")
        config = uvicorn.Config(app, log_config=None)
        config.load()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": "GET",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "headers": [(b"x-forwarded-for", forwarded)],
            "client": (peer, 5000),
            "server": ("hall", 80),
        }
        await config.loaded_app(scope, receive, send)

    with ThreadPoolExecutor(1) as thread:  # Playwright's loop may be running in this one
        thread.submit(lambda: asyncio.run(story())).result()
    return seen[0]


def test_a_client_cannot_choose_its_address(monkeypatch):
    assert address_seen("203.0.113.7", b"198.51.100.1", monkeypatch) == "203.0.113.7"


@pytest.mark.parametrize("forged", [b"198.51.100.1, ", b"127.0.0.1, ", b"nonsense, 10.0.0.2, "])
def test_behind_a_trusted_proxy_what_the_client_wrote_itself_does_not_count(forged, monkeypatch):
    forwarded = forged + b"203.0.113.7"
    assert address_seen("10.0.0.2", forwarded, monkeypatch, trusted="10.0.0.2") == "203.0.113.7"


def test_a_proxy_that_is_not_trusted_is_the_client_itself(monkeypatch):
    assert address_seen("10.0.0.3", b"203.0.113.7", monkeypatch, trusted="10.0.0.2") == "10.0.0.3"
