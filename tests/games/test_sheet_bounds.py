"""For every number on a score sheet: the least and the greatest that the rules allow, and what
binds it. ``l.`` is a line of the rulebook; "ours" catches a slip of the finger, and is no rule.

ROUNDHOUSE_SHEETS says how many finished games of each are written down.
"""

from __future__ import annotations

import os
import random
from copy import deepcopy
from functools import cache

import pytest

from games import catalogue
from games.testing import play_out

SHEETS = int(os.environ.get("ROUNDHOUSE_SHEETS", "8"))
OURS = "ours: house data or a picture has the value"
TABLE = {
    ("expect_delays", "final"): {
        "points": (0, 99, OURS),
        "riders": (0, 9, "Components: Commuters of a player, and all Tourists"),
        "swipes": (0, 8, "Components: Fare Swipes"),
    },
    ("express", "quick"): {"points": (-300, 300, "ours: no hand comes near")},
    ("metro_x", "board"): {
        "transfers": (0, 120, "Transfer: twice the largest numbers, a window each"),
        "empty": (0, 76, "the stations of the board"),
    },
    ("metro_x", "totals"): {
        "completed": (0, 41, "Completed Line: every gold diamond of the board"),
        "transfers": (0, 120, "Transfer: twice the largest numbers, a window each"),
        "empty": (0, 76, "the stations of the board"),
    },
    ("night_express", "evaluation"): {
        "routes.round": (1, 4, "l.228"),
        "routes.route": (1, 4, "l.239: a route for each round"),
        "routes.wagons": (0, 99, OURS),
        "routes.lease": (-99, 0, "l.327: a deduction; its size: " + OURS),
        "routes.special": (0, 99, OURS),
        "routes.options": (0, 99, OURS),
        "routes.travel": (-2, 3, "l.271: +3 at 7 hours to -2 at 12"),
        "routes.service": (0, 2, "l.301, l.424"),
        "other.round": (1, 4, "l.228"),
        "other.rent": (-99, 99, "l.297: see sheet_checks, a point for each route"),
        "other.events": (-99, 99, OURS),
        "other.specialists": (-99, 99, OURS),
        "other.exchange": (-5, 0, "l.402"),
        "fleet": (32, 48, "l.343 to l.347: four trains of 8 to 12 wagons"),
        "money": (0, 9999, "ours"),
    },
    ("night_express", "quick"): {
        "points": (-999, 999, "ours"),
        "money": (0, 9999, "ours"),
    },
    ("terminus", "score_pad"): {
        "stations": (0, 12, "l.224: 12 discs"),
        "hubs_one": (0, 7, "l.864: 2 discs each, and the Prime Hub"),
        "hubs_more": (0, 7, "l.864: 2 discs each, and the Prime Hub"),
        "projects.number": (1, 99, "ours: two digits"),
        "projects.lobbyists": (2, 4, "l.546 to l.549"),
        "projects.column": (0, 3, "l.924: a picture has three"),
        "projects.value": (0, 999, OURS),
        "agendas.value": (0, 999, OURS),
        "demands": (0, 21, "l.123; l.188 to l.194: 12 or 15 are dealt"),
        "demand_value": (0, 999, OURS),
        "coins": (0, 999, "ours (T7)"),
        "used": (0, 12, "l.224"),
        "discs": (0, 12, "l.224"),
    },
}
BOUND = {
    ("metro_x", "transfers"): "a Transfer is twice a number, so the sum is even",
    ("night_express", "routes.round"): "each route of a round is there once",
    ("night_express", "routes.route"): "each route of a round is there once",
    ("night_express", "routes.service"): "2 points, or none",
    ("night_express", "other.rent"): "what one pays another gets",
    ("night_express", "other.exchange"): "5 points, once",
    ("terminus", "used"): "discs in the City and discs left are 12",
    ("terminus", "discs"): "discs in the City and discs left are 12",
}
"""Where one more or one less than was played is always refused. Of all other numbers the rules know
a range, or another number that binds them in some games: a slip by one can be true."""


def numbers(sheet, data):
    """The name of each number on a sheet, its path and its value."""
    for field in sheet.fields:
        if field.computed or field.name not in data:
            continue
        for seat, value in enumerate(data[field.name] if field.per == "player" else []):
            if field.kind == "whole":
                yield field.name, (field.name, seat), value
            for index, row in enumerate(value if field.kind == "rows" else []):
                for part in field.fields:
                    if part.kind == "whole" and part.name in row:
                        path = (field.name, seat, index, part.name)
                        yield f"{field.name}.{part.name}", path, row[part.name]


def changed(data, path, value):
    twin = deepcopy(data)
    part = twin
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return twin


@cache
def finished(key):
    """Positions at the end of games at random and by the bot, with their numbers of players."""
    game, engine = catalogue.rules(key), catalogue.engine(key)
    found = []
    for seed in range(SHEETS):
        players = game.players[seed % len(game.players)]
        choose = engine.greedy if seed % 2 else None
        found.append((players, play_out(game, players, random.Random(seed), choose=choose).state))
    return found


@pytest.mark.parametrize(("key", "name"), TABLE)
def test_every_number_has_a_least_and_a_greatest_value_with_their_source(key, name):
    sheet = catalogue.engine(key).sheets(catalogue.rules(key))[name]
    found = {}
    for field in sheet.fields:
        if field.kind == "whole" and not field.computed:
            found[field.name] = (field.low, field.high)
        for part in field.fields:
            if part.kind == "whole":
                found[f"{field.name}.{part.name}"] = (part.low, part.high)
    assert found == {which: (low, high) for which, (low, high, _) in TABLE[key, name].items()}
    assert all(source for *_, source in TABLE[key, name].values())


def test_no_sheet_with_numbers_is_missing():
    every = {
        (key, name)
        for key in catalogue.games()
        for name in catalogue.engine(key).sheets(catalogue.rules(key))
    }
    assert every - set(TABLE) == {("express", "full")}, "it has cards, and no numbers"
    assert {(key, which) for (key, _), rows in TABLE.items() for which in rows} >= set(BOUND)


@pytest.mark.parametrize(("key", "name"), TABLE)
def test_what_was_played_is_accepted_and_a_bound_number_wrong_by_one_is_not(key, name):
    sheet = catalogue.engine(key).sheets(catalogue.rules(key))[name]
    for players, state in finished(key):
        data = sheet.of(state)
        assert sheet.clean(data, players) == []
        for which, path, value in numbers(sheet, data):
            low, high, _ = TABLE[key, name][which]
            for wrong in (low - 1, high + 1):
                assert sheet.clean(changed(data, path, wrong), players), (which, wrong)
            for wrong in (value - 1, value + 1) if (key, which) in BOUND else ():
                assert sheet.clean(changed(data, path, wrong), players), (which, wrong)
