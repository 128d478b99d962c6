"""express-tournament.txt: a hand that does not fit, "Rule Change for Competitive Play", tips and
"Time Management": a test or more for each sentence, in their order."""

import pytest

from games.express import Express
from games.express.rules.phases import PLAYING
from tests.games.express.positions import (
    BEFORE,
    ENDING,
    ME,
    NEXT,
    OVER_THERE,
    PRINTED,
    actor,
    at_table,
    hand,
    may,
    moves,
    pile,
    play,
    why,
)

STUCK = "wreck derailment derailment broken-car broken-car steal-car steal-car"


class TestAHandThatDoesNotFit:
    """Clarifications 8 and 9: display it, draw again, set it aside."""

    def test_a_hand_that_cannot_be_played_down_is_displayed(self):
        state = at_table(hand=STUCK, rounds=1)
        assert moves(state) == ["display"]
        play(state, "display")
        assert sorted(pile(state, state.aside)) == sorted(STUCK.split())
        assert hand(state) == []
        assert state.owed == 7
        assert state.actors() == (-1,)

    def test_the_new_hand_is_played_in_the_same_turn(self):
        state = play(at_table(hand=STUCK, rounds=1), "display")
        play(state, *["deal box"] * 7)
        assert state.actors() == (ME,)
        assert hand(state) == ["box"] * 7
        assert state.phase == PLAYING

    def test_a_hand_that_fits_is_not(self):
        assert why(at_table(hand="wreck box tank flat auto reefer"), "display") == "can-play"

    def test_nor_one_of_six_cards_of_which_none_can_be_played(self):
        for cards in (STUCK.split()[1:], STUCK.split()[2:]):
            state = at_table(hand=" ".join(cards), rounds=1)
            assert len(moves(state)) == len(set(cards))
            assert why(state, "display") == "can-play"

    def test_nor_one_with_something_to_play(self):
        state = at_table(hand=f"{STUCK} box", rounds=1)
        assert moves(state) == ["start box"]
        assert why(state, "display") == "can-play"

    def test_nor_one_with_a_loco_to_lift(self):
        state = at_table(hand=STUCK, trains=["box"])
        assert moves(state) == ["lift A"]

    def test_aside_is_shuffled_back_when_the_round_is_over(self):
        state = at_table(hand="box tank", players=2, aside="wreck flat", passed=0, rounds=1)
        deck = len(state.deck)
        play(state, "discard box")
        assert len(state.aside) == 2
        play(state, "take", "discard box")
        assert state.aside == []
        assert len(state.deck) == deck + 2
        assert state.rounds == 2

    def test_aside_is_shuffled_back_when_a_turntable_is_played(self):
        state = at_table(hand="turntable tank", aside="wreck flat")
        deck = len(state.deck)
        play(state, "turntable")
        assert state.aside == []
        assert len(state.deck) == deck + 2

    def test_in_the_first_round_a_turntable_leaves_it_aside(self):
        """Ruling H37: back after each player has played; the Turntable stands in a later round."""
        state = at_table(hand="turntable tank", aside="wreck flat", rounds=1)
        deck = len(state.deck)
        play(state, "turntable")
        assert len(state.aside) == 2
        assert len(state.deck) == deck

    def test_a_record_of_the_rules_before_still_returns_it(self):
        earlier = Express().with_rules(1)
        state = at_table(game=earlier, hand="turntable tank", aside="wreck flat", rounds=1)
        state.apply(ME, earlier.parse("turntable"))
        assert (earlier.rules, state.aside) == (1, [])

    def test_in_a_later_round_an_equal_number_is_drawn(self):
        state = play(at_table(hand=STUCK, rounds=5), "display")
        assert state.owed == 7

    def test_too_few_cards_to_draw_are_drawn_as_far_as_they_go(self):
        state = at_table(hand=STUCK, deck="box", game=PRINTED)
        play(state, "display", "deal box")
        assert hand(state) == ["box"]
        assert state.phase == PLAYING

    def test_none_to_draw_ends_the_turn(self):
        state = play(at_table(hand=STUCK, deck="", game=PRINTED), "display")
        assert state.actors() == (NEXT,)

    def test_the_printed_game_deals_again_in_the_first_round(self):
        state = at_table(game=PRINTED, hand=STUCK, rounds=1, hands={NEXT: "box"})
        assert moves(state) == ["redeal"]
        assert why(state, "display") == "misdeal"
        play(state, "redeal")
        assert state.hands == [[], [], [], []]
        assert state.owed == 40
        assert len(state.deck) == 132

    def test_the_printed_game_displays_later(self):
        state = at_table(game=PRINTED, hand=STUCK, rounds=2)
        assert moves(state) == ["display"]
        assert why(state, "redeal") == "late-redeal"

    def test_the_tournament_never_deals_again(self):
        state = at_table(hand=STUCK, rounds=1)
        assert why(state, "redeal") == "no-redeal"
        assert why(at_table(game=PRINTED, rounds=1), "redeal") == "can-play"


class TestTheRuleChange:
    """You may not go out on the same turn you play a Wild as a transition."""

    TWO_MORE = ("tank tank tank tank tank", "reefer reefer reefer")

    def trains(self, first):
        return [first, *self.TWO_MORE]

    def test_a_transition_bars_going_out(self):
        state = at_table(hand="wild box flat", trains=self.trains("flat flat flat"))
        play(state, "add wild A", "add box A")
        assert state.view(None)["barred"]
        assert why(state, "out flat") == "transition"
        assert play(state, "discard flat").actors() == (NEXT,)

    def test_whichever_train_it_is(self):
        for n in range(3):
            trains = list(self.TWO_MORE)
            trains.insert(n, "flat flat flat")
            state = at_table(hand="wild box flat", trains=trains)
            letter = "ABC"[n]
            play(state, f"add wild {letter}", f"add box {letter}")
            assert why(state, "out flat") == "transition"
            trains[n] += " wild"
            state = at_table(hand="wild box flat", trains=trains)
            play(state, f"add wild {'BAA'[n]}", f"add box {letter}")
            assert why(state, "out flat") == ""

    def test_not_in_the_printed_game(self):
        state = at_table(game=PRINTED, hand="wild box flat", trains=self.trains("flat flat flat"))
        assert may(play(state, "add wild A", "add box A"), "out flat")

    def test_a_wild_as_a_car_does_not(self):
        state = at_table(hand="wild flat box", trains=self.trains("flat flat flat"))
        play(state, "add wild A", "add flat A")
        assert play(state, "out box").end() == "out"

    def test_a_declared_wild_does_not(self):
        state = at_table(hand="wild flat flat box", trains=self.trains("flat"))
        play(state, "add wild as flat A", "add flat A", "add flat A")
        assert may(state, "out box")

    def test_a_wild_that_is_not_covered_does_not(self):
        state = at_table(hand="wild box", trains=self.trains("flat flat flat"))
        assert may(play(state, "add wild A"), "out box")

    def test_on_the_following_turn_it_is_used_either_way_and_one_may_go_out(self):
        for car in ("box", "flat"):
            trains = self.trains("flat flat flat wild")
            state = at_table(hand=f"{car} auto", trains=trains, fresh=0)
            assert play(state, f"add {car} A", "out auto").end() == "out"

    def test_the_bar_is_for_one_turn(self):
        state = at_table(hand="wild box flat auto", trains=self.trains("flat flat flat"), players=2)
        play(state, "add wild A", "add box A", "discard flat")
        play(state, "take", "discard flat", "take")
        assert not state.barred

    def test_a_turntable_gives_an_additional_full_turn(self):
        state = at_table(
            hand="wild box turntable flat flat",
            trains=self.trains("flat flat flat"),
            discard="flat",
        )
        play(state, "add wild A", "add box A", "turntable", "take")
        assert state.actors() == (ME,)
        assert hand(state) == ["flat", "flat", "flat"]
        assert not state.barred

    def test_only_the_wild_of_this_turn_counts(self):
        """An open Wild of an earlier turn is covered by another type, one of this turn is not."""
        trains = ["flat flat flat wild", "tank tank tank tank", "reefer reefer reefer"]
        state = at_table(hand="wild box auto", trains=trains)
        play(state, "add wild B", "add box A")
        assert may(state, "out auto")

    def test_at_the_end_of_the_hand_it_is_a_matching_car(self):
        state = at_table(hand="wild box", trains=self.trains("flat flat flat"))
        play(state, "add wild A", "out box")
        assert state.scores[ME] == (4 - 2) * 2 + (5 - 2) * 4 + 3 + 10


class TestTheTips:
    """Tournament Tips: Turntables turn the play, blocking Way Cars stay."""

    def test_the_first_turntable_turns_play_counterclockwise(self):
        state = play(at_table(hand="turntable box flat tank"), "turntable", "draw")
        play(state, "deal coach", "deal coach", "discard coach")
        assert state.actors() == (BEFORE,)

    def test_the_second_turns_it_back_and_the_third_again(self):
        state = at_table(hand="turntable turntable turntable box")
        directions = []
        for _ in range(3):
            directions.append(play(state, "turntable").direction)
            play(state, "draw", "deal coach", "deal tank")
        assert directions == [-1, 1, -1]
        assert state.unplayed == 0

    def test_a_blocking_way_car_cannot_be_taken_away(self):
        state = at_table(hand="derailment derailment box", hands={NEXT: "boom"})
        play(state, "derailment 1", "block")
        assert state.view(None)["seats"][NEXT]["permanent"] == ["boom"]
        state = at_table(hand="derailment box", permanent={NEXT: "boom"})
        assert why(state, "derailment 1") == "immune"
        assert why(state, "derailment 1 way") == "immune"

    def test_its_twin_is_permanent_too(self):
        state = at_table(hand="derailment box", permanent={NEXT: "boom boom"})
        assert moves(state, "derailment 1") == []

    def test_it_gives_immunity_from_its_own_disaster_only(self):
        state = at_table(hand="wreck box", permanent={NEXT: "boom"}, trains={NEXT: ["box"]})
        assert may(state, "wreck 1A")

    def test_one_is_immune_from_ones_own_too(self):
        state = at_table(hand="wreck box", trains=["box"], permanent={ME: "heavy-crane"})
        assert why(state, "wreck 0A") == "immune"


class TestTimeManagement:
    """Tournament Time Management: the conductor may end a hand; no bonus then."""

    def test_the_conductor_may_end_the_hand_at_any_point(self):
        for state in (at_table(), at_table().start()):
            assert [str(move) for move in state.legal_actions(-2)] == ["call time"]

    def test_it_is_scored_as_it_is_without_a_bonus(self):
        state = at_table(hand="box", trains=ENDING, hands={NEXT: "wreck"})
        state.apply(-2, state.m.call)
        assert state.end() == "called"
        assert state.scores == [3 + 2 * 4 + 3 - 1, -5, 0, 0]
        assert state.out == -1

    @pytest.mark.parametrize("player", [ME, NEXT, -1])
    def test_nobody_else_ends_it(self, player):
        assert why(at_table(), "call time", player) == "conductor-only"

    def test_the_conductor_does_nothing_else(self):
        assert why(at_table(), "discard box", -2) == "conductor-plays"

    def test_a_hand_that_takes_too_long_is_ended(self):
        state = at_table(hand="box tank", turns=1)
        for n in range(3):
            state.turns = n
            assert play(state.copy(), "discard box").end() == ""
        state.turns = 3
        assert play(state, "discard box").end() == "turns"
        assert state.scores[ME] == -4


def test_actor_is_whose_turn_it_is():
    assert actor(at_table(player=OVER_THERE)) == OVER_THERE
