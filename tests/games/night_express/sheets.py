"""A score sheet of Night Express for the tests, to be changed at will."""

from __future__ import annotations

from copy import deepcopy

from games import night_express
from tests.games.night_express.positions import GAME

SHEETS = night_express.sheets(GAME, version="expert", extra_event=False)
EVALUATION, QUICK = SHEETS["evaluation"], SHEETS["quick"]
ROUNDS = [(number, route) for number in range(1, 5) for route in range(1, number + 1)]


def row(number, route, *points):
    return dict(
        zip(
            ("round", "route", "wagons", "lease", "special", "options", "travel", "service"),
            (number, route, *points),
            strict=True,
        )
    )


def sheet():
    """Two players with quiet games: 8 points a route, and 9 for the first player's best."""
    rows = [row(*pair, 7, 0, 0, 0, 1, 0) for pair in ROUNDS]
    data = {
        "routes": [rows, deepcopy(rows)],
        "other": [[{"round": 2, "rent": 1}], [{"round": 2, "rent": -1, "exchange": -5}]],
        "goal": ["5", "0"],
        "fleet": [40, 44],
        "money": [10, 10],
        "hsp": [["s1"], []],
        "autos": [[], ["s1"]],
    }
    data["routes"][0][-1]["wagons"] = 8
    return data
