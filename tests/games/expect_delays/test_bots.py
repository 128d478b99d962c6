"""The bot that looks one move ahead, and what the site knows of the game."""

import random

from games import catalogue
from games.expect_delays import PACKS, greedy, load
from games.testing import play_out
from tests.games.expect_delays.positions import at_table


def choice(**what):
    return str(greedy(at_table(**what), 0, random.Random(1)))


class TestGreedy:
    def test_takes_a_win(self):
        assert choice(points=(6, 0), C="......c").startswith("disembark C6")

    def test_leaves_a_tourist_with_the_opponent_when_it_can(self):
        assert choice(points=(3, 0), S=".....c").startswith("disembark S5 tourist")

    def test_runs_with_as_many_cards_as_help(self):
        assert choice(swipes=(0, 8), C="c......") == "run C with c cs co"

    def test_boards_when_it_can_pay(self):
        assert choice(swipes=(2, 6), hands=("o t ot", "c s cs")).startswith("board")

    def test_beats_a_player_who_moves_at_random(self):
        game, rnd = load(PACKS["house"]), random.Random(3)

        def choose(state, player, rnd):
            if player == 0:
                return greedy(state, player, rnd)
            return rnd.choice(state.legal_actions(player))

        wins = [play_out(game, 2, rnd, choose=choose).state.placings()[0].place for _ in range(10)]
        assert wins.count(1) >= 9


class TestTheCatalogue:
    def test_a_tournament_of_it_can_be_run(self):
        info = catalogue.game("expect_delays")
        assert (info.name, info.target, info.sheet_per) == ("Expect Delays", 10, "game")
        assert (info.players, info.preferred_players) == (range(2, 3), 2)
        assert info.tie_breaks == ("Riders on own Lines", "Fare Swipes")
        assert info.timing.slot > info.timing.warning > info.timing.cutoff > info.timing.force_end

    def test_its_limits_are_those_of_the_sheet(self):
        info, game = catalogue.game("expect_delays"), catalogue.rules("expect_delays")
        points = catalogue.engine("expect_delays").sheets(game)["final"].fields[0]
        assert points.high == info.points_limit
        assert game.model.pack.target == info.target
