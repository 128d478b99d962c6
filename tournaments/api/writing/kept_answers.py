"""How long answers to writes are kept, without REST framework: the worker loads this."""

from datetime import datetime, timedelta

from tournaments.models import StoredAnswer

#: A program that was away over a night may still send its write again.
KEPT = timedelta(days=2)


def forget_old(*, now: datetime) -> int:
    """Delete the answers that nobody asks for any more; how many there were."""
    return StoredAnswer.objects.filter(created_at__lt=now - KEPT).delete()[0]
