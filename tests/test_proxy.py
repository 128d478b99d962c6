"""The tests' own bad network does what it says."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import requests

from tests.proxy import CAPTIVE_PORTAL, FINE, HALF_OPEN, OFF, PORTAL, Fault, Proxy
from tests.stack import wait_for

BODY = b"x" * 3_000


class Site(BaseHTTPRequestHandler):
    """Answers every request, and counts what arrived."""

    protocol_version = "HTTP/1.1"
    arrived: list[bytes]

    def do_POST(self):
        self.arrived.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_words):
        pass


@pytest.fixture
def site():
    Site.arrived = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def proxy(site):
    made = Proxy(f"http://127.0.0.1:{site.server_port}").start()
    yield made
    made.close()


def post(proxy, said=b"hello", timeout=60, session=requests):
    return session.post(proxy.url, said, timeout=timeout)


def test_a_good_network_changes_nothing(proxy):
    assert post(proxy).content == BODY
    assert Site.arrived == [b"hello"]


def test_a_reset_network_lets_nothing_through(proxy):
    proxy.switch(OFF)
    with pytest.raises(requests.ConnectionError):
        post(proxy)
    assert Site.arrived == []


def test_a_half_open_network_takes_everything_and_never_answers(proxy):
    proxy.switch(HALF_OPEN)
    with pytest.raises(requests.ReadTimeout):
        post(proxy, timeout=0.3)
    assert Site.arrived == []


def test_a_reply_is_cut_after_the_site_has_taken_the_request(proxy):
    proxy.switch(Fault(cut_after=20))
    with pytest.raises(requests.ConnectionError):
        post(proxy)
    assert Site.arrived == [b"hello"]
    assert proxy.counts["cut"] == 1


def test_a_cut_after_more_than_there_is_is_none(proxy):
    proxy.switch(Fault(cut_after=10_000))
    assert post(proxy).content == BODY


def test_latency_holds_up_both_ways(proxy):
    proxy.switch(Fault(latency=0.2))
    began = time.monotonic()
    assert post(proxy).content == BODY
    assert time.monotonic() - began >= 0.4


def test_a_slow_network_drips(proxy):
    proxy.switch(Fault(slow=10_000))
    began = time.monotonic()
    assert post(proxy).content == BODY
    assert time.monotonic() - began >= 0.3


def test_a_portal_answers_for_the_site(proxy):
    proxy.switch(CAPTIVE_PORTAL)
    answer = post(proxy)
    assert (answer.status_code, answer.text) == (200, PORTAL)
    assert Site.arrived == []
    assert proxy.counts["portal"] == 1


def test_the_network_changes_under_open_connections(proxy):
    with requests.Session() as session:
        assert post(proxy, session=session).content == BODY
        proxy.switch(CAPTIVE_PORTAL)
        assert post(proxy, session=session).text == PORTAL
        proxy.switch(FINE)
        assert post(proxy, session=session).content == BODY
    wait_for(lambda: Site.arrived == [b"hello", b"hello"])
