"""The receivers of this package: they react when a result changes."""

import logging

from celery.exceptions import OperationalError as CeleryError
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments import signals
from tournaments.models import Round
from tournaments.standings.computing import background, services, throttle

logger = logging.getLogger(__name__)


def connect() -> None:
    """Connect the receivers. Called once, when the app is ready."""
    uid = "tournaments.standings"
    signals.results_changed.connect(request_refresh, dispatch_uid=uid)
    signals.round_changed.connect(request_refresh, dispatch_uid=uid)


def request_refresh(sender: object, *, tournament_id: int, **facts: object) -> None:
    """Compute new standings at once, or request them from a worker while tables report.

    Whoever closed a round, corrected a closed one or gave a penalty goes on from the standings:
    they are current when that is answered. While a round runs, a thousand tables may report at
    once, and a worker computes them together. A lost message costs seconds: beat checks as well.
    """
    if "table_id" not in facts and not _runs(tournament_id):
        services.refresh(tournament_id, at=timezone.now())
    elif throttle.first_of_burst(tournament_id):
        _request(tournament_id)


def _runs(tournament_id: int) -> bool:
    running = Round.objects.filter(tournament=tournament_id, status=Round.Status.RUNNING)
    return running.exists()


def _request(tournament_id: int) -> None:
    try:
        background.refresh.apply_async(args=[tournament_id], retry=False, expires=60)
    except (OperationalError, CeleryError, OSError) as error:
        logger.warning("Standings of tournament %s wait for beat: %s", tournament_id, error)
