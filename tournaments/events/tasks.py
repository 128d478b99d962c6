"""Tasks that beat starts."""

from celery import shared_task
from django.utils import timezone

from tournaments.events.ledger import sealing


@shared_task(name="tournaments.events.seal_ledgers")
def seal_ledgers():
    """Seal new ledger entries. Running it twice seals nothing twice."""
    sealing.seal_all(now=timezone.now())
