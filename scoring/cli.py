"""``python -m scoring``: standings from a file of results, without a site.

    python -m scoring schemes
    python -m scoring standings --scheme KEY RESULTS.json
    python -m scoring convention GAMES.json
    python -m scoring ratings [--fade DAYS] [--on DAY] GAMES.json

The files are described at the top of ``scoring.json_input``, ``scoring.conventions.json_input``
and ``scoring.rating_input``; ``-`` reads one from standard input. A scheme is a key that
``schemes`` lists, or a TOML file of your own. Exit status: 0 if all went well, 2 if the command or
a file is wrong; standard error then says what is wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from games.numbers import argument, many
from games.packs import FaultsError
from scoring import json_input, rating_input, ratings
from scoring.conventions import json_input as convention_input
from scoring.conventions import report
from scoring.formatting import rounded
from scoring.json_reading import parse
from scoring.measures import MEASURES
from scoring.schemes import HOUSE, Scheme, load, scheme, schemes
from scoring.standings import Row, rank

OK, UNUSABLE = 0, 2
MOST_ROUNDS = 10_000


class UnusableError(Exception):
    """A fault of a command or of one of its files, in a sentence."""


def main(arguments: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run one command; 0 if all went well, 2 after saying on ``stderr`` what is wrong."""
    args = _parser().parse_args(arguments)
    try:
        found = _run(args, stdin)
    except (FaultsError, UnusableError) as fault:
        stderr.write(f"{fault}\n")
        return UNUSABLE
    stdout.writelines(found)
    return OK


def _run(args: argparse.Namespace, stdin: TextIO) -> Iterable[str]:
    match args.command:
        case "schemes":
            return _schemes(args)
        case "standings":
            return _standings(args, stdin)
        case "ratings":
            return _ratings(args, stdin)
    return _convention(args, stdin)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    listed = commands.add_parser("schemes", help="list the points schemes")
    listed.add_argument("--json", action="store_true")
    ranking = commands.add_parser("standings", help="rank the players")
    ranking.add_argument("--scheme", default=HOUSE, help="a scheme's key, or a TOML file")
    ranking.add_argument(
        "--tie-breaks", help="keys in order, separated by commas, to replace the scheme's"
    )
    rounds = argument(0, MOST_ROUNDS)
    ranking.add_argument(
        "--after", type=rounds, help="count only this many rounds, without the final"
    )
    ranking.add_argument("--json", action="store_true")
    ranking.add_argument("results", help="a JSON file, or - for standard input")
    convention = commands.add_parser("convention", help="rank the people of a convention")
    convention.add_argument("--json", action="store_true")
    convention.add_argument("results", help="a JSON file, or - for standard input")
    _add_ratings(commands.add_parser("ratings", help="rate the players of many games"))
    return parser


def _add_ratings(rated: argparse.ArgumentParser) -> None:
    days = argument(ratings.SHORTEST_FADE, ratings.LONGEST_FADE)
    rated.add_argument(
        "--fade",
        type=days,
        metavar="DAYS",
        help="after so many days without a game a rating is as uncertain as a newcomer's",
    )
    rated.add_argument("--on", metavar="DAY", help="the day to rate on; the last day of play")
    rated.add_argument("--model", choices=list(ratings.MODELS), default=ratings.MODEL)
    rated.add_argument("--json", action="store_true")
    rated.add_argument("results", help="a JSON file, or - for standard input")


def _schemes(args: argparse.Namespace) -> Iterable[str]:
    if args.json:
        return _as_json(map(_scheme_as_dict, schemes().values()))
    lines = [
        f"{found.key:<16} {found.name}\n{'':<16} {found.about}\n" for found in schemes().values()
    ]
    return [*lines, f"\nTie-breaks: {', '.join(MEASURES)}\n"]


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


def _standings(args: argparse.Namespace, stdin: TextIO) -> Iterable[str]:
    chosen = _scheme(args.scheme)
    breaks = None if args.tie_breaks is None else _tie_breaks(args.tie_breaks)
    data, name = _data(args, stdin)
    results = json_input.read(data, after=args.after, name=name)
    rows = rank(results, chosen, key=lambda name: (name.casefold(), name), tie_breaks=breaks)
    if args.json:
        return _as_json(map(_row_as_dict, rows))
    return map(_row_as_text, rows) if rows else ["Nobody has played yet.\n"]


def _convention(args: argparse.Namespace, stdin: TextIO) -> Iterable[str]:
    found = convention_input.read(*_data(args, stdin))
    if args.json:
        return [json.dumps(report.as_dict(found), ensure_ascii=False, indent=1), "\n"]
    return report.as_text(found)


def _ratings(args: argparse.Namespace, stdin: TextIO) -> Iterable[str]:
    games = rating_input.read(*_data(args, stdin))
    try:
        day = (
            rating_input.day_of(args.on) if args.on else max((one.day for one in games), default=0)
        )
    except ValueError:
        raise UnusableError(f"{args.on[:60]!r} is not a day such as 2026-01-05.") from None
    played = [game for game in games if game.day <= day]
    rated = ratings.rate(played, fade=args.fade, model=args.model)
    counted = Counter(one.player for one in rated)
    rows = ratings.standing_on(rated, day, fade=args.fade)
    if args.json:
        return _as_json(_rating_as_dict(row, counted[row.player]) for row in rows)
    return (
        f"{row.shown:>5}  {row.player:<30} {many(counted[row.player], 'game')}\n" for row in rows
    )


def _rating_as_dict(row: ratings.Rating[str], games: int) -> dict[str, Any]:
    return {
        "player": row.player,
        "rating": row.shown,
        "mean": row.mean,
        "deviation": row.deviation,
        "games": games,
    }


def _data(args: argparse.Namespace, stdin: TextIO) -> tuple[Any, str]:
    """The JSON of the file that was named, and what to call it."""
    name = "standard input" if args.results == "-" else args.results
    return parse(stdin.read() if args.results == "-" else _content(args.results), name), name


def _content(name: str) -> str:
    """The text of a file. Raises UnusableError with the file's name."""
    try:
        return Path(name).read_text("utf-8")
    except OSError as fault:
        raise UnusableError(f"{name} cannot be read: {fault.strerror}.") from None
    except ValueError:  # not in UTF-8, or a name that no file has
        raise UnusableError(f"{name} cannot be read: it is not UTF-8 text.") from None


def _scheme(name: str) -> Scheme:
    if name.endswith(".toml"):
        try:
            return load(Path(name))
        except FaultsError as fault:
            raise FaultsError(name, fault.faults) from None
        except OSError as fault:
            raise UnusableError(f"{name} cannot be read: {fault.strerror}.") from None
        except ValueError:
            raise UnusableError(f"{name!r} is not the name of a file.") from None
    if name not in schemes():
        raise UnusableError(f"There is no scheme {name[:60]!r}. Use one of {', '.join(schemes())}.")
    return scheme(name)


def _tie_breaks(text: str) -> list[str]:
    keys = [key.strip() for key in text.split(",") if key.strip()]
    for key in keys:
        if key not in MEASURES:
            known = ", ".join(MEASURES)
            raise UnusableError(f"There is no tie-break {key[:60]!r}. Use one of {known}.")
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


def _as_json(items: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A JSON list, one item on a line, as long as it may be."""
    before = "[\n"
    for item in items:
        yield before + json.dumps(item, ensure_ascii=False)
        before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"
