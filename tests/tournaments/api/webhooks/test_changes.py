"""Changes are noted with their commit, and become messages by a worker."""

import pytest
from django.db import transaction
from django.utils import timezone

from tests.builders import make_entries, make_event, make_round, make_tournament
from tests.tournaments.api.webhooks.receivers import change
from tournaments import signals
from tournaments.api import webhook_changes
from tournaments.models import Webhook, WebhookChange, WebhookDelivery

pytestmark = pytest.mark.django_db


def queue() -> int:
    return webhook_changes.queue_messages(now=timezone.now())


def test_a_change_waits_in_the_database_until_a_worker_makes_a_message_of_it(hook, tournament):
    change(signals.results_changed, tournament)
    assert WebhookChange.objects.count() == 1
    assert not WebhookDelivery.objects.exists()
    assert queue() == 1
    assert WebhookDelivery.objects.get().topic == "results"
    assert not WebhookChange.objects.exists()
    assert queue() == 0


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_is_not_noted(hook, tournament):
    with transaction.atomic():
        change(signals.results_changed, tournament)
        transaction.set_rollback(True)
    assert not WebhookChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_change_is_noted_at_the_end_of_its_transaction(hook, tournament):
    change(signals.results_changed, tournament)
    # No round runs, so the standings follow at once.
    topics = WebhookChange.objects.order_by("pk").values_list("topic", flat=True)
    assert list(topics) == ["results", "standings"]


def test_nothing_is_noted_where_no_webhook_is_active(hook, tournament):
    Webhook.objects.update(is_active=False)
    change(signals.results_changed, tournament)
    change(signals.results_changed, make_tournament(make_event("Spring Meet")))
    assert not WebhookChange.objects.exists()


def test_changes_of_the_same_table_are_one_message(hook, tournament):
    entries = make_entries(tournament, 6)
    one, other = make_round(tournament, [entries[:3], entries[3:]]).tables.all()
    for table in (one, other, one, other):
        where = {"round_id": table.round_id, "table_id": table.pk}
        change(signals.results_changed, tournament, **where)
    assert queue() == 2


def test_a_change_that_another_worker_has_taken_is_left_to_it(hook, tournament):
    change(signals.results_changed, tournament)
    seen = list(WebhookChange.objects.select_related("tournament"))
    assert queue() == 1
    assert webhook_changes._queue(seen, timezone.now()) == 0


def test_a_change_of_a_topic_that_nobody_wants_is_forgotten(hook, tournament):
    change(signals.round_changed, tournament, round_id=0)
    assert queue() == 0
    assert not WebhookChange.objects.exists()


def test_a_change_of_what_is_gone_by_then_holds_up_no_other(hook, tournament):
    other = make_tournament(tournament.event, name="Gone")
    change(signals.results_changed, other)
    change(signals.results_changed, tournament, round_id=0)
    other.delete()
    assert queue() == 1
    assert WebhookDelivery.objects.get().body["tournament"] == tournament.slug


def test_a_hook_that_was_removed_meanwhile_gets_nothing(hook, tournament):
    change(signals.results_changed, tournament)
    Webhook.objects.all().delete()
    assert queue() == 0
