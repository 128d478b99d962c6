"""Claiming a message and the place it goes to, by one of the workers that send."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

#: How long a worker holds what it claimed: longer than an attempt can take.
CLAIM = timedelta(seconds=60)
#: Messages that one thread attempts before it looks at the clock again.
AT_ONCE = 50


def free(now: datetime) -> Q:
    """Places to which no worker is sending."""
    return Q(busy_until=None) | Q(busy_until__lte=now)


def claim(place: QuerySet[Any], message: QuerySet[Any], *, attempts: int, now: datetime) -> bool:
    """Claim a place and a message that is to be sent there; False if another was quicker.

    Each is a queryset of one row. A place has ``busy_until``, a message ``due_at`` and the
    ``attempts`` that were seen, of which this is one more. Whoever dies meanwhile leaves both until
    the claim is over. In a transaction.
    """
    until = now + CLAIM
    if not place.filter(free(now)).update(busy_until=until):
        return False
    mine = message.filter(attempts=attempts, due_at__isnull=False)
    if mine.update(attempts=attempts + 1, due_at=until):
        return True
    place.update(busy_until=None)
    return False
