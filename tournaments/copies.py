"""Figures that take long to compute, kept in Redis for a while as they were computed.

The name of a copy says what it was made from, so one that is out of date is never found again. It
stays there until its time is over all the same: ``forget`` removes all, for those who are erased.
"""

import logging
from contextlib import closing
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

PREFIX = "copy-"
AT_ONCE = 500

logger = logging.getLogger(__name__)


def find(name: str) -> Any:
    """The copy of this name, or None."""
    try:
        return cache.get(PREFIX + name)
    except (RedisError, OSError) as error:
        logger.warning("No copy read: %s", error)
        return None


def keep(name: str, value: object, seconds: float) -> None:
    try:
        cache.set(PREFIX + name, value, seconds)
    except (RedisError, OSError) as error:
        logger.warning("No copy kept: %s", error)


def forget() -> None:
    """Remove every copy; those that Redis does not give up now go when their time is over."""
    pattern = cache.make_key(f"{PREFIX}*")
    try:
        with closing(settings.REDIS.client()) as client:
            for key in client.scan_iter(match=pattern, count=AT_ONCE):
                client.delete(key)
    except (RedisError, OSError) as error:
        logger.warning("Copies not removed: %s", error)
