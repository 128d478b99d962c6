"""The games in a terminal: a table to play at, the adjudicator, and JSON for scripts.

    python -m games play metro_x --players 3
    python -m games play metro_x --bots search --budget 1s
    python -m games replay FILE
    python -m games why FILE --move "B 3" --player 0
    python -m games list
    python -m games legal FILE
    python -m games simulate metro_x --players 4 --games 100 --seed 1
    python -m games simulate terminus --bots search,greedy
    python -m games simulate express --option target=120 --option dealer=1
    python -m games score metro_x SHEET.json
    python -m games draw FILE --player 0 > board.svg
    python -m games draw metro_x > empty.svg

FILE is a record as ``Record.dump`` writes it. Exit codes: 0 done (or: legal), 1 refused (or: the
sheet has issues), 2 something that cannot be read or does not exist.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from games.cli import scripts, table
from games.cli.bots import BOTS
from games.kernel import IllegalActionError
from games.numbers import MOST_SEED, argument

NUMBER = argument(-MOST_SEED, MOST_SEED)
"""Any number that can be meant; whether it is one of seats, moves or games, the commands say."""


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO) -> int:
    """Run one command; the exit code."""
    args = _parser().parse_args(argv)
    args.stdin, args.stdout = stdin, stdout
    try:
        return int(args.run(args))
    except IllegalActionError as fault:
        stdout.write(f"{fault}\n")
        return 1
    except KeyError as fault:
        stdout.write(f"Nothing here is called {fault}.\n")
    except BrokenPipeError:
        raise
    except OSError as fault:
        stdout.write(f"{fault.filename}: {fault.strerror}.\n")
    except UnicodeDecodeError:
        stdout.write("This is not text: the file must be in UTF-8.\n")
    except RecursionError:
        stdout.write("The brackets are nested too deeply.\n")
    except (IndexError, ValueError) as fault:
        stdout.write(f"{fault}\n")
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games", description="Run the games in a terminal."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _play(_command(commands, "play", table.play, "play in the terminal against simple bots"))
    _file(_command(commands, "replay", table.replay, "show a stored game move by move"))
    why = _file(_command(commands, "why", table.why, "ask whether a move is legal, and why not"))
    why.add_argument("--move", required=True, help="the move as it is written in a record")
    why.add_argument("--player", help="a seat, `chance` or `arbiter` (default: the player to move)")
    why.add_argument("--at", type=NUMBER, help="after this many moves (default: at the end)")
    _command(commands, "list", scripts.list_games, "list the games, their packs and sheets as JSON")
    legal = _file(_command(commands, "legal", scripts.legal, "list the legal moves as JSON"))
    legal.add_argument("--at", type=NUMBER, help="after this many moves (default: at the end)")
    _simulate(
        _command(
            commands, "simulate", scripts.simulate, "let bots play, and write the results as JSON"
        )
    )
    _score(
        _command(
            commands,
            "score",
            scripts.score,
            "check and score a sheet, and write the result as JSON",
        )
    )
    _draw(
        _command(
            commands, "draw", table.draw, "draw a board as SVG: empty, to print, or with marks"
        )
    )
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: object,
    about: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=about, description=about)
    parser.set_defaults(run=run)
    return parser


def _file(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("file", type=Path, help="a stored game")
    parser.add_argument("--pack", type=Path, help="your own content pack")
    return parser


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the key of a game, as `list` shows it")
    parser.add_argument("--pack", default="", help="a pack that `list` shows, or your own file")
    parser.add_argument(
        "--players", type=NUMBER, help="how many (default: the fewest, but at least 2)"
    )
    text = "an option that `list` shows, as KEY=VALUE; repeat it to set several options"
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=text)


def _play(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--seat", type=NUMBER, default=0, help="your seat, from 0")
    _bots(parser, default="greedy")
    parser.add_argument("--seed", type=NUMBER, help="to play the same game again")
    parser.add_argument("--save", type=Path, help="write the record to this file at the end")


def _bots(parser: argparse.ArgumentParser, *, default: str) -> None:
    names = ", ".join(BOTS)
    text = f"{names}; or one for each seat in turn, such as search,greedy"
    parser.add_argument("--bots", "--bot", default=default, help=text)
    text = "the budget of a search for each move: decisions, such as 5000, or a time, such as 0.5s"
    parser.add_argument("--budget", help=text)


def _simulate(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("--games", type=NUMBER, default=100)
    parser.add_argument("--seed", type=NUMBER, default=0)
    _bots(parser, default="uniform")


def _score(parser: argparse.ArgumentParser) -> None:
    _game(parser)
    parser.add_argument("file", type=Path, help="a sheet: a JSON object of its fields")
    parser.add_argument(
        "--sheet", default="", help="a sheet that `list` shows (default: the first)"
    )


def _draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", help="the key of a game, for an empty board; or a stored game")
    parser.add_argument("--pack", default="", help="a pack that `list` shows, or your own file")
    parser.add_argument(
        "--player", type=NUMBER, default=0, help="whose board to draw from a stored game"
    )
    parser.add_argument("--at", type=NUMBER, help="after this many moves (default: at the end)")
