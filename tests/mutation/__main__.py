"""``python -m tests.mutation GAME``: see the package."""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from tests.mutation.mutants import Mutant, of_files
from tests.mutation.runner import baseline, run

HERE = Path(__file__).parent
ENOUGH = 0.95
THOROUGH = "CONFORMANCE_GAMES"
"""As ``games.testing`` has it, which the parent of the mutants must not import."""


def main() -> int:
    """Mutate games; 0 when of each enough mutants are killed and the survivors excused."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    every = sorted(path.stem for path in HERE.glob("*.toml"))
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(every)}; else all")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="mutants whose name has this in it")
    parser.add_argument(
        "--file", action="append", help="of files whose name ends so, in this order"
    )
    parser.add_argument("--every", type=int, default=1, help="one mutant of so many")
    parser.add_argument("--sample", type=int, help="so many of the chosen, drawn by lot")
    parser.add_argument("--seed", type=int, default=1, help="of the lot")
    parser.add_argument("--first", type=int, default=1, help="from this one of the chosen on")
    parser.add_argument("--last", type=int, default=None, help="to this one, itself included")
    args = parser.parse_args()
    if unknown := sorted(set(args.games) - set(every)):
        parser.error(f"no mutants are planned of {', '.join(unknown)}")
    return max([_of_game(game, args) for game in args.games or every])


def _of_game(game: str, args: argparse.Namespace) -> int:
    plan = tomllib.loads((HERE / f"{game}.toml").read_text("utf-8"))
    excused = {one["name"]: one["reason"] for one in plan.get("excused", [])}
    found = of_files([Path(file) for file in plan["files"]])
    chosen = _chosen(found, args)
    began = time.monotonic()
    os.environ.pop(THOROUGH, None)
    if "conformance_games" in plan:
        os.environ[THOROUGH] = str(plan["conformance_games"])
    tests, limits = baseline(plan["tests"])
    killers: Counter[str] = Counter()
    survivors: list[str] = []
    for number, (file, mutant, killer) in enumerate(run(chosen, tests, limits, args.jobs), 1):
        if not number % 10:
            sys.stderr.write(f"{number} of {len(chosen)}, {len(survivors)} survived so far\n")
        name = f"{file}::{mutant.name}"
        if killer:
            killers[killer.partition("::")[0]] += 1
        else:
            survivors.append(name)
            if name not in excused:
                sys.stdout.write(f"survived, line {mutant.line}: {name}\n")
                sys.stdout.flush()
    killed = len(chosen) - len(survivors)
    low, high = _interval(killed, len(chosen))
    minutes = (time.monotonic() - began) / 60
    share = killed / max(1, len(chosen))
    sys.stdout.write(f"{game}: {killed} of {len(chosen)} mutants killed, {share:.1%}, ")
    sys.stdout.write(f"in {minutes:.1f} minutes; by {dict(killers)}\n")
    if len(chosen) < len(found):
        sys.stdout.write(f"of {len(found)} mutants: {low:.1%} to {high:.1%} with 95 % confidence\n")
    names = {f"{file}::{mutant.name}" for file, mutant in found}
    whole = len(chosen) == len(found)
    stale = sorted(name for name in excused if name not in survivors) if whole else []
    unknown = sorted(name for name in excused if name not in names)
    for name in sorted({*stale, *unknown}):
        sys.stdout.write(f"excused without need: {name}\n")
    pardoned = all(name in excused for name in survivors)
    return 0 if share >= ENOUGH and pardoned and not unknown else 1


def _interval(killed: int, tried: int) -> tuple[float, float]:
    """Wilson's interval for the share of a sample, at 95 %. Nothing tried: 0 to 1."""
    if not tried:
        return 0.0, 1.0
    z, share = 1.96, killed / tried
    middle = share + z * z / (2 * tried)
    half = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    whole = 1 + z * z / tried
    return (middle - half) / whole, (middle + half) / whole


def _chosen(
    found: list[tuple[Path, Mutant]], args: argparse.Namespace
) -> list[tuple[Path, Mutant]]:
    """The part that was asked for; the whole when nothing was."""
    if args.file:
        found = [one for end in args.file for one in found if str(one[0]).endswith(end)]
    named = [one for one in found if args.only in f"{one[0]}::{one[1].name}"]
    named = named[:: args.every][args.first - 1 : args.last]
    if args.sample is None:
        return named
    return random.Random(args.seed).sample(named, min(args.sample, len(named)))


if __name__ == "__main__":
    sys.exit(main())
