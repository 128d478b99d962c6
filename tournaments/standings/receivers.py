"""The receivers of this package: they react when a result changes."""

import logging

from celery.exceptions import OperationalError as CeleryError
from kombu.exceptions import OperationalError

from tournaments import signals
from tournaments.standings.computing import background, throttle

logger = logging.getLogger(__name__)


def connect() -> None:
    """Connect the receivers. Called once, when the app is ready."""
    uid = "tournaments.standings"
    signals.results_changed.connect(request_refresh, dispatch_uid=uid)
    signals.round_changed.connect(request_refresh, dispatch_uid=uid)


def request_refresh(sender: object, *, tournament_id: int, **facts: object) -> None:
    """Request new standings from a worker. A lost message costs seconds: beat checks as well."""
    if not throttle.first_of_burst(tournament_id):
        return
    try:
        background.refresh.apply_async(args=[tournament_id], retry=False, expires=60)
    except (OperationalError, CeleryError, OSError) as error:
        logger.warning("Standings of tournament %s wait for beat: %s", tournament_id, error)
