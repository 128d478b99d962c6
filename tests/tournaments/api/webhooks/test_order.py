"""Each message has its own tries, an address is probed with its oldest, and none overtakes."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import http_date

from tests.builders import make_conductor, make_tournament
from tests.selecting import ON_SQLITE
from tests.tournaments.api.webhooks.receivers import publish
from tournaments import signals
from tournaments.api import webhook_sending
from tournaments.models import LedgerEntry, Webhook, WebhookDelivery
from tournaments.outgoing import claiming
from tournaments.outgoing.posting import Reply

pytestmark = pytest.mark.django_db


@pytest.fixture
def after(listener, time_machine):
    """Send what is due so many seconds after the test began: the topics that were heard.

    The clock stands still meanwhile, as a busy machine may take seconds for a message.
    """
    begun = timezone.now()
    time_machine.move_to(begun, tick=False)

    def send(seconds):
        count, at = len(listener.heard), begun + timedelta(seconds=seconds)
        time_machine.move_to(at, tick=False)
        webhook_sending.deliver_due(now=at)
        return [json.loads(body)["topic"] for _headers, body in listener.heard[count:]]

    return send


def test_a_message_that_failed_is_tried_again_before_the_newer_ones(
    hook, tournament, listener, after
):
    listener.answers = [500, 500, 200]
    publish(signals.results_changed, tournament)
    assert after(1) == ["results"]
    publish(signals.standings_changed, tournament)
    assert after(9) == []
    assert after(13) == ["results"]
    assert after(75) == ["results", "standings"]
    attempts = WebhookDelivery.objects.order_by("pk").values_list("attempts", flat=True)
    assert list(attempts) == [3, 1]


def test_what_is_about_the_same_waits_for_the_message_before(hook, tournament, listener, after):
    listener.answers = [400, 200]
    publish(signals.results_changed, tournament)
    assert after(1) == ["results"]
    publish(signals.results_changed, tournament)
    publish(signals.results_changed, make_tournament(tournament.event, name="Side"))
    publish(signals.standings_changed, tournament)
    assert after(2) == ["results", "standings"]  # of the other tournament, and about something else
    assert after(12) == ["results", "results"]
    numbers = [int(headers["X-Roundhouse-Delivery"]) for headers, _body in listener.heard]
    first, *_others = WebhookDelivery.objects.order_by("pk").values_list("pk", flat=True)
    assert numbers[0] == numbers[-2] == first


@ON_SQLITE
def test_a_message_that_is_always_refused_holds_up_no_address(hook, tournament):
    """It is given up after its own nine tries, and the others arrive all the while."""
    publish(signals.results_changed, tournament)
    bad, now = WebhookDelivery.objects.get().pk, timezone.now()

    def post(url, body, headers, **more):
        return Reply(500 if headers["X-Roundhouse-Delivery"] == str(bad) else 204)

    while WebhookDelivery.objects.filter(pk=bad, due_at__isnull=False):
        now += timedelta(seconds=120)
        publish(signals.standings_changed, tournament)
        webhook_sending.deliver_due(now=now, post=post)
        others = WebhookDelivery.objects.exclude(pk=bad).filter(due_at__isnull=False)
        assert others.count() <= 1  # those of the last minutes are one message
    given_up = WebhookDelivery.objects.get(pk=bad)
    assert (given_up.attempts, given_up.delivered_at) == (9, None)
    assert now < timezone.now() + timedelta(hours=1)
    webhook_sending.deliver_due(now=now + timedelta(seconds=15), post=post)
    assert not WebhookDelivery.objects.filter(due_at__isnull=False)
    assert Webhook.objects.get().is_active


@ON_SQLITE
@pytest.mark.parametrize(
    ("said", "seconds"),
    [("120", 120), ("5", 10), ("999999999", 3600), ("soon", 10), ("-7", 10), ("", 10)],
)
@pytest.mark.usefixtures("hook")
def test_a_receiver_may_ask_for_some_patience(tournament, listener, after, said, seconds):
    listener.answers, listener.retry_after = [503], said
    publish(signals.results_changed, tournament)
    assert after(1) == ["results"]
    delivery, hook = WebhookDelivery.objects.get(), Webhook.objects.get()
    assert delivery.due_at == hook.resume_at == delivery.tried_at + timedelta(seconds=seconds)


def test_a_receiver_may_say_until_when_it_is_away(hook, tournament, listener, after):
    until = timezone.now() + timedelta(minutes=10)
    listener.answers, listener.retry_after = [429], http_date(until.timestamp())
    publish(signals.results_changed, tournament)
    after(1)
    assert abs(WebhookDelivery.objects.get().due_at - until) < timedelta(seconds=2)


def test_a_receiver_that_is_gone_ends_its_webhook_with_a_notice(
    client, hook, tournament, listener, after
):
    publish(signals.results_changed, tournament)
    publish(signals.standings_changed, tournament)
    listener.answers = [410]
    assert after(1) == ["results"]
    assert after(1_000_000) == []
    hook = Webhook.objects.get()
    assert (hook.is_active, bool(hook.stopped_at)) == (False, True)
    assert LedgerEntry.objects.filter(verb="stop webhook").count() == 1
    client.force_login(make_conductor(tournament.event))
    where = reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk])
    assert (
        "gone for good (status 410), so the webhook is stopped"
        in client.get(where).content.decode()
    )
    client.post(reverse("webhook-start", args=[tournament.event.slug, hook.pk]))
    assert "gone for good (status 410), so" not in client.get(where).content.decode()


def test_a_worker_that_comes_back_late_does_not_undo_what_another_noted(hook, tournament, listener):
    publish(signals.results_changed, tournament)
    now = timezone.now() + timedelta(seconds=1)
    late = webhook_sending.claim_next(now)
    assert webhook_sending.deliver_due(now=now + claiming.CLAIM) == 1
    webhook_sending.note(late, None, now + 2 * claiming.CLAIM)
    assert WebhookDelivery.objects.get().delivered_at
    assert Webhook.objects.get().failures == 0
