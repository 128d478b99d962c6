"""Days that one seed replays, and whether they notice what is wrong: see the package.

ROUNDHOUSE_SEEDS and ROUNDHOUSE_FIRST_SEED choose how many days there are, and which.
"""

import os
import time
from collections import Counter

import pytest

from server.supervisor.terminal import say
from tests.examples import ALL
from tests.simulation import planted, shortening
from tests.simulation.day import Fault, history, replay
from tests.simulation.kinds import PHONES, of_phones
from tests.simulation.verbs import VERBS

pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

STEPS, AT_ONCE = 20, 200
#: `make test` has time for a few days, and some verbs may be missing in them.
A_FEW, FEW_MISSING = (25, 12) if ALL else (8, 28)
SEEDS = int(os.environ.get("ROUNDHOUSE_SEEDS", A_FEW))
FIRST = int(os.environ.get("ROUNDHOUSE_FIRST_SEED", "0"))
#: A fault that is planted is found within so many days, and a few steps show it.
MOST_DAYS, FEW_STEPS = 200, 12
#: What comes after three rounds, which a day of twenty steps hardly ever has.
TOO_RARE = {"finish"}
LONG, LONG_SECONDS = 10_000, 120


def first_fault(seeds) -> tuple[int, Fault] | None:
    for seed in seeds:
        if fault := shortening.fault_of(history(seed, STEPS), PHONES):
            return seed, fault
    return None


@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS, AT_ONCE))
def test_nothing_is_wrong_after_any_step_of_many_days(first):
    done = Counter()
    for seed in range(first, min(first + AT_ONCE, FIRST + SEEDS)):
        steps = history(seed, STEPS)
        try:
            done.update(replay(steps, PHONES).done)
        except Fault as fault:
            pytest.fail(shortening.report(seed, steps, fault, PHONES))
    if first == 0 and SEEDS >= A_FEW:  # others may have no rare verb in them
        drawn = {name for name, one in VERBS.items() if one.weight} - TOO_RARE
        missing = sorted(name for name in drawn if not done[name])
        assert len(missing) <= (0 if SEEDS >= AT_ONCE else FEW_MISSING), missing


def test_a_seed_is_always_the_same_day():
    steps = history(7, 30)
    one, other = replay(steps, PHONES), replay(steps, PHONES)
    assert (one.done, one.now, one.stored_as.keys()) == (
        other.done,
        other.now,
        other.stored_as.keys(),
    )
    assert [answer.plain for answer in one.answered.values()] == [
        answer.plain for answer in other.answered.values()
    ]
    assert steps != history(8, 30)


@pytest.mark.long  # it asks whether these tests are good, not whether the site is
@pytest.mark.parametrize("plant", planted.FAULTS, ids=lambda plant: plant.__name__)
def test_a_fault_that_is_planted_is_found_and_shown_by_a_few_steps(plant, monkeypatch):
    what = plant(monkeypatch)
    found = first_fault(range(MOST_DAYS))
    assert found, "no day noticed it"
    seed, fault = found
    kept, last = shortening.shortened(history(seed, STEPS), fault, PHONES)
    assert what in str(last)
    assert len(kept) <= FEW_STEPS, shortening.in_words(kept, last)
    monkeypatch.undo()
    assert shortening.fault_of(kept, PHONES) is None  # by the same steps


def test_a_history_is_made_as_short_as_it_goes():
    steps = history(1, 40)
    needed = {steps[3], steps[17], steps[31]}
    kept = shortening.shortest(steps, lambda some: needed <= set(some))
    assert kept == [steps[3], steps[17], steps[31]]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_ten_thousand_steps_in_a_row():
    began = time.process_time()
    replay(history(1, LONG), of_phones(rounds=500))
    seconds = time.process_time() - began
    say(f"{LONG} steps in {seconds:.0f} s of a processor")
    assert seconds < LONG_SECONDS
