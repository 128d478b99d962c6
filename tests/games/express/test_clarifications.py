"""express-tournament.txt, "Clarifications to Printed Rules" and "Rule Change for Competitive Play":
a test or more for each sentence, in their order."""

from games.express.rules.phases import PLAYING, REPLY
from tests.games.express.positions import (
    ENDING,
    ME,
    NEXT,
    OVER_THERE,
    PRINTED,
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
