"""Keeps a burst of reported hands from becoming a burst of computations.

The marks live in the cache and only save work. Without a cache nothing waits and nothing goes
wrong: computing the same tournament twice stores the same rows, and beat finds what was never
requested.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic, time

from django.core.cache import cache
from redis.exceptions import RedisError

#: After one request to compute, beat takes care of the results of the next seconds.
QUIET_SECONDS = 5
#: The share of its time that a worker may spend computing, and how much of it at one go. While
#: many tournaments report on a busy machine, their standings come later so that the answers to
#: the tables do not.
SHARE = 0.3
AT_ONCE_SECONDS = 0.3
#: How long beat leaves alone what was just computed. The second of two results waits no longer
#: than this and one interval of beat; a thousand results cost no more than a few.
REST = timedelta(seconds=1.5)
#: A worker that was killed while computing blocks the next one for this long at most.
LOCK_SECONDS = 10

logger = logging.getLogger(__name__)

#: When this process last requested a computation of each tournament, by the monotonic clock. It
#: saves a question to the cache for every result of a burst.
last_requested: dict[int, float] = {}


def first_of_burst(tournament_id: int) -> bool:
    """Whether to request a computation now: once every few seconds for each tournament.

    False without a cache, for then there is no broker either.
    """
    now = monotonic()
    if now - last_requested.get(tournament_id, -QUIET_SECONDS) < QUIET_SECONDS:
        return False
    last_requested[tournament_id] = now
    try:
        return _mark(f"standings-asked-{tournament_id}", QUIET_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Standings of tournament %s wait for beat: %s", tournament_id, error)
        return False


def _mark(key: str, seconds: int) -> bool:
    """Mark a key for so many seconds; False if it is marked already.

    Redis ends a mark by the time of day, so after the clock was set back it may stay for hours. It
    says when it was made, and counts while it is as old as a mark may be.
    """
    now = time()
    if cache.add(key, now, seconds):
        return True
    made = cache.get(key, now - seconds)
    if 0 <= now - made < seconds:
        return False
    cache.set(key, now, seconds)
    return True


class TimeBudget:
    """How long this process has computed lately; each second that passes pays back ``SHARE``."""

    def __init__(self) -> None:
        self._seconds, self._since = 0.0, monotonic()

    def seconds(self) -> float:
        """The time spent and not yet paid back."""
        return max(0.0, self._seconds - SHARE * (monotonic() - self._since))

    def is_used_up(self) -> bool:
        """Whether other work should have its turn."""
        return self.seconds() >= AT_ONCE_SECONDS

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Count the time of the block."""
        begun = monotonic()
        try:
            yield
        finally:
            took = monotonic() - begun
            self._seconds, self._since = self.seconds() + took, monotonic()


time_budget = TimeBudget()


@contextmanager
def computing_lock(tournament_id: int) -> Iterator[bool]:
    """Lock the computation of a tournament; yields False if another worker holds the lock."""
    key = f"standings-turn-{tournament_id}"
    try:
        acquired = _mark(key, LOCK_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Computing standings without a lock: %s", error)
        yield True
        return
    try:
        yield acquired
    finally:
        if acquired:
            _release(key)


def _release(key: str) -> None:
    try:
        cache.delete(key)
    except (RedisError, OSError) as error:
        logger.warning("The lock %s expires by itself: %s", key, error)
