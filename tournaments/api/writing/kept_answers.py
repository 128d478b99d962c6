"""Answers to writes that are too old, without REST framework: the worker loads this."""

from datetime import datetime

from tournaments.idempotency import KEPT
from tournaments.models import StoredAnswer


def forget_old(*, now: datetime) -> int:
    """Delete the answers that nobody asks for any more; how many there were."""
    return StoredAnswer.objects.filter(created_at__lt=now - KEPT).delete()[0]
