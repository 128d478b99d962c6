"""The pages on which conductors set up webhooks and see what became of each message."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_round
from tests.tournaments.api.webhooks.receivers import later, publish
from tournaments import signals
from tournaments.api import webhook_sending, webhooks
from tournaments.models import Webhook, WebhookDelivery

pytestmark = pytest.mark.django_db
Answer = WebhookDelivery.Answer


@pytest.mark.parametrize(
    "url",
    ["http://192.168.7.1/", "http://[::1]/", "http://localhost:8000/", "http://me:pw@example.org/"],
)
def test_the_form_refuses_what_would_get_nothing(client, tournament, settings, url):
    settings.WEBHOOK_NETWORKS = []
    client.force_login(make_conductor(tournament.event))
    where = reverse("webhooks", args=[tournament.event.slug])
    assert client.post(where, {"url": url, "topics": ["results"]}).status_code == 422
    assert not Webhook.objects.exists()


def test_an_event_has_so_many_hooks_at_most(client, tournament):
    for number in range(webhooks.MOST_HOOKS):
        webhooks.add(
            tournament.event,
            url=f"https://example.org/{number}",
            topics=["results"],
            by=ANNA,
            at=NOON,
        )
    client.force_login(make_conductor(tournament.event))
    where = reverse("webhooks", args=[tournament.event.slug])
    answer = client.post(where, {"url": "https://example.org/more", "topics": ["results"]})
    assert "at most 20 webhooks" in answer.content.decode()
    assert Webhook.objects.count() == webhooks.MOST_HOOKS


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/", "gopher://x"])
def test_only_web_addresses_are_notified(client, tournament, url):
    client.force_login(make_conductor(tournament.event))
    answer = client.post(
        reverse("webhooks", args=[tournament.event.slug]), {"url": url, "topics": ["results"]}
    )
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def test_the_page_shows_what_became_of_each_message(client, hook, tournament, listener):
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    publish(signals.standings_changed, tournament)
    listener.answers = [200, 500]
    webhook_sending.deliver_due(now=later(seconds=1))
    where = reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk])
    html = client.get(where).content.decode()
    assert "delivered" in html
    assert "will retry" in html
    assert "has an internal error" in html
    assert "paused after a failure" in html
    assert listener.url in html
    overview = reverse("webhooks", args=[tournament.event.slug])
    assert "paused after a failure" in client.get(overview).content.decode()
    client.post(reverse("webhook-remove", args=[tournament.event.slug, hook.pk]))
    assert "No webhooks yet." in client.get(overview).content.decode()


def test_a_message_names_its_round_as_the_timetable_does(client, hook, tournament):
    client.force_login(make_conductor(tournament.event))
    round_ = make_round(tournament, [make_entries(tournament, 4)])
    round_.called = "Sunday"
    round_.save(update_fields=["called"])
    table = round_.tables.get()
    publish(signals.results_changed, tournament, round_id=round_.pk, table_id=table.pk)
    webhook_sending.deliver_due(now=later(seconds=1))
    where = reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk])
    assert f"Sunday, {table}" in client.get(where).text


def test_a_message_can_be_sent_again_under_a_new_number(client, hook, tournament, listener):
    client.force_login(make_conductor(tournament.event))
    publish(signals.results_changed, tournament)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1
    first = WebhookDelivery.objects.get()
    where = reverse("delivery-again", args=[tournament.event.slug, hook.pk, first.pk])
    for _press in range(3):
        client.post(where)
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1
    numbers = [headers["X-Roundhouse-Delivery"] for headers, _body in listener.heard]
    assert len(set(numbers)) == len(numbers) == 2


def test_no_message_of_another_event_can_be_sent_again(client, hook, tournament):
    publish(signals.results_changed, tournament)
    other = make_event("Spring Meet")
    client.force_login(make_conductor(other))
    delivery = WebhookDelivery.objects.get()
    where = reverse("delivery-again", args=[other.slug, hook.pk, delivery.pk])
    assert client.post(where).status_code == 404


@pytest.mark.long
def test_the_pages_take_a_known_number_of_queries(client, hook, django_assert_max_num_queries):
    client.force_login(make_conductor(hook.event))
    for _number in range(9):
        webhooks.add(hook.event, url="https://example.org/", topics=["results"], by=ANNA, at=NOON)
    for _number in range(60):
        at = timezone.now()
        WebhookDelivery.objects.create(webhook=hook, topic="results", body={}, created_at=at)
    with django_assert_max_num_queries(7):
        client.get(reverse("webhooks", args=[hook.event.slug]))
    with django_assert_max_num_queries(9):
        client.get(reverse("webhook-deliveries", args=[hook.event.slug, hook.pk]))


def test_a_conductor_tries_the_receiver_with_a_message_of_its_own(
    client, hook, tournament, listener
):
    listener.answers = [500]
    publish(signals.results_changed, tournament)
    webhook_sending.deliver_due(now=later(seconds=1))
    listener.answers = [200]
    client.force_login(make_conductor(tournament.event))
    here = [tournament.event.slug, hook.pk]
    for _again in range(2):  # pressed twice, sent once
        answer = client.post(reverse("webhook-test", args=here), follow=True)
    assert "A test is sent in a moment." in answer.content.decode()
    assert webhook_sending.deliver_due(now=later(seconds=1)) == 1
    headers, body = listener.heard[-1]
    assert headers["X-Roundhouse-Topic"] == "test"
    assert json.loads(body) == {
        "topic": "test", "event": "winter-meet", "tournament": None, "round": None,
        "table": None, "label": None, "room": None, "version": None,
    }  # fmt: skip
    page = client.get(reverse("webhook-deliveries", args=here)).content.decode()
    assert "accepted" in page


def test_a_stopped_webhook_is_not_tested(client, hook, tournament):
    Webhook.objects.update(is_active=False, stopped_at=timezone.now())
    client.force_login(make_conductor(tournament.event))
    here = [tournament.event.slug, hook.pk]
    answer = client.post(reverse("webhook-test", args=here), follow=True)
    assert "Restart webhook" in answer.content.decode()
    assert "Send a test" not in answer.content.decode()
    assert WebhookDelivery.objects.count() == 0


def test_the_page_says_which_round_table_and_version_a_message_is_about(client, hook, tournament):
    table = make_round(tournament, [make_entries(tournament, 3)]).tables.get()
    publish(signals.results_changed, tournament, round_id=table.round_id, table_id=table.pk)
    client.force_login(make_conductor(tournament.event))
    page = client.get(reverse("webhook-deliveries", args=[tournament.event.slug, hook.pk]))
    for said in ("Round 1", "Table 1", "Version 0"):
        assert said in page.content.decode()


def test_who_adds_restarts_and_removes_a_webhook_stands_in_the_ledger(client, tournament):
    event = tournament.event
    client.force_login(make_conductor(event))
    sent = {"url": "https://example.org/hook", "topics": ["round"]}
    client.post(reverse("webhooks", args=[event.slug]), sent)
    hook = Webhook.objects.get()
    start = reverse("webhook-start", args=[event.slug, hook.pk])
    client.post(start)  # it was not stopped: nothing to say
    Webhook.objects.update(is_active=False, stopped_at=NOON)
    client.post(start)
    for _press in range(2):
        client.post(reverse("webhook-remove", args=[event.slug, hook.pk]))
    said = event.ledger.order_by("pk").values_list("verb", "subject", "actor")
    assert list(said) == [
        (verb, hook.url, "Clara Conductor")
        for verb in ("add webhook", "start webhook", "remove webhook")
    ]


def test_the_settings_of_an_event_lead_to_its_webhooks(client, tournament):
    client.force_login(make_conductor(tournament.event))
    settings_page = client.get(reverse("event-edit", args=[tournament.event.slug])).content.decode()
    assert f'href="{reverse("webhooks", args=[tournament.event.slug])}"' in settings_page
