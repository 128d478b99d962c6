"""No two verbs that lock abort one another: each pair at the same moment, on PostgreSQL.

``make test`` lets those race that meet in every round, ``make faults`` and the nightly run all.
A refusal is fine, as somebody else was quicker; an aborted transaction is not, even one that is
done again. ``ROUNDHOUSE_RACES`` says how often each pair races: `make faults` lets all race often.
"""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection

from tests.faults.racing import VERBS
from tests.faults.racing.worlds import PUBLISHED, make_worlds
from tests.stack import wait_for
from tournaments.errors import Refused
from tournaments.models import FixtureGame, FixtureList

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

#: These two deadlocked in three of four tries before there was one order: so often, that is seen.
WORST = 6
#: Whether fixtures with a result are discarded, the races of so many events show.
FIXTURES = 6
#: So many tries at most in one test, which has a limit of time.
TRIES = 80

Prepare = Callable[[], Callable[[], object]]


def races(usual: int) -> int:
    return int(os.environ.get("ROUNDHOUSE_RACES", "0")) or usual


class Race:
    """Two threads, each with a connection of its own, that begin at the same moment."""

    def __init__(self) -> None:
        self._begin = Barrier(2)
        self.found: Counter[str] = Counter()

    def run(self, pairs: list[tuple[Prepare, Prepare]]) -> None:
        """Prepare two verbs and do them at once, one pair after the other."""
        with ThreadPoolExecutor(2) as pool:
            runs = [pool.submit(self._run, prepares) for prepares in zip(*pairs, strict=True)]
        # If one fails, the other waits for it in vain: what is wrong is with the one.
        errors = [run.exception() for run in runs if run.exception()]
        errors.sort(key=lambda error: isinstance(error, BrokenBarrierError))
        if errors:
            raise errors[0]
        self.found += runs[0].result() + runs[1].result()

    def _run(self, prepares: Iterable[Prepare]) -> Counter[str]:
        found: Counter[str] = Counter()
        try:
            for prepare in prepares:
                verb = prepare()
                self._begin.wait(60)
                found[self._outcome(verb)] += 1
        except Exception:
            self._begin.abort()
            raise
        finally:
            connection.close()
        return found

    @staticmethod
    def _outcome(verb: Callable[[], object]) -> str:
        try:
            answer = verb()
        except Refused:
            return "refused"
        return "error page" if getattr(answer, "status_code", 200) >= 500 else "done"


class Deadlocks:
    """How many the server has counted since this was made."""

    _before = 0

    def __init__(self) -> None:
        self._before = self.count()

    @staticmethod
    def _count() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT deadlocks, numbackends FROM pg_stat_database"
                " WHERE datname = current_database()"
            )
            deadlocks, connections = cursor.fetchone()
        # A connection reports what it counted when it ends, if not before.
        return deadlocks if connections == 1 else -1

    def count(self) -> int:
        wait_for(lambda: self._count() >= 0)
        return self._count() - self._before


@pytest.fixture
def aborted(caplog):
    """Fails a test in which the database aborted anything."""
    caplog.set_level(logging.WARNING, logger="tournaments.transactions")
    deadlocks = Deadlocks()
    yield
    assert not caplog.records
    assert deadlocks.count() == 0


def states_of(one: str, other: str) -> list[str]:
    """The rounds in which one of two verbs does something."""
    return sorted({VERBS[one][0], VERBS[other][0]})


def race(one: str, against: list[tuple[str, str]]) -> Counter[str]:
    """Let a verb race against each of some, given as the state of the round and the verb."""
    tries: dict[str, list[str]] = {}
    for state, other in against:
        tries.setdefault(state, []).append(other)
    run = Race()
    for state, others in tries.items():
        worlds = make_worlds(len(others), state)
        run.run(
            [
                (partial(VERBS[one][1], world), partial(VERBS[other][1], world))
                for other, world in zip(others, worlds, strict=True)
            ]
        )
    return run.found


@pytest.mark.long  # it asks whether the races are good
def test_every_verb_does_something_in_its_round():
    refused = {}
    for name, (state, verb) in VERBS.items():
        (world,) = make_worlds(1, state)
        try:
            verb(world)()
        except Refused as refusal:
            refused[name] = str(refusal)
    assert refused == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [("start", "discard"), pytest.param("pause table", "late arrival", marks=pytest.mark.long)],
)
def test_the_worst_pairs(one, other, aborted):
    times = races(WORST)
    states = states_of(one, other)
    found = race(one, [(states[n % len(states)], other) for n in range(times)])
    assert sum(found.values()) == 2 * times
    assert found["done"] >= times


#: What players, workers and conductors do at the same moment in every round of a large hall, and
#: each kind of thing that is locked for it. The other verbs race in `make faults`.
DAILY = {"move", "drop", "start", "close", "fire warnings", "report", "refresh"}


def tries_of(one: str, others: list[str], *, daily: bool) -> list[tuple[str, str]]:
    """Each pair of those of a day, or of all others, once in the round of each."""
    tries = []
    for other in others:
        if ({one, other} <= DAILY) is not daily:
            continue
        states = states_of(one, other)
        times = races(len(states))
        tries += [(states[n % len(states)], other) for n in range(times)]
    return tries


def parts(*, daily: bool) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """All pairs of a day, or all others, by the name of a test: a verb, and what it races against.

    Together they are every pair of verbs.
    """
    found = {}
    for n, one in enumerate(VERBS):
        tries = tries_of(one, list(VERBS)[n:], daily=daily)
        for part, first in enumerate(range(0, len(tries), TRIES), start=1):
            found[f"{one} {part}"] = (one, tries[first : first + TRIES])
    return found


DAILY_PARTS, OTHER_PARTS = parts(daily=True), parts(daily=False)


def check(one: str, against: list[tuple[str, str]]) -> None:
    assert sum(race(one, against).values()) == 2 * len(against)


@pytest.mark.parametrize("part", DAILY_PARTS)
def test_every_pair_of_a_day(part, aborted):
    check(*DAILY_PARTS[part])


# In `make test` each of these verbs is held to the one order of locks in its own tests
# (CHECK_LOCK_ORDER).
@pytest.mark.long
@pytest.mark.parametrize("part", OTHER_PARTS)
def test_every_other_pair(part, aborted):
    check(*OTHER_PARTS[part])


def test_fixtures_with_a_result_are_never_discarded():
    worlds = make_worlds(FIXTURES, PUBLISHED)
    report, discard = (VERBS[name][1] for name in ("report fixture", "discard fixtures"))
    run = Race()
    run.run([(partial(report, world), partial(discard, world)) for world in worlds])
    kept = FixtureGame.objects.exclude(status=FixtureGame.Status.OPEN).count()
    discarded = FIXTURES - FixtureList.objects.count()
    assert run.found["done"] == kept + discarded == FIXTURES
