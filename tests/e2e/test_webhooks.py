"""The worker of a real site sends webhooks by itself, without a task and without Redis."""

from tests.stack import wait_for

MAKE = """
from django.utils import timezone
from tests.builders import make_event
from tournaments.api import webhooks
from tournaments.models import WebhookDelivery

event = make_event("Hooks {number}")
hook = webhooks.add(event, url="http://127.0.0.1:9/", topics=["round"])
WebhookDelivery.objects.create(
    webhook=hook, topic="round", body={}, created_at=timezone.now(), due_at=timezone.now()
)
answer = hook.pk
"""
REMOVE = """
from tournaments.models import Webhook

answer = list(
    Webhook.objects.filter(pk={hook}).values_list("deliveries__answer", "deliveries__attempts")
)
Webhook.objects.filter(pk={hook}).delete()
"""


def test_the_worker_sends_what_is_due_but_not_into_its_own_network(stack, number):
    hook = stack.ask(MAKE.replace("{number}", str(number)))
    tried = f"SELECT 1 FROM tournaments_webhook WHERE id = {hook} AND failures > 0"  # noqa: S608
    wait_for(lambda: stack.rows(tried))
    ((answer, attempts),) = stack.ask(REMOVE.replace("{hook}", str(hook)))
    assert answer == "no-answer"
    assert attempts >= 1
