"""A push service whose certificate is good, and a player whose phone asked for messages."""

import threading
from ipaddress import ip_network

import pytest
import trustme

from tests.builders import make_event
from tests.tournaments.notifications.push.phones import asks_for_messages
from tests.tournaments.notifications.push.services import Browser, PushService
from tests.tournaments.signup.sessions import make_players
from tournaments.outgoing import posting


@pytest.fixture(scope="session")
def authority():
    return trustme.CA()


@pytest.fixture
def service(authority, monkeypatch, tmp_path, settings):
    """A push service of this machine, which the operator lets messages go to."""
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    settings.PUSH_NETWORKS = [ip_network("127.0.0.0/8")]
    settings.PUSH_SECONDS = 60  # a busy machine may take its time
    posting._tls.cache_clear()
    server = PushService(authority.issue_cert("127.0.0.1"))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()
    posting._tls.cache_clear()


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def reader():
    return Browser()


@pytest.fixture
def phone(event, service, reader):
    """The subscription of a player's phone, whose first message is still to be sent."""
    (player,) = make_players(event, 1)
    return asks_for_messages(player, reader, endpoint=service.address())


@pytest.fixture
def players(event):
    """Two people with phones that get messages, and one without."""
    found = make_players(event, 3)
    for player in found[:2]:
        asks_for_messages(player)
    return found
