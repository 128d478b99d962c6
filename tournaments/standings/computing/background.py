"""Computing standings outside of requests. Each function is safe to run twice."""

import logging
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from tournaments.standings.computing import services, throttle

logger = logging.getLogger(__name__)


@shared_task(name="tournaments.standings.refresh")  # type: ignore[untyped-decorator]  # Celery has no types
def refresh(tournament_id: int) -> None:
    """Compute one tournament unless a worker does already; beat finds what is left out here."""
    if not throttle.time_budget.is_used_up():
        compute(tournament_id)


def compute(tournament_id: int) -> None:
    """Compute one tournament unless a worker is computing it already."""
    with throttle.computing_lock(tournament_id) as mine, throttle.time_budget.spend():
        if mine:
            services.refresh(tournament_id, at=timezone.now())


def refresh_stale(*, now: datetime) -> None:
    """Compute the tournaments whose results are newer than their standings, after a short rest.

    Beat has it called: it makes up for lost messages and for an unavailable Redis. The oldest come
    first: one in any case, the others while the time budget lasts.
    """
    computed = 0
    for tournament_id in services.stale(at=now, rest=throttle.REST):
        if computed and throttle.time_budget.is_used_up():
            break
        try:
            compute(tournament_id)
        except Exception:
            # One broken tournament must not keep the others waiting.
            logger.exception("Standings of tournament %s failed", tournament_id)
        else:
            computed += 1
