"""The commands for scripts: each writes one JSON value."""

# ruff: noqa: S311 - games are dealt by a seeded generator so that they can be dealt again

from __future__ import annotations

import json
import random
import time
from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games import catalogue
from games.cli.bots import of_seats
from games.cli.table import open_game, options_of, record_of, seats
from games.kernel import ARBITER, NAMES
from games.numbers import shown, whole_number
from games.options import settle
from games.playing import play_out
from games.sheet import Field, Sheet


def _write(args: Namespace, value: Any) -> None:
    args.stdout.write(json.dumps(value, indent=2) + "\n")


def list_games(args: Namespace) -> int:
    """Every game: players, packs, sheets with their fields, which rulebook it follows."""
    _write(args, [_about(key) for key in catalogue.games()])
    return 0


def _about(key: str) -> dict[str, Any]:
    info, engine = catalogue.game(key), catalogue.engine(key)
    game = catalogue.rules(key)
    return {
        "key": key,
        "name": info.name,
        "players": [game.players[0], game.players[-1]],
        "rules": game.rules,
        "packs": {name: catalogue.rules(key, name).digest for name in engine.PACKS},
        "notices": {name: catalogue.rules(key, name).notice for name in engine.PACKS},
        "moves": len(game.actions),
        "kinds": list(game.kinds),
        "ends": list(game.ends),
        "keys": list(game.keys),
        "options": [asdict(option) for option in game.options],
        "sheets": {
            name: [_field(field) for field in sheet.fields]
            for name, sheet in catalogue.sheets(key).items()
        },
        "rulebook": info.rulebook,
    }


def _field(field: Field) -> dict[str, Any]:
    players = field.players and [field.players[0], field.players[-1]]
    return asdict(field) | {"players": players, "fields": [_field(one) for one in field.fields]}


def legal(args: Namespace) -> int:
    """The legal moves at a position, by who is to move; the arbiter's too, where there are any."""
    record = record_of(args)
    state = record.state if args.at is None else record.at(args.at)
    moves = {
        NAMES.get(player, str(player)): [str(action) for action in state.legal_actions(player)]
        for player in (*state.actors(), ARBITER)
    }
    if not moves["arbiter"]:
        del moves["arbiter"]
    _write(args, {"end": state.end(), "legal": moves})
    return 0


def simulate(args: Namespace) -> int:
    """Whole games between bots: how many decisions, how long, how they ended, who came where.

    ``places`` counts each seat's places, ``scores`` has the lowest, mean and highest score.
    """
    game, rnd = open_game(args), random.Random(args.seed)
    if args.games < 1:
        raise ValueError("Play at least one game.")
    players, choose, chosen = seats(game, args.players), of_seats(args), options_of(args, game)
    ends: Counter[str] = Counter()
    places: list[Counter[int]] = [Counter() for _ in range(players)]
    scores: list[int] = []
    decisions, draws = 0, 0
    began = time.process_time()
    for _ in range(args.games):
        state = game.new(players, **chosen)
        made, drawn = play_out(state, choose, rnd)
        decisions, draws = decisions + made, draws + drawn
        ends[state.end()] += 1
        for placing in state.placings():
            places[placing.player][placing.place] += 1
            scores.append(placing.score)
    report = {
        "game": game.key,
        "pack": game.pack,
        "notice": game.notice,
        "players": players,
        "options": chosen,
        "games": args.games,
        "decisions": decisions,
        "draws": draws,
        "seconds": round(time.process_time() - began, 3),
        "ends": dict(ends),
        "places": [{str(place): seat[place] for place in sorted(seat)} for seat in places],
        "scores": [min(scores), round(sum(scores) / len(scores), 2), max(scores)],
    }
    _write(args, report)
    return 0


def score(args: Namespace) -> int:
    """A sheet's issues; when there are none, its score line by line and the places."""
    game = open_game(args)
    chosen = settle(catalogue.game(game.key).name, game.options, options_of(args, game))
    sheets = catalogue.engine(args.game).sheets(game, **chosen)
    sheet = sheets[args.sheet or next(iter(sheets))]
    data = _read(args.file)
    players = _players(sheet, data) if args.players is None else seats(game, args.players)
    players = players or game.players[0]
    issues = sheet.clean(data, players)
    report: dict[str, Any] = {"notice": sheet.notice, "issues": [one._asdict() for one in issues]}
    if not issues:
        report["computed"] = dict(sheet.computed(data, players))
        report["lines"] = [line._asdict() for line in sheet.lines(data, players)]
        report["places"] = [placing._asdict() for placing in sheet.placings(data, players)]
    _write(args, report)
    return 1 if issues else 0


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"), parse_int=_whole)
    except json.JSONDecodeError as fault:
        raise ValueError(f"{file} is not JSON: {fault}.") from None


def _whole(digits: str) -> int:
    """A whole number of a document. Raises ValueError for one that no table can write down."""
    number = whole_number(digits.removeprefix("-"))
    if number is None:
        raise ValueError(f"{shown(digits)} is too large a number.")
    return -number if digits.startswith("-") else number


def _players(sheet: Sheet, data: Any) -> int:
    """How many entries the first field of each player has."""
    for field in sheet.fields:
        if (
            field.per == "player"
            and isinstance(data, dict)
            and isinstance(data.get(field.name), list)
        ):
            return len(data[field.name])
    return 0
