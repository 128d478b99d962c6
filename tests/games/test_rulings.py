"""After whatever a conductor lets stand, or a game that is ended early, the position is sound.

ROUNDHOUSE_RULINGS says how many games of each are played with rulings; a few are enough for every
day.
"""

from __future__ import annotations

import os
import random
from contextlib import suppress

import pytest

from games import catalogue
from games.kernel import ARBITER, CHANCE, IllegalActionError
from games.record import Record

GAMES = [
    (key, players)
    for key, players in (
        ("express", 3),
        ("expect_delays", 2),
        ("metro_x", 2),
        ("night_express", 2),
        ("night_express", 4),
        ("terminus", 2),
        ("terminus", 4),
    )
]
MEDDLED = int(os.environ.get("ROUNDHOUSE_RULINGS", "2"))
RULINGS = 0.25
"""The share of moves that are any move of the game, let stand by the conductor."""


def meddled(game, players, seed, most=900):
    """A game at random in which many illegal moves stand: every position, one by one. All else is
    played as it is listed, and must not be refused."""
    rnd = random.Random(seed)
    record = Record(game, players)
    for _ in range(most):
        who = record.state.actors()
        if not who:
            return
        player = rnd.choice(who)
        if player == CHANCE:
            record.play(player, record.state.sample(rnd.random))
        elif rnd.random() < RULINGS:
            for action in rnd.sample(game.actions, min(12, len(game.actions))):
                with suppress(IllegalActionError):
                    record.stand(player, action, "seen too late")
                    break
        else:
            record.play(player, rnd.choice(record.state.legal_actions(player)))
        yield record.state


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_after_whatever_stands_the_position_is_sound_and_the_game_goes_on(key, players):
    game = catalogue.rules(key)
    for seed in range(MEDDLED):
        for state in meddled(game, players, seed):
            state.check()
            for player in state.actors():
                assert state.legal_actions(player)


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_a_game_that_is_ended_early_at_any_moment_is_sound(key, players):
    game = catalogue.rules(key)
    for seed in range(MEDDLED // 2):
        for state in meddled(game, players, seed):
            for action in state.legal_actions(ARBITER):
                stopped = state.copy()
                stopped.apply(ARBITER, action)
                stopped.check()
                stopped.view(None)
                stopped.placings()
