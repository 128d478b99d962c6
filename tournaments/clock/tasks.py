"""Woken by beat every second."""

from celery import shared_task
from django.utils import timezone

from tournaments.clock import services


@shared_task(name="tournaments.clock.tick")
def tick():
    """Fire what is due. Running it twice, or twice at once, fires nothing twice."""
    while services.fire_due_warnings(now=timezone.now()):
        pass
