"""The database goes away after a change is committed, and before its messages are queued."""

import pytest
from django.db import OperationalError, connection

from tests.stack import wait_for
from tests.tournaments.api.webhooks.receivers import publish
from tournaments import signals
from tournaments.api import unqueued
from tournaments.models import WebhookDelivery

pytestmark = pytest.mark.django_db(transaction=True)


def is_away(*_statement):
    raise OperationalError("the database went away")


@pytest.fixture(autouse=True)
def _nothing_waits_afterwards():
    yield
    wait_for(lambda: not unqueued.is_waiting())


def test_its_messages_are_queued_once_the_database_is_back(hook, tournament):
    with connection.execute_wrapper(is_away):
        publish(signals.results_changed, tournament)
        publish(signals.standings_changed, tournament)
    wait_for(lambda: not unqueued.is_waiting())
    topics = WebhookDelivery.objects.order_by("pk").values_list("topic", flat=True)
    assert list(topics) == ["results", "standings"]


def test_a_change_of_what_is_gone_by_then_holds_up_no_other(hook, tournament):
    gone = {
        "topic": "results",
        "event_id": hook.event_id,
        "tournament_id": 0,
        "at": hook.created_at,
    }
    unqueued.keep(gone)
    unqueued.keep(gone | {"tournament_id": tournament.pk})
    wait_for(lambda: not unqueued.is_waiting())
    assert WebhookDelivery.objects.get().body["tournament"] == tournament.slug


def test_nothing_waits_while_the_database_answers(hook, tournament):
    publish(signals.results_changed, tournament)
    assert not unqueued.is_waiting()
    assert WebhookDelivery.objects.count() == 1
