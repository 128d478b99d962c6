"""A small site for proxies to stand in front of."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


class Site(BaseHTTPRequestHandler):
    """Answers with what the proxy said of the client; ``/stream/`` stays open until ``over``."""

    over = threading.Event()

    def do_GET(self):
        self.send_response(200)
        for name in ("X-Forwarded-For", "X-Forwarded-Proto", "X-Request-ID", "Host"):
            self.send_header(f"Got-{name}", self.headers.get(name, ""))
        self.end_headers()
        self.wfile.write(b"retry: 1500\n\n")
        if self.path == "/stream/":
            self.over.wait(60)

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    """The port of a site that a stream is open at."""
    Site.over.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server.server_port
        Site.over.set()
        server.shutdown()
