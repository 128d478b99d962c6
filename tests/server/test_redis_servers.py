"""Clients of one Redis, and of the one that Sentinels name, before and after a failover."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import kombu
import pytest
import redis
from django.core.cache.backends.redis import RedisCache

from server import redis_address
from server.redis_servers import RedisServers
from tests.sentinels import BACK_WITHIN, watched_redis
from tests.stack import wait_for

pytestmark = pytest.mark.once
SECONDS = 2.0


def test_an_address_says_who_the_sentinels_are_and_what_they_are_asked_for():
    found = redis_address.sentinels("redis+sentinel://me:a%40b@one,two:1,[::1]:2/name/3")
    assert found == redis_address.Sentinels(
        hosts=(("one", 26379), ("two", 1), ("::1", 2)),
        name="name",
        database=3,
        username="me",
        password="a@b",
    )
    bare = redis_address.sentinels("redis+sentinel://one/name")
    assert (bare.database, bare.username, bare.password) == (0, None, None)
    assert redis_address.sentinels("redis://:x@one/0") is None


def test_celery_is_told_all_sentinels_with_the_account_of_redis():
    servers = RedisServers("redis+sentinel://:a%40b@one,[::1]:2/name/3", seconds=SECONDS)
    address, options = servers.broker()
    assert address == "sentinel://:a%40b@one:26379/3;sentinel://:a%40b@[::1]:2/3"
    assert options["master_name"] == "name"
    assert RedisServers("redis://one/0", seconds=SECONDS).broker() == ("redis://one/0", {})


@pytest.fixture(scope="module")
def watched():
    with watched_redis() as made:
        yield made


def test_everything_goes_on_at_the_replica_once_the_primary_is_dead(watched):
    servers = RedisServers(watched.url, seconds=SECONDS)
    pool = "server.redis_servers.CachePool"
    cache = RedisCache([watched.url], {"OPTIONS": {"pool_class": pool, "seconds": SECONDS}})
    address, options = servers.broker()
    with servers.client() as client, kombu.Connection(address, transport_options=options) as queue:
        client.set("kept", "here")
        cache.set("page", "copy")
        _send(queue, "before")
        assert watched.primary.ask("INFO", "keyspace").keys() == {"db1"}
        assert client.wait(1, 5000) == 1  # the replica has it all
        assert _heard(servers) == [b"hello"]

        watched.fail_over()
        watched.sentinels[0].kill()

        assert _once_it_answers(lambda: client.get("kept")) == b"here"
        assert _once_it_answers(lambda: client.set("written", "there"))
        assert _once_it_answers(lambda: cache.get("page")) == "copy"
        assert _heard(servers) == [b"hello"]
    with kombu.Connection(address, transport_options=options) as queue:
        _send(queue, "after")
        assert _received(queue, 2) == ["before", "after"]


def _once_it_answers(ask):
    """A connection to the dead one is noticed when it is used, so the first call may fail."""
    answers = []

    def tried() -> bool:
        with suppress(redis.RedisError):
            answers.append(ask())
        return bool(answers)

    wait_for(tried, BACK_WITHIN)
    return answers[0]


def _send(queue: kombu.Connection, text: str) -> None:
    with closing(queue.SimpleQueue("tasks")) as tasks:
        tasks.put(text)


def _received(queue: kombu.Connection, count: int) -> list[str]:
    with closing(queue.SimpleQueue("tasks")) as tasks:
        messages = [tasks.get(timeout=BACK_WITHIN) for _number in range(count)]
        for message in messages:
            message.ack()
        return [message.payload for message in messages]


def _heard(servers: RedisServers) -> list[bytes]:
    """The messages that a subscription gets once it is there."""

    async def story() -> list[bytes]:
        async with servers.listener() as client, client.pubsub() as subscription:
            await subscription.psubscribe("event-*")
            with servers.client() as publisher:
                await asyncio.to_thread(publisher.publish, "event-1", "hello")
            async for message in subscription.listen():
                if message["type"] == "pmessage":
                    return [message["data"]]
        return []

    with ThreadPoolExecutor(1) as thread:  # Playwright's loop may be running in this one
        return thread.submit(asyncio.run, asyncio.wait_for(story(), BACK_WITHIN)).result()
