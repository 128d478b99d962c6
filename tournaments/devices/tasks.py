"""Started by beat."""

from celery import shared_task
from django.utils import timezone

from tournaments.rate_limit import attempts


@shared_task(name="tournaments.devices.forget_attempts")
def forget_attempts():
    """Delete the attempts that no limit counts any more."""
    attempts.forget(timezone.now())
