"""Sixty-four threads sign up while their processes are killed: nobody is in two places.

``ROUNDHOUSE_SIGN_UPS`` says how many acts; `make faults` does a hundred thousand.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager, suppress

import pytest

from server.supervisor.lifeline import lifeline
from tests.stack import ROOT, wait_for

pytestmark = pytest.mark.long

ACTS = int(os.environ.get("ROUNDHOUSE_SIGN_UPS", "2000"))
PROCESSES, THREADS = 2, 32
KILLS = max(2, ACTS // 2000)
#: PostgreSQL finishes what a killed process had sent, and may wait for a lock before it does.
AT_WORK = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'phones'"
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
START = """
import django
django.setup()
from tests.faults import signing_up
signing_up.main({seed}, {threads}, {acts})
"""
ASK = "from tests.faults import signing_up\nanswer = signing_up."


class Phones:
    """A process of many phones; what it said it has done."""

    def __init__(self, site, seed: int, acts: int) -> None:
        self.acts = acts
        self.process = subprocess.Popen(
            [sys.executable, "-c", START.format(seed=seed, threads=THREADS, acts=acts)],
            cwd=ROOT,
            env=site.env | {"DJANGO_SETTINGS_MODULE": "config.settings", "PGAPPNAME": "phones"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # there is no Redis for its hints
            text=True,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
        )

    def read(self, most: int) -> Counter[str]:
        """How acts have ended, until there are ``most`` or the process has none left."""
        found: Counter[str] = Counter()
        while found.total() < most and (line := self.process.stdout.readline()):
            with suppress(json.JSONDecodeError):  # the line in which it was killed
                found.update(json.loads(line))
        return found

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def phones(site, seed, acts):
    found = Phones(site, seed, acts)
    try:
        yield found
    finally:
        found.kill()
        found.process.stdout.close()


def test_nobody_is_in_two_places_whoever_is_killed(new_stack, capsys):
    site, rng = new_stack(), random.Random(7)
    site.ask(f"{ASK}make_hall()")
    ended: Counter[str] = Counter()
    kills = 0
    while ended.total() < ACTS:
        part = max(200, ACTS // KILLS)
        with phones(site, 2 * kills, ACTS) as one, phones(site, 2 * kills + 1, ACTS) as other:
            ended += one.read(part // 2) + other.read(rng.randrange(1, part // 2))
        kills += PROCESSES
        if site.on_postgresql:
            wait_for(lambda: site.rows(AT_WORK)[0][0] == 0)
        looked = site.ask(f"{ASK}look()")
        assert looked["lost promotions"] == 0
    deadlocks = site.rows(DEADLOCKS)[0][0] if site.on_postgresql else 0
    with capsys.disabled():
        print(f"\n{dict(ended)}, {kills} kills, {deadlocks} deadlocks, {looked}")  # noqa: T201
    assert set(ended) <= {"done", "refused"}
    assert deadlocks == 0
    assert ended["done"] > ACTS / 10
