"""Computing standings outside of requests. Each task is safe to run twice."""

import logging

from celery import shared_task
from django.utils import timezone

from tournaments.standings import fragments, pacing, services

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.standings.refresh")
def refresh(tournament_id: int) -> None:
    """Compute one tournament, unless that is being done; what this leaves out beat finds."""
    with pacing.turn(tournament_id) as mine:
        if mine and services.refresh(tournament_id, at=timezone.now()):
            fragments.warm(tournament_id)


@shared_task(name="tournaments.standings.refresh_stale")
def refresh_stale() -> None:
    """Compute every tournament whose results are newer than its standings, if they have rested.

    Woken by beat: it makes up for each message that was lost, and for a Redis that was away.
    """
    for tournament_id in services.stale(at=timezone.now(), rest=pacing.REST):
        try:
            refresh(tournament_id)
        except Exception:
            # One broken tournament must not keep the others waiting.
            logger.exception("Standings of tournament %s failed", tournament_id)
