"""A body is read if it is small, or allowed to be large, comes in time, and there is room."""

import asyncio
import json
import selectors
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.web import bodies, thread_pool
from server.web.acceptor import Slots
from server.web.bodies import (
    NETWORK_BYTES,
    RESERVED_BYTES,
    TOTAL_BYTES,
    USUAL_BYTES,
    Budget,
)
from server.web.thread_pool import ThreadPoolApp
from tests.server.web.test_thread_pool import SCOPE, piece

KB = 1024
PERSON, OTHER = ("10.0.0.7", 5000), ("10.0.0.8", 5000)


class SkippingSelector(selectors.DefaultSelector):
    """Never waits: what an event loop would sleep is added to its clock."""

    skipped = 0.0

    def select(self, timeout=None):
        self.skipped += timeout or 0.0
        return super().select(0)


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop on which half a minute takes no time."""

    def __init__(self):
        self.skipping = SkippingSelector()
        super().__init__(self.skipping)

    def time(self):
        return super().time() + self.skipping.skipped


def on_a_quick_loop(story):
    """Run a story on a loop that skips what it would wait; it must use no other thread."""

    def run():
        with asyncio.Runner(loop_factory=SkippingLoop) as runner:
            return runner.run(story())

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


class Phone:
    """Sends pieces, each after so many seconds, and keeps what it is answered."""

    def __init__(self, *pieces, pause=0.0, client=PERSON, headers=()):
        self.scope = SCOPE | {"client": client, "headers": [*SCOPE["headers"], *headers]}
        self._pieces = iter(pieces)
        self._pause = pause
        self.taken = 0
        self.sent = []

    async def receive(self):
        await asyncio.sleep(self._pause)
        following = next(self._pieces, None)
        if following is None:
            await asyncio.Event().wait()  # it stays, and sends nothing more
        self.taken += 1
        return following

    async def send(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"]

    @property
    def said(self):
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    @property
    def headers(self):
        return dict(self.sent[0]["headers"])


class Site:
    """ThreadPoolApp around a page that answers with the size of what it was sent."""

    def __init__(self, allowance=thread_pool.usual_allowance):
        self.calls = 0
        self.app = ThreadPoolApp(self._page, Slots(1), mark="X-Roundhouse", allowance=allowance)
        self.app._run = self._at_once

    @staticmethod
    async def _at_once(work, *arguments):
        return work(*arguments)  # a loop that skips time does not wait for threads

    def _page(self, environ, start_response):
        self.calls += 1
        start_response("200 OK", [])
        return [str(len(environ["wsgi.input"].read())).encode()]

    def ask(self, *phones):
        async def run():
            await asyncio.gather(*(self.app(p.scope, p.receive, p.send) for p in phones))

        on_a_quick_loop(run)
        return phones[0]


def chunks(count, size=KB):
    """A body in pieces, the last of which says so."""
    return [piece(b"x" * size, more=n + 1 < count) for n in range(count)]


def length(size):
    return [(b"content-length", str(size).encode())]


def test_a_body_of_usual_size_reaches_the_page():
    assert Site().ask(Phone(*chunks(64))).said == str(USUAL_BYTES)


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_read():
    site, phone = Site(), Phone(headers=length(USUAL_BYTES + 1))
    site.ask(phone)
    assert (phone.status, site.calls) == (413, 0)
    assert phone.said == "Nothing was saved: the limit is 64 KB."
    assert phone.headers[b"connection"] == b"close"
    assert phone.headers[b"x-roundhouse"] == b"1"


def test_a_body_that_turns_out_too_large_is_refused():
    site, phone = Site(), Phone(*chunks(65), headers=[(b"transfer-encoding", b"chunked")])
    site.ask(phone)
    assert (phone.status, site.calls) == (413, 0)


def test_the_refusal_is_sent_before_the_rest_is_thrown_away():
    """A browser that is cut off while it sends shows a broken connection, not the sentence."""
    phone = Phone(*chunks(100))
    Site().ask(phone)
    assert phone.taken == 100
    last = phone.sent[-1]
    assert [message.get("more_body", False) for message in phone.sent] == [False, True, False]
    assert last.get("body", b"") == b""


def test_nobody_can_keep_a_refused_connection_open_for_ever():
    endless = (piece(b"x", more=True) for _ in range(10**6))
    phone = Phone(*(next(endless) for _ in range(66)), pause=1, headers=length(10**9))
    assert Site().ask(phone).status == 413
    assert phone.taken <= thread_pool.LINGER_SECONDS + 1


def test_a_program_is_refused_in_json():
    phone = Phone(headers=[*length(10**9), (b"accept", b"application/json")])
    said = json.loads(Site().ask(phone).said)
    assert said["code"] == "too-large"


def test_a_page_that_takes_files_gets_a_larger_body():
    asked = []

    def allowance(path, cookies, _authorization):
        asked.append((path, cookies))
        return 100 * KB

    cookie = (b"cookie", b"sessionid=abc")
    site = Site(allowance)
    assert site.ask(Phone(*chunks(100), headers=[cookie])).said == str(100 * KB)
    assert asked == [("/ä/", "sessionid=abc")]
    assert site.ask(Phone(*chunks(101))).status == 413


def test_what_a_body_may_have_is_not_looked_up_for_a_usual_one():
    def allowance(_path, _cookies, _authorization):
        raise AssertionError

    assert Site(allowance).ask(Phone(*chunks(64))).status == 200


def test_a_slow_phone_that_is_honest_gets_through():
    """64 KB over 20 seconds."""
    assert Site().ask(Phone(*chunks(64), pause=20 / 64)).said == str(USUAL_BYTES)


def test_a_long_file_on_a_slow_line_gets_through():
    """2 MB at 2 KB a second take a quarter of an hour, and arrive."""
    phone = Phone(*chunks(1000, 2 * KB), pause=1)
    assert Site(lambda *_: 2000 * KB).ask(phone).said == str(2000 * KB)


@pytest.mark.parametrize(("pieces", "pause"), [([], 0), (chunks(100, 10), 1)])
def test_a_body_that_stops_or_drips_is_given_up(pieces, pause):
    site, phone = Site(), Phone(*pieces, pause=pause)
    site.ask(phone)
    assert (phone.status, site.calls) == (408, 0)
    assert phone.said.startswith("Nothing was saved: your request took too long")
    assert phone.headers[b"connection"] == b"close"


def test_bodies_beyond_the_budget_of_a_process_are_refused_for_now(monkeypatch):
    monkeypatch.setattr(bodies, "TOTAL_BYTES", 100 * KB)
    site = Site()
    half = [Phone(piece(b"x" * 50 * KB, more=True)) for _ in range(3)]
    site.ask(*half)
    assert sorted(phone.status for phone in half) == [408, 408, 503]
    refused = next(phone for phone in half if phone.status == 503)
    assert refused.headers[b"retry-after"] == b"10"
    assert site.app.bodies.budget.taken == 0
    assert site.ask(Phone(*chunks(64))).status == 200


def test_larger_bodies_leave_room_for_the_usual_ones_of_others():
    budget = Budget()
    for number in range(100):
        while budget.take_large(f"network {number}", KB * KB):
            pass
    assert budget.taken == TOTAL_BYTES - RESERVED_BYTES
    assert budget.take(USUAL_BYTES)


def test_larger_bodies_of_one_network_leave_room_for_those_of_another():
    budget = Budget()
    while budget.take_large("a stranger's", KB * KB):
        pass
    assert budget.taken == NETWORK_BYTES
    assert budget.take_large("a conductor's", 32 * KB * KB)


def test_a_promise_takes_no_room():
    site, stranger = Site(lambda *_: 60 * KB * KB), Phone(headers=length(60 * KB * KB))
    visitor = Phone(*chunks(100), client=OTHER)
    site.ask(visitor, stranger)
    assert (visitor.status, stranger.status) == (200, 408)


def test_eight_connections_of_a_stranger_fill_neither_memory_nor_disk(monkeypatch):
    """They held 451 MB once. Here each sends a megabyte, with a hundredth of the budget."""
    monkeypatch.setattr(bodies, "NETWORK_BYTES", NETWORK_BYTES // 100)
    site, held = Site(lambda *_: KB * KB), []
    budget = site.app.bodies.budget
    take_large = budget.take_large

    def take(network, size):
        fits = take_large(network, size)
        held.append(budget.taken)
        return fits

    budget.take_large = take
    strangers = [Phone(*chunks(16, USUAL_BYTES)) for _ in range(8)]
    site.ask(*strangers)
    assert 503 in {stranger.status for stranger in strangers}
    assert 0 < max(held) <= NETWORK_BYTES // 100 + 8 * USUAL_BYTES
    assert budget.taken == 0
