"""Clients of the Redis that REDIS_URL names, also where Sentinels say which one it is now."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import redis
import redis.asyncio
import redis.asyncio.retry
import redis.asyncio.sentinel
import redis.retry
import redis.sentinel
from redis.backoff import NoBackoff

from server.redis_address import Sentinels, sentinels


class RedisServers:
    """The Redis at ``url``. ``seconds`` is how long connecting and an answer may take.

    With Sentinels each new connection asks them for the primary, so that a failover is over for a
    client when it connects again.
    """

    def __init__(self, url: str, *, seconds: float) -> None:
        self.url = url
        self._timeouts = {"socket_timeout": seconds, "socket_connect_timeout": seconds}
        self._sentinels = sentinels(url)
        # By default redis-py would ask a dead Sentinel for seconds before it asks the next.
        self._once = self._timeouts | {"retry": redis.retry.Retry(NoBackoff(), 0)}

    def client(self) -> redis.Redis:
        """A client with connections of its own, which ``close()`` closes. Threads may share it."""
        return redis.Redis.from_pool(self.pool())

    def pool(self, **options: Any) -> redis.ConnectionPool:
        """Connections to it; ``options`` are those of redis-py."""
        options = self._timeouts | options
        if self._sentinels is None:
            return redis.ConnectionPool.from_url(self.url, **options)
        return redis.sentinel.SentinelConnectionPool(
            self._sentinels.name, self._asked, **_options_of(self._sentinels), **options
        )

    @cached_property
    def _asked(self) -> redis.sentinel.Sentinel:
        hosts = self._sentinels.hosts if self._sentinels else ()
        return redis.sentinel.Sentinel(hosts, sentinel_kwargs=self._once)

    @asynccontextmanager
    async def listener(self) -> AsyncIterator[redis.asyncio.Redis]:
        """A client for a subscription: it waits for ever, and checks its connection meanwhile.

        Where the connection is lost it raises, and never connects again by itself: that would hide
        that messages were missed, and one task may be writing while another reads.
        """
        never = redis.asyncio.retry.Retry(NoBackoff(), 0, supported_errors=())
        options: dict[str, Any] = {"health_check_interval": 5, "retry": never}
        if self._sentinels is None:
            async with redis.asyncio.Redis.from_url(self.url, **options) as client:
                yield client
            return
        asked = redis.asyncio.sentinel.Sentinel(
            self._sentinels.hosts,
            sentinel_kwargs=self._timeouts | {"retry": redis.asyncio.retry.Retry(NoBackoff(), 0)},
        )
        pool = redis.asyncio.sentinel.SentinelConnectionPool(
            self._sentinels.name, asked, **_options_of(self._sentinels), **options
        )
        try:
            async with redis.asyncio.Redis.from_pool(pool) as client:
                yield client
        finally:
            for sentinel in asked.sentinels:
                await sentinel.aclose()

    def broker(self) -> tuple[str, dict[str, Any]]:
        """As Celery has it: the address, and what belongs into its transport options."""
        found = self._sentinels
        if found is None:
            return _broker_address(self.url), {}
        account = self.url.partition("://")[2].rpartition("@")[0]
        at = f"{account}@" if account else ""
        addresses = (
            f"sentinel://{at}{f'[{host}]' if ':' in host else host}:{port}/{found.database}"
            for host, port in found.hosts
        )
        options = {"master_name": found.name, "sentinel_kwargs": self._once}
        return ";".join(addresses), options


def _broker_address(url: str) -> str:
    """The address of one Redis in the words of Celery, which has others for a socket."""
    if urlsplit(url).scheme != "unix":
        return url
    return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)


def _options_of(found: Sentinels) -> dict[str, Any]:
    return {"db": found.database, "username": found.username, "password": found.password}


class CachePool:
    """For Django's cache: it makes its pool by ``from_url`` of the class that it is given."""

    @staticmethod
    def from_url(url: str, *, seconds: float, **options: Any) -> redis.ConnectionPool:
        return RedisServers(url, seconds=seconds).pool(**options)
