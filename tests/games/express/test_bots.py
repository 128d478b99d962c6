"""The bots: games of theirs look like games, and they know no more than their seat."""

import random
from collections import Counter

from games.express import greedy
from games.express.bots import worth
from games.testing import play_out
from tests.games.express.positions import ENDING, GAME, ME, NEXT, at_table


class TestTheGreedyBot:
    def test_it_goes_out_when_it_can(self):
        state = at_table(hand="box", trains=ENDING)
        assert str(greedy(state, ME, random.Random(1))) == "out box"

    def test_it_lays_a_car_that_fits(self):
        state = at_table(hand="tank wreck", trains=["tank tank"], rounds=1)
        assert str(greedy(state, ME, random.Random(1))) == "add tank A"

    def test_it_strikes_the_best_train_of_another(self):
        trains = {ME: ENDING, NEXT: ["box box box", "coach " * 6]}
        state = at_table(hand="wreck flat stock", trains=trains)
        assert str(greedy(state, ME, random.Random(1))) == "wreck 1B"

    def test_most_of_its_hands_end_by_going_out(self):
        rnd = random.Random(8)
        ends = Counter(play_out(GAME, 4, rnd, choose=greedy).state.end() for _ in range(8))
        assert ends["out"] > 4

    def test_it_beats_a_random_player(self):
        def choose(state, player, rnd):
            return (greedy if player else random_move)(state, player, rnd)

        def random_move(state, player, rnd):
            return rnd.choice(state.legal_actions(player))

        rnd = random.Random(9)
        firsts = [play_out(GAME, 3, rnd, choose=choose).state.placings()[0] for _ in range(4)]
        assert all(placing.place == 3 for placing in firsts)

    def test_it_knows_no_more_than_its_seat(self):
        record, rnd = play_out(GAME, 3, random.Random(3), choose=greedy), random.Random(4)
        for n in range(45, len(record.entries), 9):
            state = record.at(n)
            for player in state.actors():
                if player >= 0:
                    other = state.resample(player, rnd.random)
                    assert greedy(state, player, random.Random(5)) is greedy(
                        other, player, random.Random(5)
                    )
                    assert worth(state, player) == worth(other, player)
