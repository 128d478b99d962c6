"""Heading "Ending the Game": two ends of the rulebook, one house rule, and who has won."""

from pathlib import Path
from random import Random

import pytest

from games.kernel import ARBITER, CHANCE
from games.record import Record
from tests.games.expect_delays.positions import (
    DOWNTOWN,
    GAME,
    UPTOWN,
    at_table,
    game_of,
    house,
    moves,
    on,
    play,
    why_not,
)

GOLDEN = Path(__file__).parent / "golden"
ALL = "c c s s o o t t cs cs ot ot co ct so st"


def out_but(*kept: str) -> str:
    """All Train cards but these, for the Out of Service pile."""
    cards = ALL.split()
    for card in " ".join(kept).split():
        cards.remove(card)
    return " ".join(cards)


class TestTheTarget:
    def test_the_tenth_point_ends_the_game_at_once(self):
        state = play(at_table(points=(8, 3), C="....c.."), "disembark C4")
        assert (state.end(), state.points, state.actors()) == ("target", [10, 3], ())

    def test_nine_points_do_not(self):
        state = play(at_table(points=(7, 9), C="....c.."), "disembark C4")
        assert (state.end(), state.actors()) == ("", (UPTOWN,))

    def test_the_points_of_the_last_stop_all_count(self):
        assert play(at_table(points=(9, 0), S=".....c"), "disembark S5").points == [14, 0]

    def test_no_tourist_boards_and_no_transfer_happens_after_it(self):
        """Ruling R6."""
        state = at_table(points=(8, 3), advisory="delay-refund", C="...c...")
        play(state, "disembark C3 tourist O")
        assert (on(state, "O"), state.tourists, state.swipes) == (".......", 6, [0, 2])

    def test_nobody_may_do_anything_any_more(self):
        state = play(at_table(points=(8, 3), C="....c.."), "disembark C4")
        for player in (UPTOWN, DOWNTOWN, CHANCE, ARBITER):
            assert why_not(state, "pass", player) == "over"
            assert why_not(state, "stop", player) == "over"
            assert state.legal_actions(player) == []

    def test_the_higher_score_wins_also_when_downtown_has_it(self):
        state = at_table(player=DOWNTOWN, points=(9, 8), O="....c..")
        assert [each.place for each in play(state, "disembark O4").placings()] == [2, 1]

    def test_the_target_is_the_packs(self):
        data = house()
        data["limits"]["target"] = 7
        game = game_of(data)
        state = at_table(game=game, points=(5, 0), C="....c..")
        assert play(state, "disembark C4", game=game).end() == "target"


class TestTheSystemBreaks:
    def test_no_full_hand_can_be_drawn(self):
        state = at_table(hands=("c", "o ot st"), deck="s", out=out_but("c o ot st s"))
        play(state, "pass")
        assert (state.end(), state.actors()) == ("broken", ())

    def test_the_shuffle_may_just_save_it(self):
        state = at_table(hands=("c", "o ot st"), deck="s t", out=out_but("c o ot st s t"))
        play(state, "pass")
        assert state.end() == ""
        play(state, "turn up fare-hike", "deal c s t")
        assert state.view(UPTOWN)["hands"] == [["c", "s", "t"], 3]

    def test_one_card_more_out_of_service_breaks_it(self):
        state = at_table(hands=("c", "o ot st"), deck="s t", out=out_but("c o ot st s t"), left=1)
        assert play(state, "out of service c").end() == "broken"

    def test_a_repair_saves_it(self):
        state = at_table(hands=("c", "o ot st"), deck="s", out=out_but("c o ot st s"), left=1)
        assert play(state, "repair t").end() == ""

    def test_no_further_advisory_is_turned_up(self):
        """Ruling R15."""
        state = at_table(hands=("c", "o ot st"), deck="s", out=out_but("c o ot st s"))
        view = play(state, "pass").view(None)
        assert (view["next_advisory"], view["phase"]) == ("", "over")

    def test_then_the_higher_score_wins(self):
        state = at_table(
            points=(3, 4), hands=("c", "o ot st"), deck="s", out=out_but("c o ot st s")
        )
        assert [each.place for each in play(state, "pass").placings()] == [2, 1]


class TestTheConductorStops:
    """House rule: a slot has an end; the game counts as it stands."""

    @pytest.mark.parametrize(
        "texts", [[], ["turn up tour-bus"], ["turn up tour-bus", "deal c c s"]]
    )
    def test_at_any_time_also_while_chance_is_to_act(self, texts):
        state = play(GAME.new(2), *texts)
        assert [str(each) for each in state.legal_actions(ARBITER)] == ["stop"]
        assert state.refusal(ARBITER, GAME.parse("stop")) is None
        state.apply(ARBITER, GAME.parse("stop"))
        state.check()
        assert (state.end(), state.actors()) == ("stopped", ())

    def test_in_the_middle_of_a_transfer(self):
        state = at_table(advisory="platform-change", C="...c...", S="c.....")
        play(state, "disembark C3")
        assert [str(each) for each in state.legal_actions(ARBITER)] == ["stop"]
        state.apply(ARBITER, GAME.parse("stop"))
        assert (state.end(), state.points) == ("stopped", [2, 0])

    def test_the_conductor_does_not_play(self):
        assert why_not(at_table(), "pass", ARBITER) == "arbiter-stops"
        assert why_not(at_table(), "deal c c s", ARBITER) == "arbiter-stops"


class TestWhoHasWon:
    """The tie-breaks, in order; rulings R14 and R10."""

    def places(self, **what):
        return [each.place for each in at_table(**what).placings()]

    def test_points_before_everything(self):
        assert self.places(points=(5, 4), swipes=(0, 8), O="ccc....") == [1, 2]

    def test_then_riders_on_own_lines(self):
        assert self.places(points=(4, 4), swipes=(0, 8), S="c.....") == [1, 2]
        assert self.places(points=(4, 4), C="c......", O="c......", T="c.....") == [2, 1]

    def test_tourists_are_riders(self):
        assert self.places(points=(4, 4), C="c......", T="tt....") == [2, 1]

    def test_then_fare_swipes(self):
        assert self.places(points=(4, 4), swipes=(3, 2)) == [1, 2]
        assert self.places(points=(4, 4), swipes=(1, 2)) == [2, 1]

    def test_then_the_place_is_shared(self):
        assert self.places(points=(4, 4), swipes=(2, 2), C="c......", O="t......") == [1, 1]

    def test_the_keys_say_by_how_much(self):
        state = at_table(points=(4, 6), swipes=(3, 2), C="c.t....", S="t.....", O="c......")
        assert [each.keys for each in state.placings()] == [(4, 3, 3), (6, 1, 2)]
        assert [each.score for each in state.placings()] == [4, 6]

    def test_no_moves_begin_with_nothing(self):
        """``moves`` of a position that is over would fail: nobody is to act."""
        with pytest.raises(IndexError):
            moves(play(at_table(points=(8, 3), C="....c.."), "disembark C4"), "")


class TestTheTimetable:
    """Ruling R18, ours: a game that nobody ends is over after so many turns."""

    def test_two_players_who_only_pass_come_to_an_end(self):
        record = Record(GAME, 2)
        rnd = Random(1)
        while who := record.state.actors():
            action = record.state.sample(rnd.random) if who == (CHANCE,) else "pass"
            record.play(who[0], action)
        assert record.state.end() == "turns"
        assert record.state.turns == GAME.model.turns
        assert len(record.entries) < GAME.longest
        assert [placing.place for placing in record.state.placings()] == [2, 1]

    def test_the_turn_before_the_last_goes_on_and_the_last_ends_before_its_upkeep(self):
        state = at_table()
        state.turns = GAME.model.turns - 2
        play(state, "pass", "deal o t cs")
        assert state.end() == ""
        hand = state.hands[DOWNTOWN]
        play(state, "pass")
        assert (state.end(), state.actors()) == ("turns", ())
        assert state.hands[DOWNTOWN] == hand

    def test_a_point_that_reaches_the_target_in_the_last_turn_wins(self):
        state = at_table(points=(8, 3), C="....c..", left=1)
        state.turns = GAME.model.turns - 1
        assert play(state, "disembark C4").end() == "target"

    def test_a_record_of_the_rules_before_is_played_by_the_rules_before(self):
        text = (GOLDEN / "rules-1.txt").read_text("utf-8")
        record = Record.load(GAME, text)
        assert (record.header()["rules"], record.state.end()) == (1, "target")
        assert record.game.model.turns == 0
        assert text.startswith(record.dump())
