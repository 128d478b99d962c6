"""What this package does when a result changes."""

import logging
from datetime import datetime

from celery.exceptions import OperationalError as CeleryError
from kombu.exceptions import OperationalError

from tournaments import signals
from tournaments.standings import tasks
from tournaments.standings.computing import services, throttle
from tournaments.standings.showing import rendered_cache

logger = logging.getLogger(__name__)


def connect() -> None:
    """Listen. Called once, when the app is ready."""
    uid = "tournaments.standings"
    signals.results_changed.connect(ask_to_refresh, dispatch_uid=uid)
    signals.round_changed.connect(ask_to_refresh, dispatch_uid=uid)
    signals.standings_needed.connect(refresh_now, dispatch_uid=uid)
    signals.roster_changed.connect(forget_tables, dispatch_uid=uid)


def ask_to_refresh(sender, *, tournament_id: int, **facts) -> None:
    """Ask a worker for new standings. A lost message costs seconds: beat looks as well."""
    if not throttle.first_of_burst(tournament_id):
        return
    try:
        tasks.refresh.apply_async(args=[tournament_id], retry=False, expires=60)
    except (OperationalError, CeleryError, OSError) as error:
        logger.warning("Standings of tournament %s wait for beat: %s", tournament_id, error)


def refresh_now(sender, *, tournament_id: int, at: datetime, **facts) -> None:
    """Somebody cannot go on without them."""
    services.refresh(tournament_id, at=at)


def forget_tables(sender, *, event_id: int, **facts) -> None:
    """Somebody may have another name now."""
    rendered_cache.roster_changed(event_id)
