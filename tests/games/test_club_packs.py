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

from games import expect_delays, night_express, packs, terminus
from games.expect_delays import loading as expect_delays_loading
from games.expect_delays.game import ExpectDelays
from games.night_express import loading as night_express_loading
from games.night_express.game import NightExpress
from games.packs import PackError
from games.terminus import loading as terminus_loading
from games.terminus.game import Terminus
from games.testing import play_out

PACKS = int(os.environ.get("ROUNDHOUSE_PACKS", "40"))
CLUBS = {
    "expect_delays": (expect_delays, expect_delays_loading, ExpectDelays),
    "night_express": (night_express, night_express_loading, NightExpress),
    "terminus": (terminus, terminus_loading, Terminus),
}
SPARE = 20
"""Tries for a pack that loads: most changes are faults."""


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
            part[last] = max(0, old + rnd.choice([-3, -2, -1, 1, 2, 3]))
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


def read(loading, data):
    """The pack, or its faults."""
    try:
        return loading.read(packs.Pack(data, "club")), ()
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
    package, loading, make = CLUBS[key]
    data = tomllib.loads(loading.HOUSE.read_text("utf-8"))
    rnd = random.Random(key)
    played = 0
    for _ in range(PACKS * SPARE):
        pack, faults = read(loading, changed(data, rnd))
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
