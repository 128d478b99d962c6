"""Rounds by standings beside the exact optimum: no more repeats, and at most 10 % more spread."""

import time

import pytest

from pairing.tables import Mode, seat_round
from tests.benchmarks.pairing.worlds import met_before, played_by_standings
from tests.oracle.exact import MEETING, best_seating, cost_of, pair_costs

#: People, and rounds behind them.
CASES = [
    (24, 3), (24, 4), (28, 4), (32, 4), (32, 5), (36, 5), (40, 5), (48, 5), (64, 5), (80, 5),
    (100, 5),
]  # fmt: skip
#: For each proof. Where it is not finished, ours is held to what is proven that nothing is below.
SECONDS = 180


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("people", "rounds"), CASES)
def test_a_round_by_standings_is_within_a_tenth_of_the_optimum(people, rounds, seed, capsys):
    here, history = played_by_standings(people, rounds, seed=seed)
    begun = time.process_time()
    found = seat_round(here, history, (4,) * (people // 4), Mode.STANDINGS, 1)
    taken = time.process_time() - begun
    merit = [0] * people
    for person in here:
        merit[person.key] = person.merit
    costs = pair_costs(merit, met_before(history))
    ours = cost_of(found.tables, costs)
    begun = time.monotonic()
    best = best_seating(costs, found.tables, seconds=SECONDS)
    proof = "the optimum" if best.proven else f"the best known {best.cost}, no seating is below"
    with capsys.disabled():
        print(  # noqa: T201 - the report
            f"\n{people} people, {rounds} rounds behind: ours {ours} in {taken * 1000:.0f} ms;"
            f" {proof} {best.bound}: {ours / best.bound - 1:+.1%}"
            f" (proof {time.monotonic() - begun:.0f} s)")  # fmt: skip
    assert ours // MEETING == best.bound // MEETING
    assert ours % MEETING <= best.bound % MEETING * 1.1
