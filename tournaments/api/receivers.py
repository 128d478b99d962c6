"""Queue the webhooks to call when something changes."""

import logging
from collections.abc import Callable

from django.db.models.signals import post_save
from django.utils import timezone

from tournaments import signals
from tournaments.api import tasks, webhooks
from tournaments.models import Webhook

logger = logging.getLogger(__name__)

TOPICS = {
    "results": signals.results_changed,
    "standings": signals.standings_changed,
    "round": signals.round_changed,
}


def connect() -> None:
    """Connect the receivers. Called once, when the app is ready."""
    for topic, signal in TOPICS.items():
        signal.connect(_queueing(topic), weak=False, dispatch_uid=f"tournaments.api.{topic}")
    post_save.connect(
        webhooks.forget_hookless, sender=Webhook, dispatch_uid="tournaments.api.hooks"
    )


def _queueing(topic: str) -> Callable[..., None]:
    """The receiver for a topic: a function, because Django logs one that fails by its name."""

    def queue(
        sender: object,
        *,
        event_id: int,
        tournament_id: int,
        round_id: int | None = None,
        table_id: int | None = None,
        **facts: object,
    ) -> None:
        change = {
            "topic": topic,
            "event_id": event_id,
            "tournament_id": tournament_id,
            "round_id": round_id,
            "table_id": table_id,
        }
        at = timezone.now()
        try:
            webhooks.queue(at=at, **change)
        except tasks.AWAY as error:
            logger.warning("Messages of a change wait for the database: %s", error)
            tasks.queue_messages.apply_async(args=[at.isoformat(), change], retry=False)

    return queue
