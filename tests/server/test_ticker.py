"""The ticker: warnings are sent and tables end without beat and without Redis."""

import os
import signal
import subprocess
import sys
import threading
from itertools import count

import pytest
from django.db import connection
from django.utils import timezone

from server import ticker
from server.ticker import Ticker
from tests.builders import ANNA, make_entries, make_round, make_tournament, minutes
from tests.server.database.test_write_gate import address_of_this_database
from tests.stack import ROOT, wait_for
from tournaments.clock.services import start_slot
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.models import ClockWarning, Table

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY_LISTENS = "redis://127.0.0.1:9/0"
START_SECONDS = 60  # for a process, while other tests keep the machine busy


@pytest.fixture
def round_():
    """A round whose early warning and cutoff are due, with a table without a hand."""
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    return start_slot(made, by=ANNA, at=timezone.now() - minutes(101))


@pytest.fixture
def drive():
    """Have a job done again and again until the test is over."""
    running = []

    def start(job):
        running.append(Ticker(job, every=0.01))
        running[-1].start()
        return running[-1]

    yield start
    for one in running:
        one.stop()


def fired():
    return ClockWarning.objects.exclude(fired_at=None).count()


def test_it_fires_what_is_due(round_, drive):
    drive(fire_due_warnings)
    wait_for(lambda: fired() == 2)


def test_two_tickers_fire_each_warning_once(round_, drive):
    claimed = []

    def fire(*, now):
        claimed.append(fire_due_warnings(now=now))

    drive(fire)
    drive(fire)
    wait_for(lambda: len(claimed) > 20)
    assert sum(claimed) == fired() == 2


def test_it_goes_on_after_the_database_has_failed_and_says_so(round_, drive, caplog):
    attempts = count(1)

    def fire(*, now):
        if next(attempts) <= 2:
            connection.ensure_connection()
            connection.connection.close()  # behind Django's back, as when a server goes away
        fire_due_warnings(now=now)

    drive(fire)
    wait_for(lambda: fired() == 2)
    said = [record for record in caplog.records if record.name == "server.ticker"]
    assert len(said) == 2
    assert all(record.exc_info for record in said)


def test_it_does_nothing_more_once_it_is_stopped(round_, drive):
    running = drive(fire_due_warnings)
    wait_for(lambda: fired() == 2)
    running.stop()
    assert "ticker" not in {thread.name for thread in threading.enumerate()}


def test_a_job_that_may_wait_is_done_at_once_when_somebody_does_something(monkeypatch):
    monkeypatch.setattr(ticker, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(ticker, "QUIET_EVERY_SECONDS", float("inf"))
    done, looked, is_quiet = [], [], threading.Event()
    is_quiet.set()

    def look():
        looked.append(1)
        return is_quiet.is_set()

    waiting = Ticker(lambda *, now: done.append(now), every=0.01, is_quiet=look)
    waiting.start()
    try:
        wait_for(lambda: len(looked) > 10)
        assert len(done) == 1
        is_quiet.clear()
        wait_for(lambda: len(done) > 3)
    finally:
        waiting.stop()


@pytest.mark.once  # that it fires on each database, the tests above show
@pytest.mark.parametrize(
    "program",
    [["worker", "--concurrency=1"], pytest.param(["beat", "--pidfile="], marks=pytest.mark.long)],
    ids=lambda them: them[0],
)
def test_a_worker_or_a_beat_keeps_the_clock_alone_and_without_redis(round_, program, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", "config", *program],
        cwd=ROOT,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ROUNDHOUSE_VAR": str(tmp_path),
            "DATABASE_URL": address_of_this_database(),
            "REDIS_URL": NOBODY_LISTENS,
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: fired() == 2, START_SECONDS)
        wait_for(lambda: Table.objects.get().status == Table.Status.FINISHED)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    finally:
        process.kill()
        process.wait()
