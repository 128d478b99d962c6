"""The bot, and the table as text."""

from __future__ import annotations

from random import Random

from games.night_express import greedy, show
from games.testing import play_out
from tests.games.night_express.positions import GAME, play, preparing, upgrading

ROUTES = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"]}


def test_greedy_beats_random_play():
    won = 0
    for seed in range(40):
        bold = seed % 2

        def choose(state, player, rnd, bold=bold):
            if player == bold:
                return greedy(state, player, rnd)
            return rnd.choice(state.legal_actions(player))

        placings = play_out(GAME, 2, Random(seed), choose=choose).state.placings()
        won += placings[bold].place == 1
    assert won >= 32


def test_greedy_keeps_its_points_and_does_not_exchange_them():
    state = upgrading(ROUTES, players=2, trains={0: ["red-1"], 1: ["grey-1"]})
    state.money[0] = 0
    assert str(greedy(state, 0, Random(1))) == "money"


def test_the_table_as_text_shows_what_a_player_may_know():
    state = preparing(ROUTES, players=2, posts={0: ["paris"]})
    play(state, "0 done", "1 done", "0 bid 3")
    text = show(state, 1)
    assert text.startswith("Round 1, expert version: bid\nOpen cards: none\nTrains: ")
    assert "Seat 0: 0 points, 30 MONEY, bid sealed" in text
    assert "S1 vienna-munich-paris: 11 passengers, service at paris" in text
    assert "goal secret" in text
    play(state, "1 bid X", "0 lease")
    assert "(leased)" in show(state, None)
    busy = upgrading(ROUTES, players=2, trains={0: ["red-1"], 1: ["grey-1"]})
    busy.special[0], busy.safe[0], busy.insured = 4, True, 1
    play(busy, "0 money", "1 insure yellow")
    text = show(busy, 0)
    assert "1 dining, 1 auto, protected" in text
    assert "Fields taken: insure yellow" in text
    assert "insured" in text
