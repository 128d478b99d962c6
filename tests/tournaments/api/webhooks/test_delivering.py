"""Webhooks: signed, retried with an end, and never sent twice by two workers."""

import hashlib
import hmac
import json
from datetime import timedelta

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
from tests.selecting import ON_SQLITE
from tests.tournaments.api.webhooks.receivers import later, publish
from tournaments import signals
from tournaments.api import webhook_rules, webhook_sending
from tournaments.models import StandingsState, Table, Webhook, WebhookDelivery
from tournaments.outgoing import claiming
from tournaments.results.reporting.services import deal_hand, report_hand

pytestmark = pytest.mark.django_db

Answer = WebhookDelivery.Answer


def test_a_change_is_delivered_and_signed(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1
    ((headers, body),) = listener.heard
    assert json.loads(body) == {
        "topic": "results",
        "event": "winter-meet",
        "tournament": "express-open",
        "round": None,
        "table": None,
        "label": None,
        "room": None,
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
    assert webhook_sending.deliver_due(now=later(days=1)) == 0


@ON_SQLITE
def test_a_message_says_where_the_table_stands(hook, tournament):
    room = tournament.event.rooms.create(name="Room B")
    there = tournament.event.hall_tables.create(number=24, code="HALL24", room=room)
    table = make_round(tournament, [make_entries(tournament, 3)]).tables.get()
    where = {"round_id": table.round_id, "table_id": table.pk}
    publish(signals.results_changed, tournament, **where)
    body = WebhookDelivery.objects.latest("pk").body
    assert (body["table"], body["label"], body["room"]) == (1, "Table 1", None)
    Table.objects.filter(pk=table.pk).update(hall_table=there)
    publish(signals.results_changed, tournament, **where)
    body = WebhookDelivery.objects.latest("pk").body
    assert (body["table"], body["label"], body["room"]) == (1, "Table 24, Room B", "Room B")


@ON_SQLITE
def test_a_burst_is_delivered_once(hook, tournament):
    for _hand in range(12):
        publish(signals.results_changed, tournament)
    assert WebhookDelivery.objects.count() == 1


@ON_SQLITE
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


@ON_SQLITE
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


@ON_SQLITE
def test_only_the_chosen_topics_and_only_of_the_own_event(hook, tournament):
    publish(signals.round_changed, tournament, round_id=0)
    publish(signals.results_changed, make_tournament(make_event("Spring Meet")))
    assert not WebhookDelivery.objects.exists()


@ON_SQLITE
def test_a_failed_delivery_is_retried_later_and_at_last_given_up(hook, tournament, listener):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    now = timezone.now()
    for number, pause in enumerate(webhook_rules.PAUSES, start=1):
        assert webhook_sending.deliver_due(now=now + timedelta(seconds=1)) == 0
        delivery, hook = WebhookDelivery.objects.get(), Webhook.objects.get()
        assert delivery.attempts == hook.failures == len(listener.heard) == number
        assert delivery.due_at == delivery.tried_at + pause
        assert hook.resume_at - delivery.tried_at == min(pause, timedelta(minutes=5))
        assert webhook_sending.deliver_due(now=delivery.due_at - timedelta(seconds=1)) == 0
        assert len(listener.heard) == number  # not before its time
        now = delivery.due_at
    webhook_sending.deliver_due(now=now + timedelta(seconds=1))
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
    publish(signals.results_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1


def test_a_hook_that_fails_is_not_tried_with_its_other_messages_meanwhile(
    hook, tournament, listener
):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    publish(signals.standings_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 0
    tried_at = WebhookDelivery.objects.get(attempts=1).tried_at
    assert webhook_sending.deliver_due(now=tried_at + timedelta(seconds=9)) == 0
    assert len(listener.heard) == 1


@ON_SQLITE
def test_a_recovered_listener_gets_what_it_missed_by_the_same_number(hook, tournament, listener):
    listener.answers = [503, 200]
    publish(signals.results_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 0
    assert webhook_sending.deliver_due(now=later(seconds=30)) == 1
    numbers = {headers["X-Roundhouse-Delivery"] for headers, _body in listener.heard}
    assert len(numbers) == 1


@ON_SQLITE
def test_webhooks_have_threads_of_their_own_and_no_task():
    assert not [name for name in celery.app.tasks if "deliver" in name or "webhook" in name]
    assert celery.WEBHOOK_THREADS > webhook_sending.EVENT_AT_ONCE


def test_a_message_that_another_worker_has_is_left_to_it(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    delivery = WebhookDelivery.objects.select_related("webhook").get()
    now = later(seconds=1)
    assert webhook_sending.claim(WebhookDelivery.objects.get(), now)
    assert not webhook_sending.claim(delivery, now)
    assert webhook_sending.deliver_due(now=now) == 0
    assert listener.heard == []


def test_a_message_whose_worker_died_is_sent_by_another(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    now = later(seconds=1)
    assert webhook_sending.claim_next(now)  # and then it is killed
    assert webhook_sending.deliver_due(now=now + claiming.CLAIM - timedelta(seconds=1)) == 0
    assert webhook_sending.deliver_due(now=now + claiming.CLAIM) == 1
