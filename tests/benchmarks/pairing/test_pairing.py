"""Seating: the matrix of plans, and how long plans, rounds and repairs of a large field take.

``ROUNDHOUSE_WRITE_DOCS=1`` writes the matrix into docs/seating.md.
"""

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from pairing.plans import plan
from pairing.tables import Mode, Person, Situation, repair, seat_round, table_sizes
from tests.benchmarks.pairing import matrix, worlds
from tests.pairing.tables.fewest import fewest_moves

pytestmark = pytest.mark.bench
DOCS = Path(__file__).parents[3] / "docs" / "seating.md"
BEGIN, END = "<!-- matrix -->", "<!-- end of matrix -->"


def test_every_plan_of_the_matrix(say):
    found = list(matrix.rows())
    text = matrix.table(found)
    say("\n" + text)
    if os.environ.get("ROUNDHOUSE_WRITE_DOCS"):
        old = DOCS.read_text("utf-8")
        start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
        DOCS.write_text(old[:start] + "\n" + text + "\n" + old[end:], "utf-8")
    for row in found:
        if row.made and row.tables == "4" and row.published is not None:
            assert row.made.repeats <= row.published
        if row.made:
            assert row.made.repeats >= row.made.bound.repeats


def test_a_plan_for_two_thousand(cpu, say):
    seconds = cpu(lambda: plan((4,) * 500, 8), times=10)
    made = plan((4,) * 500, 8)
    say(f"\nplan, 2,000 x 8: {seconds * 1000:.1f} ms of processor time, {made.repeats} repeats,"
        f" turn counts within {made.turns}")  # fmt: skip
    assert seconds < 0.05
    assert made.repeats == 0
    assert made.turns <= 1


@pytest.mark.parametrize("mode", Mode)
def test_a_round_of_two_thousand_with_everything(mode, cpu, say):
    say("")
    for rounds in (1, 4, 7):
        people, history, constraints = worlds.midway(2000, rounds)
        sizes = table_sizes(len(people), 3, 4, 6)

        def act(case=(people, history, sizes, mode, 1), constraints=constraints):
            return seat_round(*case, constraints=constraints)

        seconds = cpu(act, times=5)
        found = act()
        say(f"{mode}, round {rounds + 1} of {len(people):,}: {seconds * 1000:.0f} ms, clashes "
            f"{len(found.verdict.clashes)}, repeats {len(found.verdict.repeats)}")  # fmt: skip
        assert seconds < 0.2
        assert not found.verdict.clashes
        assert not found.impossible
        assert not found.verdict.repeats
        for key, number in constraints.fixed.items():
            assert key in found.tables[number - 1]


@pytest.mark.parametrize(
    ("smallest", "idle", "most"), [(3, False, 2), (3, True, 2), (2, False, 1), (2, True, 1)]
)
def test_two_hundred_people_a_no_show_a_minute_while_hands_come_in(smallest, idle, most, say):
    """``idle``: only people leave whose table has no hand yet; else anybody, even during a hand."""
    limits = {"smallest": smallest, "largest": 6}
    moved, others, worst, slowest = 0, 0, 0.0, 0.0
    repairs: Counter[int] = Counter()
    for seed in range(20):
        rng = random.Random(seed)
        history = [[list(t) for t in played] for played in plan((4,) * 50, 4).rounds]
        people = [Person(key, rank=key, merit=200 - key) for key in range(200)]
        tables = seat_round(people, history, (4,) * 50, Mode.STANDINGS, seed).tables
        for minute in range(60):
            # Hands come in: after twenty minutes a table in ten has reported one, then more.
            playing = {n for n in range(50) if (n * 7 + seed) % 10 < (minute - 10) // 10}
            here = [key for table in tables for key in table]
            waiting = [key for n, t in enumerate(tables) if n not in playing for key in t]
            gone = rng.choice(waiting if idle else here)
            begun = time.process_time()
            situation = Situation(people, history, Mode.STANDINGS)
            found = repair(tables, {gone}, situation, playing=playing, **limits)
            slowest = max(slowest, time.process_time() - begun)
            moved += len(found.moves)
            others += len(here) - 1
            repairs[len(found.moves)] += 1
            worst = max(worst, len(found.moves) / (len(here) - 1))
            left = [[key for key in table if key != gone] for table in tables]
            # Everything was tried: there is no way to repair it with fewer moves.
            fewer = len(found.moves) - 1
            assert fewest_moves(left, playing=playing, at_most=fewer, **limits) is None
            assert {n for n in found.too_small if n not in playing} == set()
            tables = found.tables
    say(f"\n20 hours of a no-show a minute among 200, tables of {smallest} to 6,"
        f" {'only from tables without a hand' if idle else 'from any table'}:"
        f" {moved} of {others:,} others moved"
        f" ({moved / others:.3%} a repair on average, {worst:.2%} at worst); repairs by how many"
        f" moved: {dict(sorted(repairs.items()))}; slowest {slowest * 1000:.1f} ms")  # fmt: skip
    assert moved / others <= 0.005
    assert max(repairs) <= most
