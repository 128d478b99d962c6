"""Hands chained into a game: rules/express.md 1.9 and express-tournament.txt, Time Management."""

import random

import pytest

from games.express.rules.phases import DEALING
from games.kernel import ARBITER
from games.testing import play_out
from tests.games.express.positions import (
    ENDING,
    GAME,
    ME,
    NEXT,
    PRINTED,
    at_table,
    club,
    play,
)

WORTH = (5 - 2) * 1 + (4 - 2) * 4 + 3 + 10
"""The trains of ENDING and going out."""


def before_the_end(target, **slots):
    return at_table(hand="box", trains=ENDING, target=target, hands={NEXT: "wreck"}, **slots)


class TestTheNextHand:
    def test_it_is_dealt_while_nobody_has_the_target(self):
        state = play(before_the_end(WORTH + 1), "out box")
        assert state.phase == DEALING
        assert state.end() == ""
        assert state.scores == [WORTH, -5, 0, 0]
        assert state.view(None)["tally"] == [[WORTH, -5, 0, 0]]
        assert state.actors() == (-1,)

    def test_from_a_full_deck_by_the_next_dealer(self):
        state = before_the_end(100, dealer=3)
        state.direction, state.slot, state.unplayed = -1, [], 3
        play(state, "out box")
        assert len(state.deck) == 132
        assert (state.dealer, state.player, state.direction) == (0, 1, 1)
        assert (state.rounds, state.turns, state.passed, state.out) == (1, 0, 0, -1)
        assert state.hands == [[], [], [], []]

    def test_the_dealer_goes_round(self):
        state = before_the_end(100, dealer=0)
        assert play(state, "out box").dealer == 1

    def test_points_add_up(self):
        state = before_the_end(100, scores=[50, 7, 0, -4])
        assert play(state, "out box").scores == [50 + WORTH, 2, 0, -4]
        assert [placing.score for placing in state.placings()] == state.scores


class TestTheEndOfTheGame:
    def test_somebody_has_the_target(self):
        state = play(before_the_end(WORTH), "out box")
        assert state.end() == "target"
        assert state.actors() == ()
        assert state.out == ME
        assert [placing.place for placing in state.placings()] == [1, 4, 2, 2]

    def test_it_need_not_be_who_went_out(self):
        state = before_the_end(100, scores=[0, 0, 100, 0])
        assert play(state, "out box").end() == "target"
        assert state.placings()[0].place == 2

    def test_the_slot_is_over(self):
        state = before_the_end(1000, tally=[(0, 0, 0, 0)], most=2)
        assert play(state, "out box").end() == "slot"
        state = before_the_end(1000, tally=[(0, 0, 0, 0)], most=3)
        assert play(state, "out box").end() == ""

    def test_the_conductor_ends_it_with_the_hand(self):
        state = before_the_end(1000)
        state.apply(ARBITER, GAME.model.call)
        assert state.end() == "called"
        assert state.scores[ME] == WORTH - 10 - 1

    def test_a_single_hand_is_over_when_it_is_over(self):
        state = play(before_the_end(0), "out box")
        assert state.end() == "out"

    @pytest.mark.parametrize("seed", range(3))
    def test_a_whole_game_tallies_its_hands(self, seed):
        record = play_out(GAME, 3, random.Random(seed), turns=4, target=400, hands=3)
        state = record.state
        assert state.end() == "slot"
        assert len(state.tally) == 3
        assert state.scores == [sum(points) for points in zip(*state.tally, strict=True)]
        assert [placing.score for placing in state.placings()] == state.scores


class TestTheScoreAsItStands:
    def test_before_the_end_it_is_what_the_table_is_worth(self):
        state = before_the_end(100, scores=[1, 2, 3, 4])
        assert [placing.score for placing in state.placings()] == [WORTH - 10 - 1 + 1, -3, 3, 4]

    def test_a_diesel_doubles_its_own_train(self):
        trains = ["box", "dome coach mail", "sleeper coach coach"]
        for mask, points in ((0, 6), (2, 9), (4, 9), (6, 12)):
            state = at_table(hand="", trains=trains, diesels={ME: mask})
            assert state.placings()[ME].score == points

    def test_no_hand_counts_below_nothing_where_a_club_says_so(self):
        game = club("[scoring]\nnegative_totals = false")
        state = at_table(game=game, hand="wreck", hands={NEXT: "box"}, trains=["reefer " * 6])
        assert [placing.score for placing in state.placings()] == [7, 0, 0, 0]
        state = at_table(game=game, hand="box", ways={NEXT: "boom"}, hands={NEXT: "box"})
        assert [placing.score for placing in state.placings()] == [0, 1, 0, 0]


class TestRulesets:
    def test_tournament_and_printed_are_known_by_name(self):
        assert (GAME.ruleset.key, PRINTED.ruleset.key) == ("tournament", "printed")
        assert (GAME.ruleset.target, PRINTED.ruleset.target) == (120, 100)
        assert (GAME.pack, PRINTED.pack) == ("house", "house-printed")
        assert GAME.digest != PRINTED.digest
        assert (GAME.ruleset.redeals, PRINTED.ruleset.redeals) == (False, True)
