"""How a tournament went, computed once for each version of its results and of its players' names.

All rounds are ranked again for it, and what is made from it is not the same for everybody: each
phone gets a picture with its own player. So a shared page cannot stand in for it.
"""

import logging
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache
from redis.exceptions import RedisError

from tournaments.models import Entry, Tournament

KEEP_SECONDS = 3600
T = TypeVar("T")

logger = logging.getLogger(__name__)


def version_of(tournament: Tournament) -> str:
    """Return the version of what a history is made from: the results, and the names; one query.

    Another database may reach the same version of the results, with other lots.
    """
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    names = sha256("\n".join(entries.values_list("player__name", flat=True)).encode()).hexdigest()
    return f"{tournament.pk}-{tournament.results_version}-{tournament.lot_seed}-{names}"


def cached(what: str, version: str, make: Callable[[], T]) -> T:
    """The result of ``make``, or what it was for this version."""
    name = f"history-{what}-{version}"
    found: T | None = _get(name)
    if found is None:
        found = make()
        _set(name, found)
    return found


def _get(name: str) -> Any:
    try:
        return cache.get(name)
    except (RedisError, OSError) as error:
        logger.warning("No cached history: %s", error)
        return None


def _set(name: str, value: object) -> None:
    try:
        cache.set(name, value, KEEP_SECONDS)
    except (RedisError, OSError) as error:
        logger.warning("History not cached: %s", error)
