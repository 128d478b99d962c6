"""Whether anybody does anything at the site.

While nobody does, beat sends its tasks at a slower pace (``tasks.Paced``), so that a laptop left
open overnight does not work for nothing. Whoever changes something leaves a mark in Redis, and
Redis forgets it a while after the last change. So does a round that runs, and the demo. Without
Redis everything goes on at its usual pace.
"""

import logging
import time
from functools import cache

import redis
from django.conf import settings

logger = logging.getLogger(__name__)

KEY = "roundhouse:active"
#: How long after the last change the site is still active, in seconds.
LASTS_SECONDS = 120
#: How often a process says and asks it, in seconds.
SAID_EVERY, ASKED_EVERY = 10.0, 1.0


@cache
def _client() -> redis.Redis:
    return settings.REDIS.client()


class Activity:
    """One process: when it has said so, and what it heard last. Its threads share it."""

    def __init__(self) -> None:
        self._said_at = self._asked_at = float("-inf")
        self._is_quiet = False

    def note(self) -> None:
        """Somebody changes something, or time will. Redis hears of it once in ten seconds."""
        now = time.monotonic()
        if now - self._said_at < SAID_EVERY:
            return
        self._said_at = now
        try:
            _client().set(KEY, 1, ex=LASTS_SECONDS)
        except (redis.RedisError, OSError) as error:
            logger.info("activity was not noted: %s", error)

    def is_quiet(self) -> bool:
        """Whether nobody has changed anything for two minutes; at most a second old."""
        now = time.monotonic()
        if now - self._asked_at >= ASKED_EVERY:
            self._asked_at = now
            try:
                self._is_quiet = not _client().exists(KEY)
            except (redis.RedisError, OSError):
                self._is_quiet = False
        return self._is_quiet


_activity = Activity()
note, is_quiet = _activity.note, _activity.is_quiet
