"""Seatings for scripts, without Django.

    python -m pairing plan --players N --rounds R --sizes 4,5 [--json]
    python -m pairing round --state FILE [--json]
    python -m pairing pairs --state FILE [--json]

``--sizes`` names the allowed table sizes, the preferred one first. FILE (``-`` for standard input)
is a JSON object; see ``docs/seating.md`` for what it may hold. Exit status: 0 done, 1 it cannot be
seated, 2 the command or the file is wrong.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.numbers import MOST_SEED, argument, whole_number
from pairing.cli.head_to_head import pairs_document
from pairing.cli.shapes import StateError
from pairing.cli.tables import plan_document, round_document
from pairing.head_to_head import NoPairing
from pairing.tables import SeatingImpossible

IMPOSSIBLE, WRONG = 1, 2
MOST_PLAYERS, MOST_ROUNDS, MOST_STEPS = 10_000, 99, 10**9
LONGEST_SIZES = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; the document goes to standard output, complaints to the other."""
    options = _parser().parse_args(arguments)
    try:
        document = options.act(options)
    except (SeatingImpossible, NoPairing) as impossible:
        return _complain(str(impossible), IMPOSSIBLE)
    except StateError as error:
        return _complain(str(error), WRONG)
    text = json.dumps(document, separators=(",", ":")) if options.json else _in_words(document)
    sys.stdout.write(text + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pairing")
    commands = parser.add_subparsers(required=True, metavar="plan|round|pairs")
    plan = commands.add_parser("plan", help="plan all preliminary rounds at once")
    plan.add_argument("--players", type=argument(1, MOST_PLAYERS), required=True)
    plan.add_argument("--rounds", type=argument(1, MOST_ROUNDS), required=True)
    plan.add_argument(
        "--sizes",
        type=_sizes,
        default=(4, 3, 5),
        help="the allowed table sizes, preferred first, such as 4,5",
    )
    plan.add_argument("--seed", type=argument(0, MOST_SEED), default=0)
    plan.add_argument(
        "--steps",
        type=argument(0, MOST_STEPS),
        help="how many steps to search if no better plan is known",
    )
    plan.set_defaults(act=_plan)
    one = commands.add_parser("round", help="seat one round now")
    one.add_argument("--state", required=True, metavar="FILE")
    one.set_defaults(act=_round)
    pairs = commands.add_parser("pairs", help="pair the players, two at a table")
    pairs.add_argument("--state", required=True, metavar="FILE")
    pairs.set_defaults(act=_pairs)
    for command in (plan, one, pairs):
        command.add_argument("--json", action="store_true", help="print one line of JSON")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(whole_number(size.strip()) or 0 for size in text[:LONGEST_SIZES].split(","))
    if min(sizes) < 2 or len(set(sizes)) < len(sizes):  # nobody plays alone
        raise argparse.ArgumentTypeError("name each size once, none below 2")
    return sizes


def _plan(options: argparse.Namespace) -> dict[str, Any]:
    return plan_document(
        options.players, options.rounds, options.sizes, seed=options.seed, steps=options.steps
    )


def _round(options: argparse.Namespace) -> dict[str, Any]:
    return round_document(_state(options))


def _pairs(options: argparse.Namespace) -> dict[str, Any]:
    return pairs_document(_state(options))


def _state(options: argparse.Namespace) -> Any:
    try:
        text = sys.stdin.read() if options.state == "-" else Path(options.state).read_text("utf-8")
        return json.loads(text)
    except RecursionError:
        raise StateError(f"The brackets in {options.state} are nested too deeply.") from None
    except (OSError, ValueError) as error:
        raise StateError(f"{options.state} cannot be read: {error}") from error


def _in_words(document: dict[str, Any]) -> str:
    """The tables, a line each, and the other facts below them."""
    if "system" in document:
        return json.dumps(document, indent=1)
    lines = []
    played = document.get("tables")
    for number, tables in enumerate([played] if played is not None else document["rounds"], 1):
        lines += [f"Round {number}"] if played is None else []
        lines += [
            f"  table {place}: {', '.join(map(str, table))}"
            for place, table in enumerate(tables, 1)
        ]
    for name, value in document.items():
        if name not in ("tables", "rounds"):
            lines.append(f"{name}: {json.dumps(value)}")
    return "\n".join(lines)


def _complain(sentence: str, status: int) -> int:
    sys.stderr.write(sentence + "\n")
    return status
