"""Rounds by standings beside the exact optimum: no more repeats, and at most 10 % more spread."""

import time

import pytest

from tests.benchmarks.seating.worlds import met_before, played_by_standings
from tests.oracle.exact import MEETING, best_seating, cost_of, pair_costs
from tournaments.seating.core import Mode, seat_round

#: People, rounds behind them, and seconds for the proof. Where it is not finished, ours is held to
#: the best that the oracle found, and its bound is printed.
CASES = [
    (24, 3, 20), (24, 4, 20), (28, 4, 20), (32, 4, 40), (32, 5, 40), (40, 5, 60), (48, 5, 60),
    (64, 5, 60), (80, 5, 60), (100, 5, 60),
]  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("people", "rounds", "seconds"), CASES)
def test_a_round_by_standings_is_within_a_tenth_of_the_optimum(
    people, rounds, seconds, seed, capsys
):
    here, history = played_by_standings(people, rounds, seed=seed)
    begun = time.process_time()
    found = seat_round(here, history, (4,) * (people // 4), Mode.STANDINGS, 1)
    taken = time.process_time() - begun
    merit = [0] * people
    for person in here:
        merit[person.key] = person.merit
    costs = pair_costs(merit, met_before(history))
    ours = cost_of(found.tables, costs)
    best = best_seating(costs, [list(table) for table in found.tables], seconds=seconds)
    proof = "proven" if best.proven else f"nothing is below {best.bound:.0f}"
    with capsys.disabled():
        print(  # noqa: T201 - the report
            f"\n{people} people, round {rounds + 1}: ours {ours} in {taken * 1000:.0f} ms,"
              f" the oracle's {best.cost} ({proof}): {ours / best.cost - 1:+.1%}")  # fmt: skip
    assert ours // MEETING == best.cost // MEETING
    assert ours <= best.cost * 1.1
