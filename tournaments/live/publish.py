"""Publishing hints to open pages.

A hint says which topics changed, never how: pages fetch the current state. Redis delivers it at
most once and may be down; a page that missed one fetches everything when its stream is back.
"""

import json
import logging
from functools import cache

import redis
from django.conf import settings

from tournaments.live.channel import channel

log = logging.getLogger(__name__)


@cache
def _client() -> redis.Redis:
    return settings.REDIS.client()


def hint(event_id: int, *topics: str) -> None:
    """Notify the open pages of an event that ``topics`` changed. A lost Redis raises nothing."""
    try:
        _client().publish(channel(event_id), json.dumps(topics))
    except redis.RedisError as error:
        log.warning("a hint of event %s was not sent: %s", event_id, error)
