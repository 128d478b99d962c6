"""The database goes away after a change is committed, and before its messages are queued."""

import pytest
from django.db import OperationalError, connection

from config.celery import app
from tests.tournaments.api.webhooks.receivers import publish
from tournaments import signals
from tournaments.models import WebhookDelivery

pytestmark = pytest.mark.django_db(transaction=True)


def is_away(*_statement):
    raise OperationalError("the database went away")


def test_a_worker_queues_its_messages_once_the_database_is_back(hook, tournament):
    with connection.execute_wrapper(is_away):
        publish(signals.results_changed, tournament)
    assert not WebhookDelivery.objects.exists()

    with app.connection_for_read() as redis:
        message = redis.SimpleQueue(app.conf.task_default_queue).get(timeout=10)
        arguments = message.payload[0]
        app.tasks[message.headers["task"]](*arguments)
    delivery = WebhookDelivery.objects.get()
    assert delivery.topic == "results"
    assert delivery.body["tournament"] == tournament.slug
