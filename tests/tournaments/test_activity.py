"""Whether anybody does anything at the site: said by those who change something."""

import pytest
from django.conf import settings

from server.redis_servers import RedisServers
from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament
from tests.stack import wait_for
from tournaments import activity
from tournaments.activity import KEY, LASTS_SECONDS, Activity
from tournaments.clock.services import start_slot
from tournaments.clock.warnings.services import tick
from tournaments.demo.services import create_demo, step
from tournaments.models import Demo

# No query of its own.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture(autouse=True)
def own(monkeypatch):
    """This process forgets that it has said so in earlier tests: Redis has forgotten it too."""
    mine = Activity()
    monkeypatch.setattr(activity, "note", mine.note)
    return mine


def is_quiet():
    return Activity().is_quiet()


def test_a_site_is_quiet_until_somebody_changes_something(client):
    assert is_quiet()
    client.get("/")
    assert is_quiet()
    client.post("/sign-in/", {})
    assert not is_quiet()


def test_it_is_quiet_again_a_while_after_the_last_change(own):
    own.note()
    with settings.REDIS.client() as redis:
        assert 0 < redis.ttl(KEY) <= LASTS_SECONDS
        assert not own.is_quiet()
        redis.delete(KEY)
    wait_for(own.is_quiet)


def test_a_process_says_it_once_in_a_while(own):
    own.note()
    with settings.REDIS.client() as redis:
        redis.delete(KEY)
        own.note()
        assert not redis.exists(KEY)


def test_it_is_not_quiet_while_a_round_runs():
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    tick(now=NOON)
    assert is_quiet()
    start_slot(round_, by=ANNA, at=NOON)
    tick(now=NOON)
    assert not is_quiet()


def test_it_is_not_quiet_while_the_demo_plays():
    create_demo(speed=60, password="a long password", at=NOON)
    Demo.objects.update(paused=True)
    step(now=NOON)
    assert is_quiet()
    Demo.objects.update(paused=False)
    step(now=NOON)
    assert not is_quiet()


def test_without_redis_nothing_slows_down(monkeypatch):
    with RedisServers("redis://127.0.0.1:9/0", seconds=1).client() as nobody:
        monkeypatch.setattr(activity, "_client", lambda: nobody)
        Activity().note()
        assert not is_quiet()
