"""Keeping a burst of reported hands from becoming a burst of computations.

The marks live in the cache and only save work. When the cache is away nothing waits for it and
nothing is wrong: whoever computes twice stores the same, and beat finds what was never asked for.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from django.core.cache import cache
from redis.exceptions import RedisError

#: After one request to compute, those of the next seconds are left to the beat.
QUIET_SECONDS = 5
#: The share of its time in which a worker computes, and for how long it does so at once. While many
#: tournaments report on a busy machine their standings come later, rather than the answers to all.
SHARE = 0.3
AT_ONCE_SECONDS = 0.3
#: How long the beat leaves alone what was just computed. Somebody waits for the second of two
#: results no longer than this and its pace; a thousand results cost no more than a few.
REST = timedelta(seconds=1.5)
#: A worker that was killed while computing holds up the next one for this long at most.
TURN_SECONDS = 10

logger = logging.getLogger(__name__)


#: When this process last asked the cache about a tournament, by the monotonic clock: in a burst
#: the cache is not asked again for what it would say.
asked: dict[int, float] = {}


def first_of_burst(tournament_id: int) -> bool:
    """Whether a computation should be asked for now: every few seconds for each tournament.

    Without a cache there is no broker either, so it says no.
    """
    now = monotonic()
    if now - asked.get(tournament_id, -QUIET_SECONDS) < QUIET_SECONDS:
        return False
    asked[tournament_id] = now
    try:
        return cache.add(f"standings-asked-{tournament_id}", 1, QUIET_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Standings of tournament %s wait for beat: %s", tournament_id, error)
        return False


class TimeSpent:
    """How long this process has computed lately: each second that passes takes ``SHARE`` off."""

    def __init__(self) -> None:
        self._seconds, self._since = 0.0, monotonic()

    def seconds(self) -> float:
        """As of now."""
        return max(0.0, self._seconds - SHARE * (monotonic() - self._since))

    def is_enough(self) -> bool:
        """Whether it is time for others."""
        return self.seconds() >= AT_ONCE_SECONDS

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Around a computation."""
        begun = monotonic()
        try:
            yield
        finally:
            took = monotonic() - begun
            self._seconds, self._since = self.seconds() + took, monotonic()


time_spent = TimeSpent()


@contextmanager
def turn(tournament_id: int) -> Iterator[bool]:
    """Hold the turn to compute a tournament; gives False if another worker holds it."""
    key = f"standings-turn-{tournament_id}"
    try:
        mine = cache.add(key, 1, TURN_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("Computing standings without a turn: %s", error)
        yield True
        return
    try:
        yield mine
    finally:
        if mine:
            _give_back(key)


def _give_back(key: str) -> None:
    try:
        cache.delete(key)
    except (RedisError, OSError) as error:
        logger.warning("The turn %s ends by itself: %s", key, error)
