"""Webhooks: signed, retried with an end, never sent twice by two workers, and no way inside."""

import hashlib
import hmac
import json
import socket
import threading
from contextlib import closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_network

import pytest
from django.urls import reverse
from django.utils import timezone

from config import celery
from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tournaments import signals
from tournaments.api import webhooks
from tournaments.api.network import is_permitted
from tournaments.models import StandingsState, Webhook, WebhookDelivery
from tournaments.results.reporting.services import deal_hand, report_hand

pytestmark = pytest.mark.django_db
Answer = WebhookDelivery.Answer
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture(autouse=True)
def own_network(settings):
    """The operator of these tests lets webhooks reach this machine."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    settings.WEBHOOK_SECONDS = 60  # a busy machine may take its time


class Listener(HTTPServer):
    """A program that listens; ``answers`` are the states it answers with, the last for ever."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.heard, self.answers = [], [200]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/hook"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers), body))
        answers = self.server.answers
        status = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def listener():
    server = Listener()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


class RawReceiver:
    """A receiver that answers each connection by itself, in bytes, for as long as the test runs.

    It sends ``first``, and then ``drip`` again and again, a hundred times a second.
    """

    def __init__(self, first, drip=b""):
        self._first, self._drip = first, drip
        self._stopping = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def _accept(self):
        while True:
            connection, _address = self._listening.accept()
            if self._stopping.is_set():
                connection.close()
                return
            self._threads.append(threading.Thread(target=self._answer, args=(connection,)))
            self._threads[-1].start()

    def _answer(self, connection):
        with connection:
            try:
                connection.sendall(self._first)
                while self._drip and not self._stopping.wait(0.01):
                    connection.sendall(self._drip)
            except OSError:
                return  # the site has hung up

    def stop(self):
        self._stopping.set()
        with closing(socket.create_connection(self._listening.getsockname())):
            self._threads[0].join()
        for thread in self._threads:
            thread.join()
        self._listening.close()


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
    return webhooks.add(tournament.event, url=listener.url, topics=["results", "standings"])


def publish(signal, tournament, **more):
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk} | more
    return signal.send_robust(sender=None, **facts)


def later(**delta):
    return timezone.now() + timedelta(**delta)


def test_a_change_is_delivered_and_signed(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 1
    ((headers, body),) = listener.heard
    assert json.loads(body) == {
        "topic": "results",
        "event": "winter-meet",
        "tournament": "express-open",
        "round": None,
        "table": None,
        "version": 0,
    }
    seconds, code = (
        part.partition("=")[2] for part in headers["X-Roundhouse-Signature"].split(",")
    )
    content = f"{seconds}.".encode() + body
    assert code == hmac.new(hook.secret.encode(), content, hashlib.sha256).hexdigest()
    delivery = WebhookDelivery.objects.get()
    assert headers["X-Roundhouse-Delivery"] == str(delivery.pk)
    assert delivery.delivered_at
    assert delivery.due_at is None
    assert webhooks.deliver_due(now=later(days=1)) == 0


def test_a_burst_is_delivered_once(hook, tournament):
    for _hand in range(200):
        publish(signals.results_changed, tournament)
    assert WebhookDelivery.objects.count() == 1


def test_a_message_says_which_table_and_which_version(hook, tournament):
    entries = make_entries(tournament, 6)
    made = make_round(tournament, [entries[:3], entries[3:]])
    one, other = made.tables.order_by("number")
    for version, table in ((1, one), (2, one), (3, other)):
        StandingsState.objects.update(results_version=version)
        where = {"round_id": made.pk, "table_id": table.pk}
        publish(signals.results_changed, tournament, **where)
    found = WebhookDelivery.objects.order_by("pk")
    said = [(row.body["round"], row.body["table"], row.body["version"]) for row in found]
    assert said == [(1, 1, 2), (1, 2, 3)]


def test_a_hand_that_is_reported_says_where(tournament, django_capture_on_commit_callbacks):
    table = make_round(
        tournament, [make_entries(tournament, 3)], started_at=timezone.now()
    ).tables.get()
    deal_hand(table, 1, by=ANNA, at=timezone.now())
    heard = []

    def hear(sender, **facts):
        heard.append((facts["round_id"], facts["table_id"]))

    signals.results_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            hand = QuickHand({1: 3, 2: 2, 3: 1}, 1)
            report_hand(table, 1, hand, by=ANNA, at=timezone.now(), key="a-key-of-this-hand")
    finally:
        signals.results_changed.disconnect(hear)
    assert heard == [(table.round_id, table.pk)]


def test_a_message_that_a_worker_has_taken_is_followed_by_another(hook, tournament):
    publish(signals.results_changed, tournament)
    WebhookDelivery.objects.update(attempts=1)
    publish(signals.results_changed, tournament)
    assert WebhookDelivery.objects.count() == 2


def test_only_the_chosen_topics_and_only_of_the_own_event(hook, tournament):
    publish(signals.round_changed, tournament)
    publish(signals.results_changed, make_tournament(make_event("Spring Meet")))
    assert not WebhookDelivery.objects.exists()


def test_a_failed_delivery_is_retried_later_and_at_last_given_up(hook, tournament, listener):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    now = timezone.now()
    for number, pause in enumerate(webhooks.PAUSES, start=1):
        assert webhooks.deliver_due(now=now + timedelta(seconds=1)) == 0
        delivery, hook = WebhookDelivery.objects.get(), Webhook.objects.get()
        assert delivery.attempts == hook.failures == len(listener.heard) == number
        assert delivery.due_at == hook.resume_at == delivery.tried_at + pause
        assert webhooks.deliver_due(now=delivery.due_at - timedelta(seconds=1)) == 0
        assert len(listener.heard) == number  # not before its time
        now = delivery.due_at
    webhooks.deliver_due(now=now + timedelta(seconds=1))
    delivery, hook = WebhookDelivery.objects.get(), Webhook.objects.get()
    assert (delivery.due_at, delivery.delivered_at, delivery.answer) == (None, None, "failed")
    assert not hook.is_active
    assert hook.stopped_at


def test_a_stopped_hook_gets_nothing_until_it_is_started(client, hook, tournament, listener):
    Webhook.objects.update(is_active=False, stopped_at=timezone.now(), failures=9)
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    assert not WebhookDelivery.objects.exists()
    where = reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk])
    assert "9 attempts in a row failed" in client.get(where).content.decode()
    client.post(reverse("webhook-start", args=[tournament.event.slug, hook.pk]))
    webhooks.forget_hookless(None)
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 1


def test_a_hook_that_fails_is_not_tried_with_its_other_messages_meanwhile(
    hook, tournament, listener
):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    publish(signals.standings_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 0
    assert webhooks.deliver_due(now=later(seconds=5)) == 0
    assert len(listener.heard) == 1


def test_a_recovered_listener_gets_what_it_missed_by_the_same_number(hook, tournament, listener):
    listener.answers = [503, 200]
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 0
    assert webhooks.deliver_due(now=later(seconds=30)) == 1
    numbers = {headers["X-Roundhouse-Delivery"] for headers, _body in listener.heard}
    assert len(numbers) == 1


@pytest.mark.parametrize(
    ("status", "answer"),
    [(302, "redirect"), (404, "rejected"), (503, "failed"), (700, "failed"), (204, "accepted")],
)
def test_what_the_receiver_says_is_one_of_a_closed_list(hook, tournament, listener, status, answer):
    listener.answers = [status]
    publish(signals.results_changed, tournament)
    webhooks.deliver_due(now=later(seconds=1))
    assert len(listener.heard) == 1  # also a redirect is not followed
    assert WebhookDelivery.objects.get().answer == answer


def heard_of(event, url):
    """Send one message to a hook at ``url``; what is stored of the receiver."""
    hook = webhooks.add(event, url=url, topics=["results"])
    delivery = WebhookDelivery.objects.create(
        webhook=hook, topic="results", body={}, created_at=timezone.now(), due_at=timezone.now()
    )
    webhooks.deliver_due(now=later(seconds=1))
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
        webhooks.add(tournament.event, url=tarpit.url, topics=["results"])
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 0
    assert [hook.failures for hook in Webhook.objects.all()] == [1] * 8
    settings.WEBHOOK_SECONDS = 60
    webhooks.add(tournament.event, url=listener.url, topics=["standings"])
    publish(signals.standings_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 1


def test_an_event_with_slow_receivers_leaves_threads_to_the_others(tournament, listener):
    other = make_tournament(make_event("Spring Meet"))
    for _number in range(3):
        webhooks.add(tournament.event, url=listener.url, topics=["results"])
    webhooks.add(other.event, url=listener.url, topics=["results"])
    publish(signals.results_changed, tournament)
    publish(signals.results_changed, other)
    now = later(seconds=1)
    claimed = [webhooks._claim_next(now, set()) for _thread in range(4)]
    events = [delivery and delivery.webhook.event_id for delivery in claimed]
    assert events == [tournament.event_id, tournament.event_id, other.event_id, None]


def test_webhooks_have_threads_of_their_own_and_no_task():
    assert not [name for name in celery.app.tasks if "deliver" in name or "webhook" in name]
    assert celery.WEBHOOK_THREADS > webhooks.EVENT_AT_ONCE


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


@pytest.mark.parametrize(
    "url",
    ["http://192.168.7.1/", "http://[::1]/", "http://localhost:8000/", "http://me:pw@example.org/"],
)
def test_the_form_refuses_what_would_get_nothing(client, tournament, settings, url):
    settings.WEBHOOK_NETWORKS = []
    client.force_login(make_conductor(tournament.event))
    where = reverse("webhooks", args=[tournament.event.slug])
    assert client.post(where, {"url": url, "topics": ["results"]}).status_code == 200
    assert not Webhook.objects.exists()


def test_an_event_has_so_many_hooks_at_most(client, tournament):
    for number in range(webhooks.MOST_HOOKS):
        webhooks.add(tournament.event, url=f"https://example.org/{number}", topics=["results"])
    client.force_login(make_conductor(tournament.event))
    where = reverse("webhooks", args=[tournament.event.slug])
    answer = client.post(where, {"url": "https://example.org/more", "topics": ["results"]})
    assert "at most 20 webhooks" in answer.content.decode()
    assert Webhook.objects.count() == webhooks.MOST_HOOKS


def test_the_receiver_gets_its_own_name_as_host(tournament, listener):
    url = listener.url.replace("127.0.0.1", "localhost") + "?a=b\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert heard_of(tournament.event, url) == Answer.ACCEPTED
    ((headers, _body),) = listener.heard
    assert headers["Host"] == f"localhost:{listener.server_port}"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/", "gopher://x"])
def test_only_web_addresses_are_notified(client, tournament, url):
    client.force_login(make_conductor(tournament.event))
    answer = client.post(
        reverse("webhooks", args=[tournament.event.slug]), {"url": url, "topics": ["results"]}
    )
    assert answer.status_code == 200
    assert not Webhook.objects.exists()


def test_a_message_that_another_worker_has_is_left_to_it(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    delivery = WebhookDelivery.objects.select_related("webhook").get()
    now = later(seconds=1)
    assert webhooks._claimed(WebhookDelivery.objects.get(), now)
    assert not webhooks._claimed(delivery, now)
    assert webhooks.deliver_due(now=now) == 0
    assert listener.heard == []


def test_a_message_whose_worker_died_is_sent_by_another(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    now = later(seconds=1)
    assert webhooks._claim_next(now, set())  # and then it is killed
    assert webhooks.deliver_due(now=now + webhooks.CLAIM - timedelta(seconds=1)) == 0
    assert webhooks.deliver_due(now=now + webhooks.CLAIM) == 1


def test_the_page_shows_what_became_of_each_message(client, hook, tournament, listener):
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    publish(signals.standings_changed, tournament)
    listener.answers = [200, 404]
    webhooks.deliver_due(now=later(seconds=1))
    where = reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk])
    html = client.get(where).content.decode()
    assert "delivered" in html
    assert "to be tried again" in html
    assert "rejects the message" in html
    assert "paused after a failure" in html
    assert listener.url in html
    overview = reverse("webhooks", args=[tournament.event.slug])
    assert "paused after a failure" in client.get(overview).content.decode()
    client.post(reverse("webhook-remove", args=[tournament.event.slug, hook.pk]))
    assert "None." in client.get(overview).content.decode()


def test_a_message_can_be_sent_again_under_a_new_number(client, hook, tournament, listener):
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 1
    first = WebhookDelivery.objects.get()
    where = reverse("delivery-again", args=[tournament.event.slug, hook.pk, first.pk])
    for _press in range(3):
        client.post(where)
    assert webhooks.deliver_due(now=later(seconds=1)) == 1
    numbers = [headers["X-Roundhouse-Delivery"] for headers, _body in listener.heard]
    assert len(set(numbers)) == len(numbers) == 2


def test_no_message_of_another_event_can_be_sent_again(client, hook, tournament):
    publish(signals.results_changed, tournament)
    other = make_event("Spring Meet")
    client.force_login(make_conductor(other))
    delivery = WebhookDelivery.objects.get()
    where = reverse("delivery-again", args=[other.slug, hook.pk, delivery.pk])
    assert client.post(where).status_code == 404


def test_the_pages_take_a_known_number_of_queries(client, hook, django_assert_num_queries):
    client.force_login(make_conductor(hook.event))
    for _number in range(9):
        webhooks.add(hook.event, url="https://example.org/", topics=["results"])
    for _number in range(60):
        at = timezone.now()
        WebhookDelivery.objects.create(webhook=hook, topic="results", body={}, created_at=at)
    with django_assert_num_queries(5):
        client.get(reverse("webhooks", args=[hook.event.slug]))
    with django_assert_num_queries(7):
        client.get(reverse("webhook-deliveries", args=[hook.event.slug, hook.pk]))
