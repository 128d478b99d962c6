"""Tasks that beat starts."""

from celery import shared_task
from django.utils import timezone

from tournaments.privacy import retention


@shared_task(name="tournaments.privacy.remove_what_is_old")
def remove_what_is_old() -> None:
    """Removing twice removes nothing twice."""
    retention.remove_what_is_old(now=timezone.now())
