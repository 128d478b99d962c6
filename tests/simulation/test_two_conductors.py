"""Whatever two conductors do and take back, with pages of any age, one truth is left.

Each test is a random sequence of verbs (``verbs``) on a tournament of one format; after each verb
that was done ``truths`` must hold. ROUNDHOUSE_SEQUENCES and ROUNDHOUSE_FIRST_SEED choose how many
there are of each format in the long run, and which.
"""

import os
from collections import Counter

import pytest
from django.db import connection

from server.supervisor.terminal import say
from tests.examples import ALL
from tests.simulation import shortening
from tests.simulation.day import Fault, history, replay
from tests.simulation.kinds import FORMATS

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

STEPS, AT_ONCE = 40 if ALL else 18, 25
#: Each database has a sequence of its own. `make test` has one of these formats, on SQLite: the
#: sequences of the others differ in Python. The long run has many of all, on both.
SEED = {"sqlite": 0, "postgresql": 2}
DAILY = {"tables", "single elimination"}
MANY = int(os.environ.get("ROUNDHOUSE_SEQUENCES", "100"))
FIRST = int(os.environ.get("ROUNDHOUSE_FIRST_SEED", "0"))


def one_truth_is_left(name, seeds):
    """Replay these sequences; how often each verb was done, and refused."""
    done = Counter()
    for seed in seeds:
        steps = history(f"{name} {seed}", STEPS, of="by_conductors")
        try:
            done.update(replay(steps, FORMATS[name]).done)
        except Fault as fault:
            pytest.fail(shortening.report(seed, steps, fault, FORMATS[name]))
    return done


def acts_of(done):
    """How many verbs were done, and not refused."""
    return sum(count for what, count in done.items() if not what.endswith(", refused"))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long(*["postgresql"] * (name in DAILY)))
        for name in FORMATS
    ],
)
def test_one_truth_is_left(name):
    done = one_truth_is_left(name, [SEED[connection.vendor]])
    assert acts_of(done) > STEPS / 8


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("first", range(FIRST, FIRST + MANY, AT_ONCE))
@pytest.mark.parametrize("name", FORMATS)
def test_one_truth_is_left_by_many_more(name, first):
    seeds = range(first, min(first + AT_ONCE, FIRST + MANY))
    done = one_truth_is_left(name, seeds)
    acts = acts_of(done)
    say(f"{name}: {len(seeds)} sequences from seed {first}, {acts} verbs done")
    assert acts > len(seeds) * STEPS / 4
