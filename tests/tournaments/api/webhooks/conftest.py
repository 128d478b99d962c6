"""A program that listens, an event, and a webhook from one to the other."""

import threading
from ipaddress import ip_network

import pytest

from tests.builders import ANNA, NOON, make_tournament
from tests.tournaments.api.webhooks.receivers import Listener, RawReceiver
from tournaments.api import webhooks


@pytest.fixture(autouse=True)
def own_network(settings):
    """The operator of these tests lets webhooks reach this machine."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    settings.WEBHOOK_SECONDS = 60  # a busy machine may take its time


@pytest.fixture
def listener():
    server = Listener()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def raw_receiver():
    """Make a receiver that speaks what it wants: ``raw_receiver(first, drip)``."""
    made = []

    def make(first, drip=b""):
        made.append(RawReceiver(first, drip))
        return made[-1]

    yield make
    for receiver in made:
        receiver.stop()


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def hook(tournament, listener):
    return webhooks.add(
        tournament.event, url=listener.url, topics=["results", "standings"], by=ANNA, at=NOON
    )
