"""Webhooks open no way inside, and no receiver holds up another."""

import socket
from contextlib import closing
from ipaddress import ip_network

import pytest
from django.utils import timezone

from tests.builders import ANNA, NOON, make_event, make_tournament
from tests.tournaments.api.webhooks.receivers import later, publish
from tournaments import signals
from tournaments.api import webhook_sending, webhooks
from tournaments.models import Webhook, WebhookDelivery
from tournaments.outgoing.network import is_permitted

# Addresses are judged before any row is written.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
Answer = WebhookDelivery.Answer
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("status", "answer"),
    [(302, "redirect"), (404, "rejected"), (503, "failed"), (700, "failed"), (204, "accepted")],
)
def test_what_the_receiver_says_is_one_of_a_closed_list(hook, tournament, listener, status, answer):
    listener.answers = [status]
    publish(signals.results_changed, tournament)
    webhook_sending.deliver_due(now=later(seconds=1))
    assert len(listener.heard) == 1  # also a redirect is not followed
    assert WebhookDelivery.objects.get().answer == answer


def heard_of(event, url):
    """Send one message to a hook at ``url``; what is stored of the receiver."""
    hook = webhooks.add(event, url=url, topics=["results"], by=ANNA, at=NOON)
    delivery = WebhookDelivery.objects.create(
        webhook=hook, topic="results", body={}, created_at=timezone.now(), due_at=timezone.now()
    )
    webhook_sending.deliver_due(now=later(seconds=1))
    delivery.refresh_from_db()
    return delivery.answer


def closed_port():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return server.getsockname()[1]


def test_a_failure_does_not_tell_what_there_is(tournament, listener, raw_receiver, settings):
    settings.WEBHOOK_SECONDS = 0.3
    event = tournament.event
    mute = raw_receiver(b"", drip=b"\0")
    answers = {
        "a closed port": heard_of(event, f"http://127.0.0.1:{closed_port()}/"),
        "another protocol": heard_of(event, raw_receiver(b"SSH-2.0-OpenSSH_9.6\r\n\r\n").url),
        "silence": heard_of(event, mute.url),
        "no certificate": heard_of(event, listener.url.replace("http:", "https:")),
        "no such name": heard_of(event, "http://no-such-name.invalid/"),
        "half an answer": heard_of(event, raw_receiver(HEAD).url),
        "a huge head": heard_of(event, raw_receiver(HEAD + b"X: " + b"x" * 40_000).url),
    }
    settings.WEBHOOK_NETWORKS = []
    answers["an address of its own network"] = heard_of(event, listener.url)
    assert set(answers.values()) == {Answer.NO_ANSWER}, answers
    assert listener.heard == []
    assert WebhookDelivery.objects.filter(due_at=None).count() == 0  # all are tried again


def test_eight_receivers_that_drip_hold_nobody_up(tournament, listener, raw_receiver, settings):
    """Each attempt ends at its deadline, though the receiver goes on sending a header."""
    settings.WEBHOOK_SECONDS = 0.1
    tarpit = raw_receiver(HEAD + b"X-Header: ", drip=b"x")
    for _number in range(8):
        webhooks.add(tournament.event, url=tarpit.url, topics=["results"], by=ANNA, at=NOON)
    publish(signals.results_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 0
    assert [hook.failures for hook in Webhook.objects.all()] == [1] * 8
    settings.WEBHOOK_SECONDS = 60
    webhooks.add(tournament.event, url=listener.url, topics=["standings"], by=ANNA, at=NOON)
    publish(signals.standings_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1


def test_an_event_with_slow_receivers_leaves_threads_to_the_others(tournament, listener):
    other = make_tournament(make_event("Spring Meet"))
    for _number in range(3):
        webhooks.add(tournament.event, url=listener.url, topics=["results"], by=ANNA, at=NOON)
    webhooks.add(other.event, url=listener.url, topics=["results"], by=ANNA, at=NOON)
    publish(signals.results_changed, tournament)
    publish(signals.results_changed, other)
    now = later(seconds=1)
    claimed = [webhook_sending.claim_next(now) for _thread in range(4)]
    events = [delivery and delivery.webhook.event_id for delivery in claimed]
    assert events == [tournament.event_id, tournament.event_id, other.event_id, None]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.7.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1", "198.18.0.1", "240.0.0.1"),  # noqa: S104
        *("::1", "::", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("2002:7f00:1::", "2001:0:7f00:1::", "not-an-address", ""),
    ],
)
def test_nothing_is_sent_to_addresses_that_are_not_public(address):
    assert not is_permitted(address, [])


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_public_addresses_are_permitted(address):
    assert is_permitted(address, [])


def test_the_operator_may_allow_a_network_and_nothing_beside_it():
    lan = [ip_network("192.168.7.0/24")]
    assert is_permitted("192.168.7.20", lan)
    assert is_permitted("::ffff:192.168.7.20", lan)
    assert not is_permitted("192.168.8.20", lan)


def test_the_receiver_gets_its_own_name_as_host(tournament, listener):
    url = listener.url.replace("127.0.0.1", "localhost") + "?a=b\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert heard_of(tournament.event, url) == Answer.ACCEPTED
    ((headers, _body),) = listener.heard
    assert headers["Host"] == f"localhost:{listener.server_port}"
