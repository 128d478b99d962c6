"""``python -m tests.benchmarks.engines``: see the package."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain
from pathlib import Path

from games import catalogue
from tests.benchmarks.engines import ours, peers


def main() -> int:
    """Measure, print a table; 1 when something of ours takes more loops than it may."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engines")
    parser.add_argument("games", nargs="*", help="keys; else every game that is here")
    parser.add_argument("--seconds", type=float, default=3, help="of processor time for each line")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument("--no-peers", action="store_true")
    args = parser.parse_args()
    keys = args.games or sorted(catalogue.games())
    others = () if args.no_peers else peers.rows(args.seconds)
    sys.stdout.write(f"{'':34}{'':26}{'a second':>12}{'us each':>11}{'loops':>10}{'may':>10}\n")
    found = []
    for row in chain(*(ours.rows(key, args.seconds) for key in keys), others):
        found.append(row)
        sys.stdout.write(_line(row))
        sys.stdout.flush()
    if args.json:
        figures = [
            {"name": row.name, "what": row.what, "budget": row.budget}
            | (row.rate._asdict() if row.rate else {})
            for row in found
        ]
        args.json.write_text(json.dumps(figures, indent=1), "utf-8")
    return 0 if all(row.good for row in found) else 1


def _line(row: ours.Row) -> str:
    if row.rate is None:
        return f"{row.name:34}{row.what}\n"
    per_second, loops = row.rate
    budget = f"{row.budget:10.0f}" if row.budget else f"{'':10}"
    speed = f"{per_second:12,.0f}{1e6 / per_second:11.2f}{loops:10.0f}{budget}"
    return f"{row.name:34}{row.what:26}{speed}{'' if row.good else '  too slow'}\n"


if __name__ == "__main__":
    sys.exit(main())
