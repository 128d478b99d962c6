"""Packs that clubs write: whatever loads keeps the contract, whatever does not says why.

Each pack is the default pack of its game with numbers, words and lists changed at random.
ROUNDHOUSE_PACKS says how many are tried for each game; a few of them are enough for every day.
"""

from __future__ import annotations

import os
import random
import tomllib
from copy import deepcopy

import pytest

from games import expect_delays, express, metro_x, night_express, packs, terminus
from games.expect_delays import loading as expect_delays_loading
from games.expect_delays.game import ExpectDelays
from games.express import content as express_content
from games.express.rules.game import Express
from games.metro_x import pack as metro_x_pack
from games.metro_x.rules import Game as MetroX
from games.night_express import loading as night_express_loading
from games.night_express.game import NightExpress
from games.packs import PackError
from games.terminus import loading as terminus_loading
from games.terminus.game import Terminus
from games.testing import play_out
from tests.examples import ALL

PACKS = int(os.environ.get("ROUNDHOUSE_PACKS", "10" if ALL else "2"))
CLUBS = {
    "expect_delays": (expect_delays, expect_delays_loading.read, ExpectDelays),
    "express": (express, express_content.of_pack, Express),
    "metro_x": (metro_x, metro_x_pack.read, MetroX),
    "night_express": (night_express, night_express_loading.read, NightExpress),
    "terminus": (terminus, terminus_loading.read, Terminus),
}
SPARE = 20
"""Tries for a pack that loads: most changes are faults."""


FAR = [1, 20, 99]
ODD = [
    "flip",
    "free",
    "nothing",
    "wild",
    "loco",
    "deal",
    "pass",
    "wild as box",
    "two words",
    "A",
    "",
]
"""Names that may be taken: words of moves, of sheets, or none."""
ODDLY = 0.1
"""The share of numbers that are far off, and of such names."""


def leaves(part, path=()):
    """The path of every number, word and flag of a pack."""
    if isinstance(part, dict):
        return [one for key, value in part.items() for one in leaves(value, (*path, key))]
    if isinstance(part, list):
        return [one for key, value in enumerate(part) for one in leaves(value, (*path, key))]
    return [path]


def changed(data, rnd):
    """A pack with a few numbers changed, words exchanged, or a list the other way round."""
    twin = deepcopy(data)
    every = leaves(twin)
    for _ in range(rnd.randint(1, 6)):
        *way, last = rnd.choice(every)
        part = twin
        for key in way:
            part = part[key]
        old = part[last]
        if isinstance(old, bool):
            part[last] = not old
        elif isinstance(old, int):
            near = max(0, old + rnd.choice([-3, -2, -1, 1, 2, 3]))
            part[last] = rnd.choice(FAR) if rnd.random() < ODDLY else near
        elif last == "id" and rnd.random() < ODDLY:
            part[last] = rnd.choice(ODD)
        elif isinstance(part, list):
            rnd.shuffle(part)
        else:
            others = [one for one in every if one[-1] == last and len(one) == len(way) + 1]
            *there, name = rnd.choice(others)
            other = twin
            for key in there:
                other = other[key]
            part[last] = other[name]
    return twin


def lists(part):
    """Every list of tables in a pack with more than one of them."""
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    found = [one for each in inside for one in lists(each)]
    tables = isinstance(part, list) and len(part) > 1 and isinstance(part[0], dict)
    return [part, *found] if tables else found


def other_rows(data, rnd):
    """A list of the pack has a row less, or one twice under another id."""
    rows = rnd.choice(lists(data))
    if rnd.random() < 0.5:
        rows.pop(rnd.randrange(len(rows)))
    else:
        row = deepcopy(rnd.choice(rows))
        rows.append(row | {"id": f"{row['id']}x"} if "id" in row else row)


def deck_of(data):
    """Have the deck of Express count its cards, as a club would after it has changed some."""
    deck = data["deck"]
    deck["freight_copies_plus_value"] = 0
    for kind in express_content.CLASSES:
        deck[kind] = sum(card["copies"] for card in data["card"] if card["class"] == kind)
    deck["cards"] = sum(card["copies"] for card in data["card"])


def read(reader, data):
    """The pack, or its faults."""
    try:
        return reader(packs.Pack(data, "club")), ()
    except PackError as error:
        return None, error.faults


def check_game(game, sheets, rnd):
    """A game at random: both writings of the rules agree, and its sheet is good."""
    players = rnd.choice(list(game.players))

    def choose(state, player, rnd):
        legal = state.legal_actions(player)
        for action in (*rnd.sample(legal, min(3, len(legal))), *rnd.sample(game.actions, 5)):
            is_legal = any(action is one for one in legal)
            assert (state.refusal(player, action) is None) == is_legal, str(action)
        state.check()
        return rnd.choice(legal)

    state = play_out(game, players, rnd, choose=choose).state
    state.check()
    for sheet in sheets(game).values():
        data = sheet.of(state)
        assert sheet.clean(data, players) == []
        assert sheet.placings(data, players) == state.placings()


@pytest.mark.parametrize("key", CLUBS)
def test_whatever_loads_keeps_the_contract(key):
    package, reader, make = CLUBS[key]
    data = tomllib.loads(next(iter(package.PACKS.values())).read_text("utf-8"))
    rnd = random.Random(key)
    played = 0
    for _ in range(PACKS * SPARE):
        club = changed(data, rnd)
        if rnd.random() < ODDLY:
            other_rows(club, rnd)
        if key == "express":
            deck_of(club)
        pack, faults = read(reader, club)
        if pack is None:
            assert faults
            for where, _, text in faults:
                assert where
                assert text.endswith((".", "!"))
            continue
        check_game(make(pack), package.sheets, rnd)
        played += 1
        if played == PACKS:
            return
    raise AssertionError(f"only {played} packs loaded")
