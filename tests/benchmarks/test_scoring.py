"""``python -m scoring`` on a million rows: at most 30 seconds of the reference core, and 500 MB."""

import json
import random
import subprocess
import sys

import pytest

from tests.benchmarks.engines.measure import rate
from tests.benchmarks.engines.ours import REFERENCE

pytestmark = pytest.mark.bench
MOST_SECONDS, MOST_MB = 30, 500
#: Runs the command in a process of its own, and says what that took.
RUN = """
import resource, runpy, sys
out, sys.stdout = sys.stdout, open("/dev/null", "w")
try:
    runpy.run_module("scoring", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert end.code == 0
sys.stdout = out
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)
"""


def a_million_players(path):
    """One round of 250,000 tables: a million rows of standings."""
    rng = random.Random(1)
    tables = (
        {f"Player {n + seat:07d}": rng.randrange(200) for seat in range(4)}
        for n in range(0, 1_000_000, 4)
    )
    path.write_text(json.dumps({"rounds": [{"tables": list(tables)}]}))


def a_million_results(path):
    """Twelve rounds of 83,332 players: a million results."""
    rng = random.Random(1)
    players = [f"Player {n:07d}" for n in range(83_332)]
    rounds = []
    for _round in range(12):
        rng.shuffle(players)
        tables = [players[n : n + 4] for n in range(0, len(players), 4)]
        rounds.append({"tables": [{one: rng.randrange(200) for one in table} for table in tables]})
    path.write_text(json.dumps({"rounds": rounds}))


@pytest.mark.parametrize("make", [a_million_players, a_million_results])
def test_a_million_rows_fit_into_half_a_minute_and_half_a_gigabyte(make, tmp_path, say):
    path = tmp_path / "results.json"
    make(path)
    command = [sys.executable, "-c", RUN, "standings", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, done.stdout.split())
    measured = rate(lambda: 1, 1)
    loops = measured.per_second * measured.loops / 1e6  # of the yardstick, beside the command
    scaled = seconds * loops / REFERENCE
    say(
        f"\n{make.__name__.replace('_', ' ')}: {seconds:.1f} s of the processor at {loops:.1f} "
        f"million loops a second, {scaled:.1f} s on the reference core, {megabytes:.0f} MB"
    )
    assert scaled <= MOST_SECONDS
    assert megabytes <= MOST_MB
