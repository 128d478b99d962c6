"""Outages that a hall has without a process killed: each warning fires once, late, not never.

Redis is flushed again and again, two more workers and beats come along, the database goes away, and
somebody sets the clock of the server. Part of ``make faults``, which keeps the database away for a
minute.
"""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
import redis

from tests.faults.test_afternoon import moment
from tests.faults.wrong_clock import COMPILER, SiteClock
from tests.stack import ROOT, Stack, wait_for

AWAY_SECONDS = 60 if int(os.environ.get("ROUNDHOUSE_FAULT_KILLS", "2")) >= 20 else 6
CLOCKS, SLOT_SECONDS, HOUR = 12, 24, 3600
WARNINGS_OF_A_SLOT = 4

MAKE_SLOTS = f"""
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA, make_event, make_round, make_tournament
from tournaments.clock.services import start_slot

def seconds(count): return timedelta(seconds=count)

event, now = make_event(), timezone.now()
for n in range({CLOCKS}):
    length = 6 + ({SLOT_SECONDS} - 6) * (n + 1) / {CLOCKS}
    clock = make_tournament(
        event, name=f"Clock {{n}}", slot=seconds(length), warning=seconds(length * 0.75),
        cutoff=seconds(length * 0.5), force_end=seconds(length * 0.25),
    )
    start_slot(make_round(clock, [], started_at=None), by=ANNA, at=now)
answer = None
"""
FIRED = "SELECT id, fired_at FROM tournaments_clockwarning WHERE fired_at IS NOT NULL"
EARLY = "SELECT count(*) FROM tournaments_clockwarning WHERE fired_at < due_at"


class Watcher:
    """Remembers when each warning was fired, as seen first."""

    def __init__(self, site: Stack) -> None:
        self.site = site
        self.first: dict[int, object] = {}

    def count(self) -> int:
        """How many have been fired; none may be fired a second time."""
        now = dict(self.site.rows(FIRED))
        changed = {pk for pk, at in self.first.items() if now.get(pk) != at}
        assert not changed, f"fired twice: {changed}"
        self.first = now
        return len(now)


# --- What happens to the site --------------------------------------------------------------------


@contextmanager
def redis_flushed_again_and_again(site: Stack, _watcher: Watcher) -> Iterator[None]:
    broker = redis.Redis.from_url((site.var / "redis.url").read_text().strip())
    ended = threading.Event()

    def flush() -> None:
        while not ended.wait(0.25):
            broker.flushall()

    flushing = threading.Thread(target=flush)
    flushing.start()
    yield
    ended.set()
    flushing.join()


@contextmanager
def two_more_workers_and_beats(site: Stack, _watcher: Watcher) -> Iterator[None]:
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
    commands = [
        [*celery, "worker", "--pool=threads", "--concurrency=2", f"--hostname=other{number}@here"]
        for number in range(2)
    ] + [[*celery, "beat", "--pidfile="] for number in range(2)]
    others = [
        subprocess.Popen(
            command, cwd=ROOT, env=site.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for command in commands
    ]
    yield
    assert [other.poll() for other in others] == [None] * len(others)  # they were there all along
    for other in others:
        other.kill()
        other.wait(60)


@contextmanager
def the_database_away(site: Stack, watcher: Watcher) -> Iterator[None]:
    wait_for(lambda: watcher.count() > 0)
    away = threading.Event()
    with _postgresql_closed(site) if site.on_postgresql else _sqlite_locked(site):
        away.wait(AWAY_SECONDS)  # this long nobody can write, nor read on PostgreSQL
    yield


@contextmanager
def _sqlite_locked(site: Stack) -> Iterator[None]:
    with closing(sqlite3.connect(site.var / "roundhouse.sqlite3", timeout=60)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.rollback()


@contextmanager
def _postgresql_closed(site: Stack) -> Iterator[None]:
    site.close_database()
    try:
        yield
    finally:
        site.open_database()


@contextmanager
def the_clock_of_the_server_set(site: Stack, watcher: Watcher) -> Iterator[None]:
    """An hour on, and back again: no warning fires a second time on the way."""
    wait_for(lambda: watcher.count() > 0)
    before, clock = site.pids(), SiteClock.of(site)
    clock.set_ahead(HOUR)
    wait_for(lambda: watcher.count() == CLOCKS * WARNINGS_OF_A_SLOT, 60)
    assert max(moment(at) for _pk, at in site.rows(FIRED)) > time.time() + HOUR / 2
    clock.set_ahead(0)
    yield
    assert site.pids() == before  # beat was there all along


# --- What must hold -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(redis_flushed_again_and_again, marks=pytest.mark.once),
        two_more_workers_and_beats,
        the_database_away,
        pytest.param(
            the_clock_of_the_server_set,
            marks=[
                pytest.mark.once,
                pytest.mark.skipif(COMPILER is None, reason="needs a C compiler"),
            ],
        ),
    ],
)
def test_each_warning_fires_once_and_not_never(new_stack, trouble: Callable):
    site = new_stack()
    if trouble is the_clock_of_the_server_set:
        SiteClock.given_to(site)
    site.start()
    site.ask(MAKE_SLOTS)
    watcher = Watcher(site)
    with trouble(site, watcher):
        wait_for(lambda: watcher.count() == CLOCKS * WARNINGS_OF_A_SLOT, AWAY_SECONDS + 90)
    assert site.rows(EARLY) == [(0,)]
    ticks = site.manage("shell", "--no-imports", "-c", ONE_MORE_TICK)
    assert ticks.strip() == "0"
    watcher.count()


ONE_MORE_TICK = """
from datetime import timedelta
from django.utils import timezone
from tournaments.clock.warnings.services import fire_due_warnings
print(fire_due_warnings(now=timezone.now() + timedelta(days=1)))
"""
