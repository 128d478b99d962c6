"""express-tournament.txt, "Clarifications to Printed Rules" and "Rule Change for Competitive Play":
a test or more for each sentence, in their order."""

import pytest

from games.express import Express
from games.express.rules.phases import PLAYING, REPLY
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
    train,
    why,
)


class TestAnEmptyHandAtTheEndOfTheTurn:
    """Clarification 1: no cards in hand, and not out."""

    def test_a_player_may_discard_the_last_card_and_stay_in(self):
        state = play(at_table(hand="box", trains=["box box"]), "discard box")
        assert hand(state) == []
        assert state.actors() == (NEXT,)

    def test_the_others_see_that_the_hand_is_empty(self):
        state = play(at_table(hand="box", trains=["box box"]), "discard box")
        assert state.view(OVER_THERE)["seats"][ME]["hand"] == 0

    def test_also_who_could_go_out_may_stay_in(self):
        state = at_table(hand="box", trains=ENDING)
        assert moves(state) == ["lift A", "lift B", "lift C", "discard box", "out box"]
        assert play(state, "discard box").actors() == (NEXT,)


class TestTheEndOfTheTurn:
    """Clarification 2: a discard, a Disaster or a Turntable ends the turn."""

    def test_a_discard_ends_it(self):
        state = play(at_table(hand="box tank"), "discard tank")
        assert state.actors() == (NEXT,)
        assert why(state, "discard box", ME) == "not-your-turn"

    def test_a_disaster_ends_it(self):
        state = play(at_table(hand="derailment tank"), "derailment 2", "allow")
        assert state.actors() == (NEXT,)
        assert hand(state) == ["tank"]

    def test_a_turntable_ends_it_and_a_new_turn_begins(self):
        state = play(at_table(hand="turntable tank tank tank"), "turntable")
        assert why(state, "start tank") == "must-choose"

    def test_it_cannot_end_with_too_many_cards(self):
        state = at_table(hand="turntable derailment tank tank tank tank reefer")
        for text in ("discard tank", "turntable", "derailment 1", "out tank"):
            assert why(state, text) == "hand-limit"

    def test_six_cards_are_one_to_discard_and_five_to_keep(self):
        state = at_table(hand="turntable derailment tank tank tank reefer")
        assert may(state, "discard tank")
        assert may(state, "turntable")
        assert may(state, "derailment 1")

    def test_it_cannot_end_without_a_loco_for_every_train(self):
        state = play(at_table(hand="box tank reefer"), "start box")
        assert why(state, "discard tank") == "must-lay-loco"
        assert may(play(state, "loco tank"), "discard reefer")


class TestWhatAWayCarPrevents:
    """Clarification 3: only the effects of a Disaster, never the loss of a Way Car."""

    def test_a_way_car_from_the_hand_stops_the_effect(self):
        state = at_table(
            hand="wreck box", trains={NEXT: ["tank tank"]}, hands={NEXT: "heavy-crane"}
        )
        play(state, "wreck 1A", "block")
        assert train(state, NEXT) == "tank tank"
        assert hand(state, NEXT) == []

    def test_a_disaster_cancels_a_way_car_on_the_table(self):
        state = at_table(hand="wreck box", trains={NEXT: ["tank tank"]}, ways={NEXT: "heavy-crane"})
        assert moves(state, "wreck") == ["wreck 1 way"]
        play(state, "wreck 1 way")
        assert sum(state.ways[NEXT]) == 0
        assert train(state, NEXT) == "tank tank"
        assert pile(state, state.discard) == ["heavy-crane"]

    def test_another_way_car_cannot_stop_that(self):
        state = at_table(
            hand="wreck box", ways={NEXT: "heavy-crane"}, hands={NEXT: "heavy-crane box"}
        )
        play(state, "wreck 1 way")
        assert state.actors() == (NEXT,)
        assert hand(state, NEXT) == ["box", "heavy-crane"]
        assert state.phase != REPLY

    def test_the_twin_of_a_cancelled_way_car_stays(self):
        state = at_table(hand="wreck box", ways={NEXT: "heavy-crane heavy-crane"})
        assert sum(play(state, "wreck 1 way").ways[NEXT]) == 1

    def test_there_must_be_one_to_cancel(self):
        state = at_table(hand="wreck box", ways={NEXT: "boom"}, trains={NEXT: ["tank"]})
        assert why(state, "wreck 1 way") == "no-way-car"
        assert why(state, "wreck 1A") == ""

    def test_the_effect_is_not_to_be_had_past_a_way_car(self):
        state = at_table(
            hand="wreck derailment",
            trains={NEXT: ["tank tank"]},
            ways={NEXT: "heavy-crane", OVER_THERE: "boom"},
        )
        assert why(state, "wreck 1A") == "way-car"
        assert why(state, "derailment 2") == "way-car"
        assert why(state, "derailment 1") == ""


class TestADisasterOnOneself:
    """Clarification 4: allowed without the Way Car in play, and never blocked."""

    def test_it_is_allowed(self):
        state = play(at_table(hand="broken-car box", trains=["tank tank"]), "broken-car 0A")
        assert train(state) == "tank"
        assert state.actors() == (NEXT,)

    def test_not_with_the_way_car_in_play(self):
        state = at_table(hand="broken-car box", trains=["tank tank"], ways={ME: "light-crane"})
        assert why(state, "broken-car 0A") == "own-way-car"
        assert why(state, "broken-car 0 way") == "own-way-car"

    def test_another_way_car_in_play_does_not_matter(self):
        state = at_table(hand="broken-car box", trains=["tank tank"], ways={ME: "heavy-crane"})
        assert may(state, "broken-car 0A")

    def test_a_way_car_in_hand_is_not_asked_for(self):
        state = at_table(hand="broken-car light-crane box", trains=["tank tank"])
        play(state, "broken-car 0A")
        assert train(state) == "tank"
        assert state.shields[ME] == 0
        assert hand(state) == ["box", "light-crane"]

    def test_derailing_oneself_costs_the_next_turn(self):
        state = play(at_table(hand="derailment box", players=2), "derailment 0")
        assert state.skips == [1, 0]


class TestWhereAWildGoes:
    """Clarification 5: first or second as a specific car, a transition from the third position."""

    def test_first_as_a_specific_car(self):
        state = play(at_table(hand="wild box tank flat"), "start wild as box")
        assert train(state) == "wild=box"

    def test_first_as_a_passenger_car(self):
        state = play(at_table(hand="wild dome tank flat"), "start wild as mail", "add dome A")
        assert train(state) == "wild=mail dome"

    def test_then_a_second_car_must_be_added(self):
        state = play(at_table(hand="wild box tank flat"), "start wild as box")
        assert moves(state) == ["add box A"]
        assert why(state, "loco tank") == "must-add"
        assert why(state, "discard tank") == "must-add"
        assert play(state, "add box A", "loco tank").phase == PLAYING

    def test_so_a_second_car_must_be_in_hand(self):
        state = at_table(hand="wild box tank flat")
        assert moves(state, "start wild") == [
            "start wild as box",
            "start wild as flat",
            "start wild as tank",
        ]
        assert why(state, "start wild as reefer") == "no-second-car"
        assert why(state, "start wild as coach") == "no-second-car"

    def test_one_freight_car_of_each_type_is_no_second_passenger_car(self):
        freight = "box gondola flat hopper reefer stock tank lumber auto"
        state = at_table(hand=f"wild wreck {freight}")
        assert len(moves(state, "start wild")) == 9
        assert why(state, "start wild as coach") == "no-second-car"

    def test_the_second_car_belongs_to_the_train_just_begun(self):
        state = at_table(hand="wild box tank flat", trains=["box"])
        play(state, "start wild as box")
        assert why(state, "add box A") == "must-add"
        assert moves(state) == ["add box B"]

    def test_the_second_wild_will_do(self):
        state = at_table(hand="wild wild tank flat")
        assert len(moves(state, "start wild")) == 14
        play(state, "start wild as reefer")
        assert moves(state) == ["add wild as reefer A"]

    def test_a_caboose_will_not(self):
        state = at_table(hand="wild box caboose flat")
        play(state, "start wild as box")
        assert why(state, "add caboose A") == "caboose-second"
        assert moves(state) == ["add box A"]

    def test_of_four_cards_one_is_left_to_discard(self):
        state = at_table(hand="wild box tank")
        assert moves(state, "start wild") == []
        assert why(state, "start wild as box") == "needs-discard"

    def test_second_as_a_specific_car_that_matches(self):
        state = at_table(hand="wild box", trains=["tank", "coach"])
        assert moves(state, "add wild") == [
            "add wild as tank A",
            "add wild as mail B",
            "add wild as coach B",
            "add wild as dome B",
            "add wild as sleeper B",
            "add wild as observation B",
        ]
        assert why(state, "add wild A") == "wild-declared"
        assert why(state, "add wild as box A") == "wild-matches"
        assert why(state, "add wild as coach A") == "wild-matches"
        assert why(state, "add wild as box B") == "wild-matches"

    def test_after_a_wild_in_second_position_the_type_has_not_changed(self):
        state = at_table(hand="box tank flat", trains=["tank wild=tank"])
        assert moves(state, "add") == ["add tank A"]
        assert why(state, "add box A") == "other-type"

    def test_after_a_wild_in_first_position_neither(self):
        state = at_table(hand="box tank flat", trains=["wild=tank tank"])
        assert moves(state, "add") == ["add tank A"]

    def test_as_a_transition_only_on_a_train_of_two_cars(self):
        state = play(at_table(hand="wild box tank flat", trains=["tank tank"]), "add wild A")
        assert moves(state, "add") == ["add box A", "add flat A", "add tank A"]
        play(state, "add flat A")
        assert why(state, "add tank A") == "other-type"
        assert train(state) == "tank tank wild flat"

    def test_a_transition_joins_freight_cars_only(self):
        state = at_table(hand="coach box", trains=["tank tank wild", "dome dome wild"])
        assert why(state, "add coach A") == "freight-only"
        assert why(state, "add coach B") == ""
        assert why(state, "add box B") == "passenger-only"

    def test_a_second_transition_may_follow_the_first(self):
        state = at_table(hand="wild box tank flat", trains=["tank tank wild flat"])
        play(state, "add wild A", "add box A")
        assert train(state) == "tank tank wild flat wild box"

    def test_two_wilds_in_a_row_stay_open(self):
        state = play(at_table(hand="wild box tank", trains=["tank tank wild"]), "add wild A")
        assert moves(state, "add") == ["add box A", "add tank A"]

    def test_wilds_are_told_apart_by_their_position(self):
        state = at_table(hand="wild box tank", trains=["tank tank"])
        assert why(state, "add wild as tank A") == "wild-undeclared"


class TestWhatIsPublic:
    """Clarification 6: cards face up on the table; and only they."""

    def test_trains_way_cars_and_discards_are_seen_by_all(self):
        state = at_table(
            trains={NEXT: ["box wild=box wild"]},
            ways={NEXT: "boom"},
            discard="tank flat",
            slot="turntable",
            aside="wreck",
        )
        view = state.view(None)
        assert view["seats"][NEXT]["trains"][0]["cars"] == ["box", "wild as box", "wild"]
        assert view["seats"][NEXT]["ways"] == ["boom"]
        assert view["discard"] == ["tank", "flat"]
        assert view["slot"] == ["turntable"]
        assert view["aside"] == ["wreck"]

    def test_locos_and_hands_are_seen_by_their_owner(self):
        state = at_table(hand="tank box", trains=["box"], locos={ME: "wreck"})
        assert state.view(ME)["seats"][ME]["trains"][0]["loco"] == "wreck"
        assert state.view(ME)["seats"][ME]["hand"] == ["box", "tank"]
        for other in (NEXT, None):
            assert state.view(other)["seats"][ME]["trains"][0]["loco"] is True
            assert state.view(other)["seats"][ME]["hand"] == 2


class TestTheReshuffle:
    """Clarification 7: when a card is needed, without the last 1 + unplayed Turntables."""

    def test_the_example_of_the_supplement(self):
        """Two Turntables remain unplayed: three discards stay."""
        state = at_table(
            deck="",
            discard="box tank flat auto reefer",
            slot="turntable wreck",
            hands={NEXT: "stock"},
            hand="lumber gondola",
        )
        play(state, "discard lumber")
        assert state.unplayed == 2
        play(state, "draw")
        assert pile(state, state.discard) == ["auto", "reefer", "lumber"]
        assert sorted(pile(state, state.deck)) == ["box", "flat", "tank"]

    def test_the_disaster_slot_stays(self):
        state = at_table(deck="", discard="box tank flat auto reefer stock", slot="wreck")
        play(state, "discard box", "draw")
        assert pile(state, state.slot) == ["wreck"]

    def test_it_waits_until_a_card_needs_to_be_drawn(self):
        state = at_table(deck="mail", discard="box tank flat auto reefer stock lumber")
        play(state, "discard box", "draw")
        assert len(state.discard) == 8
        state.apply(-1, state.m.by_text["deal mail"])
        assert len(state.discard) == 4
        assert len(state.deck) == 4

    def test_it_is_not_made_for_a_card_nobody_needs(self):
        state = at_table(deck="mail dome", discard="box tank flat auto reefer stock lumber")
        play(state, "discard box", "draw", "deal mail", "deal dome")
        assert state.deck == []
        assert len(state.discard) == 8

    def test_all_turntables_played_leave_one_discard(self):
        state = at_table(deck="", discard="box tank", slot="turntable turntable turntable")
        play(state, "discard flat", "draw")
        assert pile(state, state.discard) == ["flat"]

    def test_too_few_discards_give_no_cards(self):
        state = at_table(deck="", discard="box tank flat")
        play(state, "discard auto")
        assert why(state, "draw") == "deck-empty"
        assert moves(state) == ["take"]

    def test_one_discard_more_gives_one(self):
        state = at_table(deck="", discard="box tank flat reefer", hands={NEXT: "stock"})
        play(state, "discard auto", "draw", "deal box")
        assert state.actors() == (NEXT,)
        assert state.phase == PLAYING
        assert hand(state, NEXT) == ["box", "stock"]
        assert state.owed == 0

    def test_in_the_printed_game_nothing_stays(self):
        state = at_table(game=PRINTED, deck="", discard="box tank")
        play(state, "discard flat", "draw")
        assert state.discard == []
        assert len(state.deck) == 3

    def test_in_the_printed_game_a_single_discard_is_reshuffled(self):
        state = play(at_table(game=PRINTED, deck="", hand="box tank"), "discard box")
        assert moves(state) == ["draw", "take"]
        play(state, "draw", "deal box")
        assert state.phase == PLAYING

    def test_nothing_to_draw_and_nothing_to_take(self):
        state = at_table(game=PRINTED, deck="", hand="derailment box", hands={NEXT: "stock"})
        play(state, "derailment 3", "allow")
        assert moves(state) == ["pass"]
        assert why(state, "draw") == "deck-empty"
        assert why(state, "take") == "no-discard"
        assert moves(play(state, "pass")) == ["discard stock"]

    def test_nothing_to_draw_and_nothing_in_hand_passes_the_turn(self):
        state = at_table(game=PRINTED, deck="", hand="derailment box")
        play(state, "derailment 3", "allow", "pass")
        assert state.actors() == (OVER_THERE,)

    def test_who_can_draw_or_take_does_not_pass(self):
        state = play(at_table(hand="box tank"), "discard box")
        assert moves(state) == ["draw", "take"]
        assert why(state, "pass") == "can-draw"

    def test_nor_who_can_only_draw(self):
        state = play(at_table(hand="derailment box"), "derailment 3", "allow")
        assert why(state, "pass") == "can-draw"
        state = play(at_table(deck="", discard="box", hand="box"), "discard box")
        assert moves(state) == ["take"]
        assert why(state, "pass") == "can-draw"


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
