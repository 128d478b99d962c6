"""``python -m tests.benchmarks.engines.against TREE``: random play here and in another checkout.

The two take turns, each time in a new process with the same hash seed and the same games at random,
so that what else the machine does falls on both. The figure is the median, over all turns, of how
much longer a decision takes here.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[3]
ALLOWED = 1.03
"""A game may be so many times as slow as it was."""
CHILD = """
import sys
from random import Random
from games import catalogue
from tests.benchmarks.engines.measure import rate
from tests.benchmarks.engines.ours import decisions
key, players, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
print(rate(decisions(catalogue.rules(key), players, Random(1)), seconds).loops)
"""
PAIRS = [
    ("expect_delays", 2),
    ("express", 4),
    ("metro_x", 2),
    ("metro_x", 6),
    ("night_express", 4),
    ("terminus", 4),
]


def loops(tree: Path, key: str, players: int, seconds: float, seed: int) -> float:
    """Loops of the yardstick for a decision in that checkout, in a process of its own."""
    command = [sys.executable, "-c", CHILD, key, str(players), str(seconds)]
    hashed = os.environ | {"PYTHONHASHSEED": str(seed)}
    done = subprocess.run(command, cwd=tree, env=hashed, capture_output=True, check=True, text=True)
    return float(done.stdout)


def ratio(tree: Path, key: str, players: int, seconds: float, turns: int) -> list[float]:
    """For each turn, how many times as long a decision takes here as there, smallest first."""
    found = []
    for turn in range(turns):
        order = (HERE, tree) if turn % 2 else (tree, HERE)
        took = {one: loops(one, key, players, seconds, turn) for one in order}
        found.append(took[HERE] / took[tree])
    return sorted(found)


def main() -> int:
    """Print a line for each game; 1 when one of them is slower than is allowed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engines.against")
    parser.add_argument("tree", type=Path, help="a checkout of an older commit (git worktree add)")
    parser.add_argument("--seconds", type=float, default=2, help="of processor time, each turn")
    parser.add_argument("--turns", type=int, default=12)
    args = parser.parse_args()
    slow = False
    for key, players in PAIRS:
        found = ratio(args.tree.resolve(), key, players, args.seconds, args.turns)
        middle = statistics.median(found)
        slow |= middle > ALLOWED
        sys.stdout.write(f"{key:15}{players} players  {middle - 1:+.1%}")
        sys.stdout.write(f"  ({found[0] - 1:+.1%} to {found[-1] - 1:+.1%})\n")
        sys.stdout.flush()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
