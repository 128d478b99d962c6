"""The worker of a real site sends webhooks by itself, without a task and without Redis."""

import signal
import subprocess
import sys

import pytest

from tests.stack import ROOT, wait_for

MAKE = """
from tests.builders import ANNA, NOON, make_event, make_tournament
from tournaments.api import webhooks

event = make_event("Hooks {number}")
tournament = make_tournament(event)
hook = webhooks.add(event, url="http://127.0.0.1:9/", topics=["results"], by=ANNA, at=NOON)
answer = [event.pk, tournament.pk, hook.pk]
"""
PUBLISH = """
from django.db import transaction
from tournaments import signals

with transaction.atomic():
    {first}
    signals.publish(signals.results_changed, event_id={event}, tournament_id={tournament})
answer = None
"""
#: The first thing that happens after the commit.
DIE = "transaction.on_commit(lambda: __import__('os').kill(__import__('os').getpid(), 9))"
REMOVE = """
from tournaments.models import Webhook

answer = list(
    Webhook.objects.filter(pk={hook}).values_list("deliveries__answer", "deliveries__attempts")
)
Webhook.objects.filter(pk={hook}).delete()
"""


@pytest.mark.once  # the network is at stake, not the database
def test_the_worker_sends_what_is_due_but_not_into_its_own_network(stack, number):
    event, tournament, hook = stack.ask(MAKE.replace("{number}", str(number)))
    stack.ask(PUBLISH.format(first="pass", event=event, tournament=tournament))
    _wait_until_tried(stack, hook)
    ((answer, attempts),) = stack.ask(REMOVE.replace("{hook}", str(hook)))
    assert answer == "no-answer"
    assert attempts >= 1


@pytest.mark.long
def test_a_process_killed_right_after_its_commit_loses_no_message(stack, number):
    event, tournament, hook = stack.ask(MAKE.replace("{number}", str(number)))
    code = PUBLISH.format(first=DIE, event=event, tournament=tournament)
    died = subprocess.run(
        [sys.executable, "manage.py", "shell", "--command", code],
        cwd=ROOT,
        env=stack.env,
        check=False,
    )
    assert died.returncode == -signal.SIGKILL
    _wait_until_tried(stack, hook)
    assert len(stack.ask(REMOVE.replace("{hook}", str(hook)))) == 1


def _wait_until_tried(stack, hook: int) -> None:
    tried = f"SELECT 1 FROM tournaments_webhook WHERE id = {hook} AND failures > 0"  # noqa: S608 - a key of our own
    wait_for(lambda: stack.rows(tried))
