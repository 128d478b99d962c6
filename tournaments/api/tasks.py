"""What the API does outside of requests. Each task is safe to run twice."""

from datetime import datetime
from typing import Any

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from tournaments.api import webhooks
from tournaments.api.writing import kept_answers

AWAY = (OperationalError, InterfaceError)
"""What Django raises while the database cannot be reached."""


@shared_task(name="tournaments.api.forget_answers")
def forget_answers() -> None:
    """Woken by beat: answers to writes that nobody sends again."""
    kept_answers.forget_old(now=timezone.now())


@shared_task(
    name="tournaments.api.queue_messages",
    autoretry_for=AWAY,
    retry_backoff=2,
    retry_backoff_max=60,
    max_retries=60,
)
def queue_messages(at: str, change: dict[str, Any]) -> None:
    """Queue the messages of a change after whose commit the database went away; for an hour."""
    webhooks.queue(at=datetime.fromisoformat(at), **change)
