"""A thread takes a request when all of it has arrived, and returns a whole response."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.web import thread_pool
from server.web.acceptor import Slots
from server.web.thread_pool import ThreadPoolApp

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "path": "/ä/",
    "query_string": b"q=1",
    "headers": [(b"host", b"hall"), (b"content-type", b"text/plain"), (b"x-seat", b"2")],
    "client": ("10.0.0.7", 5000),
    "server": ("hall", 80),
}


def on_a_loop(story):
    """Run a story on an event loop of its own; Playwright's may be running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(story())).result()


def ask(application, *messages: dict, slots: Slots | None = None) -> list[dict]:
    """The messages that an application sends in response to those of a phone."""
    sent = []

    async def run():
        waiting = iter(messages)

        async def receive():
            return next(waiting)

        async def send(message):
            sent.append(message)

        await ThreadPoolApp(application, slots or Slots(1), mark="X-Roundhouse")(
            SCOPE, receive, send
        )

    on_a_loop(run)
    return sent


def piece(body: bytes, *, more: bool = False) -> dict:
    return {"type": "http.request", "body": body, "more_body": more}


def echo(environ, start_response):
    """Answers what it was sent, twice."""
    start_response("201 Created", [("X-Path", environ["PATH_INFO"]), ("X-Seat", "2")])
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    return [body, body]


def test_a_request_that_comes_in_chunks_is_whole_for_the_page():
    start, body = ask(echo, piece(b"one ", more=True), piece(b"hand", more=True), piece(b"."))
    assert start["status"] == 201
    assert dict(start["headers"])[b"x-seat"] == b"2"
    assert body["body"] == b"one hand.one hand."


def test_the_page_has_the_path_the_headers_and_the_address():
    seen = {}

    def page(environ, start_response):
        seen.update(environ)
        start_response("204 No Content", [])
        return []

    ask(page, piece(b""))
    assert seen["REQUEST_METHOD"] == "POST"
    assert seen["PATH_INFO"].encode("latin1").decode() == "/ä/"
    assert seen["QUERY_STRING"] == "q=1"
    assert seen["HTTP_X_SEAT"] == "2"
    assert seen["REMOTE_ADDR"] == "10.0.0.7"


def test_a_phone_that_disconnects_in_the_middle_calls_no_page():
    calls = []

    def page(environ, start_response):
        calls.append(environ)
        return echo(environ, start_response)

    assert ask(page, piece(b"half", more=True), {"type": "http.disconnect"}) == []
    assert calls == []


def test_a_body_too_large_for_memory_is_whole(monkeypatch):
    monkeypatch.setattr(thread_pool, "IN_MEMORY_BYTES", 8)
    _start, body = ask(echo, piece(b"0123456789", more=True), piece(b"abcdef"))
    assert body["body"] == b"0123456789abcdef" * 2


def test_a_response_is_closed_after_it_was_read():
    class Answer(list):
        closed = False

        def close(self):
            self.closed = True

    answer = Answer([b"said"])

    def page(_environ, start_response):
        start_response("200 OK", [])
        return answer

    ask(page, piece(b""))
    assert answer.closed


def test_an_error_of_the_page_is_not_swallowed():
    def page(_environ, _start_response):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(page, piece(b""))


def test_a_slow_phone_holds_no_thread():
    """With one thread, a client that sends all at once is answered while another still sends."""
    rest_may_come, answered = asyncio.Event(), []

    async def slowly():
        yield piece(b"slow", more=True)
        await rest_may_come.wait()
        yield piece(b"ly")

    async def at_once():
        yield piece(b"quick")

    async def phone(site, messages):
        async def send(message):
            if message["type"] == "http.response.body":
                answered.append(message["body"][:6])

        await site(SCOPE, messages.__anext__, send)

    async def run():
        site = ThreadPoolApp(echo, Slots(1), mark="X-Roundhouse")
        slow = asyncio.create_task(phone(site, slowly()))
        await phone(site, at_once())
        rest_may_come.set()
        await slow

    on_a_loop(run)
    assert answered == [b"quickq", b"slowly"]


def test_an_answered_client_must_reconnect_only_while_others_wait():
    slots = Slots(1)
    close = (b"connection", b"close")
    start, _body = ask(echo, piece(b""), slots=slots)
    assert close not in start["headers"]
    slots.is_crowded = True
    start, _body = ask(echo, piece(b""), slots=slots)
    assert close in start["headers"]


def test_a_slot_is_taken_while_a_page_runs_and_free_after_an_error_too():
    slots, taken = Slots(1), []

    def page(_environ, _start_response):
        taken.append(slots.taken)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(page, piece(b""), slots=slots)
    assert (taken, slots.taken) == ([1], 0)


def test_each_request_runs_on_a_thread_of_the_pool():
    names = []

    def page(environ, start_response):
        names.append(threading.current_thread().name)
        return echo(environ, start_response)

    ask(page, piece(b""))
    assert names[0].startswith("pages")
