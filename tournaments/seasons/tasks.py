"""Computing seasons outside of requests. Safe to run twice."""

from celery import shared_task
from django.utils import timezone

from tournaments.seasons.computing import services as computing


@shared_task(name="tournaments.seasons.refresh_stale")
def refresh_stale() -> None:
    """Called by beat: compute the seasons whose tournaments have new standings."""
    computing.refresh_stale(at=timezone.now())
