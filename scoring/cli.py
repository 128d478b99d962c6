"""``python -m scoring``: standings from a file of results, without a site.

    python -m scoring schemes
    python -m scoring standings --scheme KEY RESULTS.json

The file is described at the top of ``scoring.reading``; ``-`` reads it from standard input. A
scheme is a key of ``schemes``, or a TOML file of one's own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from games.packs import FaultsError
from scoring import reading
from scoring.measures import MEASURES
from scoring.schemes import HOUSE, Scheme, load, scheme, schemes
from scoring.shown import rounded
from scoring.standings import Row, rank

OK, UNUSABLE = 0, 2


def main(arguments: Sequence[str], stdin: TextIO, stdout: TextIO) -> int:
    """Run one command; 0 if all went well, 2 after saying what is wrong."""
    args = _parser().parse_args(arguments)
    try:
        text = _schemes(args) if args.command == "schemes" else _standings(args, stdin)
    except FaultsError as fault:
        stdout.write(f"{fault}\n")
        return UNUSABLE
    except (OSError, ValueError, KeyError) as fault:
        stdout.write(f"{fault.args[-1] if fault.args else fault}\n")
        return UNUSABLE
    stdout.write(text)
    return OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("schemes", help="what there is to score by")
    listed.add_argument("--json", action="store_true")
    ranking = commands.add_parser("standings", help="the order of the players")
    ranking.add_argument("--scheme", default=HOUSE, help="a key, or a TOML file")
    ranking.add_argument("--tie-breaks", help="keys in order, with commas, instead of the scheme's")
    ranking.add_argument("--after", type=int, help="count only this many rounds, and no final")
    ranking.add_argument("--json", action="store_true")
    ranking.add_argument("results", help="a JSON file, or - for standard input")
    return parser


def _schemes(args: argparse.Namespace) -> str:
    if args.json:
        return _dump([_scheme_as_dict(found) for found in schemes().values()])
    lines = [
        f"{found.key:<16} {found.name}\n{'':<16} {found.about}\n" for found in schemes().values()
    ]
    return "".join(lines) + f"\nTie-breaks: {', '.join(MEASURES)}\n"


def _scheme_as_dict(found: Scheme) -> dict[str, Any]:
    return {
        "key": found.key,
        "name": found.name,
        "about": found.about,
        "source": found.source,
        "ours": found.ours,
        "ranked_by": found.ranked_by,
        "tie_breaks": found.tie_breaks,
    }


def _standings(args: argparse.Namespace, stdin: TextIO) -> str:
    chosen = load(Path(args.scheme)) if args.scheme.endswith(".toml") else _known(args.scheme)
    breaks = None if args.tie_breaks is None else _tie_breaks(args.tie_breaks)
    text = stdin.read() if args.results == "-" else Path(args.results).read_text("utf-8")
    results = reading.read(json.loads(text), after=args.after)
    rows = rank(results, chosen, key=lambda name: (name.casefold(), name), tie_breaks=breaks)
    if args.json:
        return _dump([_row_as_dict(row) for row in rows])
    return "".join(map(_row_as_text, rows)) or "Nobody has played.\n"


def _known(key: str) -> Scheme:
    if key not in schemes():
        raise ValueError(f"There is no scheme {key!r}: one of {', '.join(schemes())}.")
    return scheme(key)


def _tie_breaks(text: str) -> list[str]:
    keys = [key.strip() for key in text.split(",") if key.strip()]
    for key in keys:
        if key not in MEASURES:
            raise ValueError(f"There is no tie-break {key!r}: one of {', '.join(MEASURES)}.")
    return keys


def _row_as_dict(row: Row[str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "score": str(row.score),
        "wins": row.wins,
        "game_points": row.game_points,
        "games": row.games,
        "measures": {key: str(value) for key, value in row.measures.items()},
        "why_above": row.why.sentence if row.why else None,
    }


def _row_as_text(row: Row[str]) -> str:
    line = f"{row.place:>4}  {row.player:<30} {rounded(row.score):>9}\n"
    return line + (f"      {row.why.sentence}\n" if row.why else "")


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
