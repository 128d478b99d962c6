"""Delivering to webhooks outside of requests. Safe to run twice."""

from celery import shared_task
from django.utils import timezone

from tournaments.api import webhooks


@shared_task(name="tournaments.api.deliver_due")
def deliver_due() -> None:
    """Woken by beat, and at once after a change."""
    webhooks.deliver_due(now=timezone.now())
