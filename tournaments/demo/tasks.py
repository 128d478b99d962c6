"""Called by beat every second."""

from celery import shared_task
from django.utils import timezone

from tournaments.demo import services


@shared_task(name="tournaments.demo.step")
def step() -> None:
    """Let the demo continue, if there is one."""
    services.step(now=timezone.now())
