"""Webhooks: signed, retried until they accept, and never sent twice by two workers."""

import hashlib
import hmac
import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_conductor, make_event, make_tournament
from tournaments import signals
from tournaments.api import webhooks
from tournaments.models import Webhook, WebhookDelivery

pytestmark = pytest.mark.django_db


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


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def hook(tournament, listener):
    return webhooks.add(tournament.event, url=listener.url, topics=["results", "standings"])


def publish(signal, tournament):
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
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


def test_only_the_chosen_topics_and_only_of_the_own_event(hook, tournament):
    publish(signals.round_changed, tournament)
    publish(signals.results_changed, make_tournament(make_event("Spring Meet")))
    assert not WebhookDelivery.objects.exists()


def test_a_failed_delivery_is_retried_later_and_at_last_given_up(hook, tournament, listener):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    now = timezone.now()
    for number, pause in enumerate(webhooks.RETRIES, start=1):
        assert webhooks.deliver_due(now=now + timedelta(seconds=1)) == 0
        delivery = WebhookDelivery.objects.get()
        assert delivery.attempts == len(listener.heard) == number
        assert pause - timedelta(seconds=9) < delivery.due_at - timezone.now() <= pause
        now = delivery.due_at
    webhooks.deliver_due(now=now + timedelta(seconds=1))
    delivery = WebhookDelivery.objects.get()
    assert (delivery.due_at, delivery.delivered_at, delivery.answer) == (None, None, "500")


def test_a_recovered_listener_gets_what_it_missed_by_the_same_number(hook, tournament, listener):
    listener.answers = [503, 200]
    publish(signals.results_changed, tournament)
    assert webhooks.deliver_due(now=later(seconds=1)) == 0
    assert webhooks.deliver_due(now=later(seconds=30)) == 1
    numbers = {headers["X-Roundhouse-Delivery"] for headers, _body in listener.heard}
    assert len(numbers) == 1


def test_a_redirect_is_not_followed_and_nobody_at_the_address_is_an_answer_too(
    hook, tournament, listener
):
    listener.answers = [302]
    publish(signals.results_changed, tournament)
    webhooks.deliver_due(now=later(seconds=1))
    assert len(listener.heard) == 1
    assert WebhookDelivery.objects.get().answer == "302"
    Webhook.objects.update(url="http://127.0.0.1:1/")
    webhooks.deliver_due(now=later(minutes=1))
    assert "refused" in WebhookDelivery.objects.get().answer


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
    delivery = WebhookDelivery.objects.get()
    now = later(seconds=1)
    assert webhooks._claimed(delivery.pk, 0, now)
    assert not webhooks._claimed(delivery.pk, 0, now)
    assert webhooks.deliver_due(now=now) == 0
    assert listener.heard == []


def test_the_page_shows_what_was_delivered(client, hook, tournament, listener):
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    webhooks.deliver_due(now=later(seconds=1))
    where = reverse("webhooks", args=[tournament.event.slug])
    html = client.get(where).content.decode()
    assert "taken" in html
    assert listener.url in html
    client.post(reverse("webhook-remove", args=[tournament.event.slug, hook.pk]))
    assert "None." in client.get(where).content.decode()
