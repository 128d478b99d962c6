"""The games as PettingZoo environments pass PettingZoo's own tests."""

from __future__ import annotations

import json
import warnings
from random import Random

import pytest

from games import catalogue
from games.kernel import IllegalActionError

pytest.importorskip("pettingzoo", reason="the extra roundhouse[pettingzoo] is not installed")

from pettingzoo.test import api_test, seed_test

from games.adapters.pettingzoo import GameEnv, env


@pytest.mark.parametrize("key", catalogue.games())
def test_every_game_passes_the_tests_of_pettingzoo(key, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are not images
        api_test(env(key), num_cycles=150)
        seed_test(lambda: env(key), num_cycles=60)


def test_a_game_is_played_to_its_end_by_masks_alone():
    game, lot = GameEnv("metro_x", players=3, render_mode="ansi"), Random(1)
    game.reset(seed=4)
    for agent in game.agent_iter():
        seen, reward, over, _, info = game.last()
        text = bytes(seen["observation"]).rstrip(b"\0")
        assert json.loads(text) == info["view"] == game.state.view(game.seats[agent])
        legal = seen["action_mask"].nonzero()[0]
        moves = game.state.legal_actions(game.seats[agent])
        assert [game.game.actions[number] for number in legal] == sorted(moves, key=lambda m: m.id)
        game.step(None if over else int(lot.choice(legal)))
        if over:
            place = game.state.placings()[game.seats[agent]].place
            assert (reward > 0) == (place == 1)
    assert game.state.end() == "windows-full"
    assert "windows" in game.render().lower()


def test_an_illegal_move_is_refused_and_in_the_wrapped_game_it_loses():
    game = GameEnv("metro_x")
    game.reset(seed=1)
    mask = game.observe(game.agent_selection)["action_mask"]
    illegal = int((mask == 0).nonzero()[0][0])
    with pytest.raises(IllegalActionError):
        game.step(illegal)
    kind = env("metro_x")
    kind.reset(seed=1)
    loser = kind.agent_selection
    kind.step(illegal)
    assert kind.rewards[loser] == -1
    assert all(kind.terminations.values())


def test_players_packs_and_options_are_those_of_the_game():
    game = GameEnv("metro_x", players=6, pack="tube_town")
    assert (len(game.possible_agents), game.game.pack) == (6, "tube_town")
    with pytest.raises(ValueError, match="players"):
        GameEnv("terminus", players=9)
    simple = GameEnv("night_express", version="simplified")
    simple.reset(seed=1)
    assert simple.agents == ["seat_0", "seat_1"]
