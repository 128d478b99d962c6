"""The end of a turn: the discard, and going out."""

import pytest

from games.express.rules.phases import PLAYING
from tests.games.express.positions import (
    BEFORE,
    ENDING,
    ME,
    NEXT,
    OVER_THERE,
    actor,
    at_table,
    club,
    moves,
    pile,
    play,
    why,
)


class TestTheDiscard:
    """1.4: one card every turn, at most five left."""

    def test_every_kind_of_card_can_be_discarded(self):
        state = at_table(hand="box coach caboose diesel wild boom")
        assert len(moves(state, "discard")) == 6
        state = at_table(hand="wreck turntable box")
        assert moves(state, "discard") == ["discard box", "discard wreck", "discard turntable"]

    def test_a_discarded_disaster_or_turntable_is_a_discard(self):
        state = play(at_table(hand="turntable box"), "discard turntable")
        assert pile(state, state.discard) == ["turntable"]
        assert state.unplayed == 3
        assert state.direction == 1

    def test_then_it_is_the_next_players_turn(self):
        order = []
        state = at_table(hand="box", discard="box")
        play(state, "discard box")
        for _ in range(5):
            order.append(actor(state))
            play(state, "take", moves(play(state.copy(), "take"), "discard")[0])
        assert order == [NEXT, OVER_THERE, BEFORE, ME, NEXT]
        assert state.turns == 6

    def test_a_round_is_over_when_everybody_had_a_turn_whoever_began_it(self):
        state = at_table(players=3, player=NEXT, hand="box", rounds=1)
        rounds = []
        for _ in range(6):
            if state.phase != PLAYING:
                play(state, "take")
            play(state, moves(state, "discard")[0])
            rounds.append(state.rounds)
        assert rounds == [1, 1, 2, 2, 2, 3]

    def test_rounds_are_counted(self):
        state = at_table(hand="box", rounds=1)
        play(state, "discard box")
        for n in range(4):
            assert state.rounds == 1 + (n == 3)
            play(state, "take", "discard box")

    def test_a_turn_of_ones_own_by_turntable_does_not_end_the_round(self):
        state = play(at_table(hand="turntable box", rounds=1, players=2), "turntable")
        assert state.rounds == 1
        assert state.passed == 1
        play(state, "draw", "deal box", "deal box", "discard box")
        assert state.rounds == 1


class TestGoingOut:
    """1.7: a train of 5 cars, one of 4, every other of 3; not in the first round; a discard."""

    def test_with_the_last_card(self):
        state = play(at_table(hand="box", trains=ENDING), "out box")
        assert state.end() == "out"
        assert state.out == ME
        assert pile(state, state.discard) == ["box"]

    def test_not_with_more(self):
        state = at_table(hand="box tank", trains=ENDING)
        assert moves(state, "out") == []
        assert why(state, "out box") == "cards-left"

    def test_not_in_the_first_round(self):
        state = at_table(hand="box", trains=ENDING, rounds=1)
        assert why(state, "out box") == "first-round-out"

    @pytest.mark.parametrize(
        ("trains", "code"),
        [
            ([], "too-short"),
            (["box box box box box"], "too-short"),
            (["box box box box", "tank tank tank tank"], "too-short"),
            (["box box box box box", "tank tank tank"], "too-short"),
            (["box box box box box", "tank tank tank tank", "flat flat"], "short-train"),
            (["box box box box box", "tank tank tank tank"], ""),
            (["tank tank tank tank", "flat flat flat", "box box box box box"], ""),
            (["box box box box box", "tank tank tank tank caboose"], ""),
            (["box box box box caboose", "tank tank tank tank"], ""),
            (["coach coach coach coach coach", "wild=tank tank tank wild"], ""),
        ],
    )
    def test_with_these_trains(self, trains, code):
        assert why(at_table(hand="box", trains=trains), "out box") == code

    def test_a_diesel_is_no_car(self):
        trains = ["coach coach coach coach", "tank tank tank tank"]
        assert why(at_table(hand="box", trains=trains, diesels={ME: 1}), "out box") == "too-short"

    def test_a_club_may_ask_for_other_lengths(self):
        game = club("[going_out]\nlengths = [3, 6]\nothers = 2")
        table = {"game": game, "hand": "flat"}
        trains = ["box box box box box box", "tank tank tank", "auto auto"]
        assert why(at_table(**table, trains=trains), "out flat") == ""
        assert why(at_table(**table, trains=trains[:1]), "out flat") == "too-short"
        assert why(at_table(**table, trains=[*trains, "stock"]), "out flat") == "short-train"

    def test_a_club_may_ask_for_a_train_of_one_car(self):
        game = club("[going_out]\nlengths = [1]\nothers = 1")
        assert why(at_table(game=game, hand="flat"), "out flat") == "too-short"
        assert why(at_table(game=game, hand="flat", trains=["box"]), "out flat") == ""

    def test_a_club_may_ask_for_none(self):
        game = club("[going_out]\nlengths = []\nothers = 2")
        assert why(at_table(game=game, hand="flat"), "out flat") == ""
