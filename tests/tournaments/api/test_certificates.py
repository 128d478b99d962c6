"""A message of a webhook goes to a receiver whose certificate is good, and to no other."""

import ssl
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network

import pytest
import trustme

from tournaments.outgoing import posting

OURS = [ip_network("127.0.0.0/8")]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.heard.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


class Server(HTTPServer):
    def handle_error(self, request, client_address):
        """A sender that refuses the certificate hangs up: say nothing of it."""


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def trusted(authority, monkeypatch, tmp_path):
    """The site trusts this authority alone, as an operator would set it up."""
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    posting._tls.cache_clear()
    yield
    posting._tls.cache_clear()


@pytest.fixture
def receive():
    """Start a receiver with a certificate: ``receive(certificate)``."""
    made = []

    def start(certificate):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(context)
        server = Server(("127.0.0.1", 0), Receiver)
        server.heard = []
        # Each handshake in its turn, as the receiver reads: a refused one must not end it.
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        made.append((server, thread))
        return server

    yield start
    for server, thread in made:
        server.shutdown()
        thread.join()
        server.server_close()


def send(server, host):
    url = f"https://{host}:{server.server_port}/hook"
    return posting.post(url, b"{}", {"X-Mark": "1"}, own=OURS, seconds=60)


@pytest.mark.usefixtures("trusted")
def test_a_receiver_with_a_good_certificate_gets_the_message(authority, receive):
    server = receive(authority.issue_cert("127.0.0.1"))
    assert send(server, "127.0.0.1") == posting.Reply(204)
    assert server.heard == [b"{}"]


@pytest.mark.usefixtures("trusted")
def test_a_certificate_of_another_name_is_no_answer(authority, receive):
    server = receive(authority.issue_cert("elsewhere.example"))
    assert send(server, "127.0.0.1") is None
    assert server.heard == []


@pytest.mark.usefixtures("trusted")
def test_a_certificate_of_an_unknown_authority_is_no_answer(receive):
    server = receive(trustme.CA().issue_cert("127.0.0.1"))
    assert send(server, "127.0.0.1") is None
    assert server.heard == []


@pytest.mark.usefixtures("trusted")
def test_a_certificate_that_has_expired_is_no_answer(authority, receive):
    server = receive(authority.issue_cert("127.0.0.1", not_after=datetime(2020, 1, 1, tzinfo=UTC)))
    assert send(server, "127.0.0.1") is None
    assert server.heard == []
