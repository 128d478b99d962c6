"""rules/express.md 1.6: the five Disasters, their Way Cars, the Turntable."""

import pytest

from games.express.rules.phases import SWITCH
from tests.games.express.positions import (
    BEFORE,
    ME,
    NEXT,
    OVER_THERE,
    actor,
    at_table,
    club,
    hand,
    loco,
    may,
    moves,
    pile,
    play,
    train,
    why,
)

DISASTERS = {
    "broken-car": "light-crane",
    "derailment": "boom",
    "steal-car": "office",
    "switch-engines": "transfer",
    "wreck": "heavy-crane",
}


def struck(disaster, **table):
    """ME about to play a Disaster; NEXT has a train of tank cars."""
    table = {"trains": {ME: ["box box"], NEXT: ["tank tank tank"]}} | table
    return at_table(hand=f"{disaster} flat", **table)


def against(disaster, seat=NEXT):
    return f"{disaster} {seat}" if disaster == "derailment" else f"{disaster} {seat}A"


class TestEveryDisaster:
    @pytest.mark.parametrize("disaster", DISASTERS)
    def test_its_victim_is_asked_whatever_it_holds(self, disaster):
        state = play(struck(disaster), against(disaster))
        assert state.actors() == (NEXT,)
        assert moves(state) == ["allow"]
        assert why(state, "block") == "no-way-car"
        assert why(state, "discard flat") == "must-answer"
        assert state.view(None)["threat"]["card"] == disaster
        assert state.view(None)["threat"]["seat"] == NEXT

    @pytest.mark.parametrize(("disaster", "way"), DISASTERS.items())
    def test_its_way_car_stops_it_and_no_other(self, disaster, way):
        state = play(struck(disaster, hands={NEXT: way}), against(disaster))
        before = state.cars[NEXT][:], state.locos[NEXT][:]
        assert moves(state) == ["allow", "block"]
        play(state, "block")
        assert (state.cars[NEXT], state.locos[NEXT], state.skips) == (*before, [0] * 4)
        assert state.view(None)["seats"][NEXT]["permanent"] == [way]
        assert state.view(None)["seats"][NEXT]["ways"] == [way]
        assert state.actors() == (NEXT,)
        assert state.view(None)["threat"] is None
        for other in set(DISASTERS.values()) - {way}:
            state = play(struck(disaster, hands={NEXT: other}), against(disaster))
            assert moves(state) == ["allow"]

    @pytest.mark.parametrize("disaster", DISASTERS)
    def test_it_lies_in_the_disaster_slot(self, disaster):
        state = play(struck(disaster), against(disaster), "allow")
        assert pile(state, state.slot) == [disaster]
        assert disaster not in pile(state, state.discard)

    @pytest.mark.parametrize("disaster", DISASTERS)
    def test_not_in_the_first_round(self, disaster):
        state = struck(disaster, rounds=1)
        assert moves(state, disaster) == []
        assert why(state, against(disaster)) == "first-round"

    @pytest.mark.parametrize("disaster", DISASTERS)
    def test_not_on_a_seat_that_nobody_has(self, disaster):
        state = struck(disaster, players=3)
        assert why(state, against(disaster, 3)) == "no-such-seat"
        assert why(state, f"{disaster} 3 way") == "no-such-seat"

    @pytest.mark.parametrize("disaster", [d for d in DISASTERS if d != "derailment"])
    def test_not_on_a_train_that_is_not_there(self, disaster):
        assert why(struck(disaster), f"{disaster} 1B") == "no-train"

    @pytest.mark.parametrize("disaster", DISASTERS)
    def test_only_from_the_hand(self, disaster):
        state = at_table(hand="box tank", trains={NEXT: ["tank"]})
        assert why(state, against(disaster)) == "not-in-hand"
        assert why(state, f"{disaster} 1 way") == "not-in-hand"

    def test_all_that_can_be_struck(self):
        trains = {ME: ["box", "flat"], NEXT: ["tank", "auto"], BEFORE: ["coach"]}
        state = at_table(hand="wreck derailment flat", trains=trains, ways={OVER_THERE: "boom"})
        assert moves(state, "wreck") == ["wreck 0A", "wreck 0B", "wreck 1A", "wreck 1B", "wreck 3A"]
        assert moves(state, "derail") == [
            "derailment 0",
            "derailment 1",
            "derailment 2 way",
            "derailment 3",
        ]


class TestBrokenCar:
    def test_the_end_car_is_discarded(self):
        state = play(struck("broken-car"), "broken-car 1A", "allow")
        assert train(state, NEXT) == "tank tank"
        assert pile(state, state.discard) == ["tank"]
        assert loco(state, NEXT) == "hopper"

    def test_of_one_car_the_loco_goes_back_to_its_owner(self):
        """The publisher's answer on one-car trains."""
        state = struck("broken-car", trains={NEXT: ["tank", "box"]}, locos={NEXT: "auto flat"})
        play(state, "broken-car 1A", "allow")
        assert hand(state, NEXT) == ["auto"]
        assert train(state, NEXT) == ""
        assert state.live[NEXT] == 2

    def test_and_its_diesel_is_discarded_below_it(self):
        state = struck("broken-car", trains={NEXT: ["dome"]}, diesels={NEXT: 1})
        play(state, "broken-car 1A", "allow")
        assert pile(state, state.discard) == ["diesel", "dome"]
        assert (state.diesels[NEXT], state.pax[NEXT], state.live[NEXT]) == (0, 0, 0)

    def test_a_broken_wild_is_a_wild(self):
        state = struck("broken-car", trains={NEXT: ["tank wild=tank"]})
        play(state, "broken-car 1A", "allow")
        assert pile(state, state.discard) == ["wild"]
        assert train(state, NEXT) == "tank"

    def test_a_wild_that_is_the_end_again_is_open_again(self):
        state = struck(
            "broken-car", trains={NEXT: ["tank tank wild box"]}, hands={NEXT: "flat box"}
        )
        play(state, "broken-car 1A", "allow", "take")
        assert moves(state, "add") == ["add box A", "add flat A"]

    def test_a_caboose_guards(self):
        state = struck("broken-car", trains={NEXT: ["tank caboose", "tank"]})
        assert moves(state, "broken-car 1") == ["broken-car 1B"]
        assert why(state, "broken-car 1A") == "caboose-guards"

    def test_where_a_club_says_so_it_does_not(self):
        game = club("[rulings]\ncaboose_guards = []")
        state = struck("broken-car", game=game, trains={NEXT: ["tank tank caboose"]})
        play(state, "broken-car 1A", "allow")
        assert train(state, NEXT) == "tank tank"
        assert state.capped[NEXT] == 0
        assert pile(state, state.discard) == ["caboose"]

    def test_a_train_that_lost_its_caboose_can_grow_again(self):
        game = club("[rulings]\ncaboose_guards = []")
        trains = {NEXT: ["box", "tank tank caboose"]}
        state = struck("broken-car", game=game, trains=trains, hands={NEXT: "tank flat"})
        play(state, "broken-car 1B", "allow", "take")
        assert moves(state, "add tank") == ["add tank B"]


class TestDerailment:
    def test_the_victim_loses_a_turn(self):
        state = play(struck("derailment"), "derailment 1", "allow")
        assert state.actors() == (OVER_THERE,)
        assert state.skips == [0] * 4

    def test_one_further_on_loses_its_own(self):
        state = play(struck("derailment"), "derailment 2", "allow")
        assert state.actors() == (NEXT,)
        assert state.view(None)["seats"][OVER_THERE]["skips"] == 1
        play(state, "draw", "deal box", "deal box", "discard box")
        assert state.actors() == (BEFORE,)
        assert state.skips == [0] * 4

    def test_two_derailments_are_two_turns(self):
        state = struck("derailment", skips=[0, 1, 0, 0])
        play(state, "derailment 1", "allow")
        assert state.skips == [0, 1, 0, 0]
        assert actor(state) == OVER_THERE

    def test_several_may_lose_their_turns(self):
        state = struck("derailment", skips=[0, 1, 1, 0])
        assert actor(play(state, "discard flat")) == BEFORE
        assert state.skips == [0] * 4

    def test_a_lost_turn_counts_for_the_round(self):
        state = struck("derailment", skips=[0, 1, 0, 0], passed=0b1100, aside="wreck")
        rounds = state.rounds
        play(state, "discard flat")
        assert state.rounds == rounds + 1
        assert state.aside == []
        assert actor(state) == OVER_THERE

    def test_everybody_else_derailed_is_ones_own_turn_again(self):
        state = struck("derailment", skips=[0, 1], players=2)
        assert actor(play(state, "discard flat")) == ME


class TestStealCar:
    def test_the_end_car_is_in_the_thiefs_hand(self):
        state = play(struck("steal-car"), "steal-car 1A", "allow")
        assert hand(state) == ["flat", "tank"]
        assert train(state, NEXT) == "tank tank"
        assert state.discard == []
        assert state.actors() == (NEXT,)

    def test_where_a_club_says_so_it_is_discarded(self):
        game = club('[rulings]\nstolen_car = "discard"')
        state = play(struck("steal-car", game=game), "steal-car 1A", "allow")
        assert hand(state) == ["flat"]
        assert pile(state, state.discard) == ["tank"]

    def test_the_thief_must_have_room_for_it(self):
        five = "steal-car box flat auto coach"
        trains = {NEXT: ["tank"]}
        assert may(at_table(hand=five, trains=trains), "steal-car 1A")
        state = at_table(hand=f"{five} dome", trains=trains)
        assert moves(state, "steal") == []
        assert why(state, "steal-car 1A") == "hand-limit"

    def test_no_room_is_needed_to_cancel_a_way_car(self):
        state = at_table(hand="steal-car box flat auto coach dome", ways={NEXT: "office"})
        assert moves(state, "steal") == ["steal-car 1 way"]

    def test_no_room_is_needed_where_it_is_discarded(self):
        game = club('[rulings]\nstolen_car = "discard"')
        hand_of_six = "steal-car box flat auto coach dome"
        assert may(at_table(game=game, hand=hand_of_six, trains={NEXT: ["tank"]}), "steal-car 1A")

    def test_other_disasters_need_no_room(self):
        state = at_table(hand="wreck box flat auto coach dome", trains={NEXT: ["tank"]})
        assert may(state, "wreck 1A")

    def test_a_caboose_guards(self):
        assert why(struck("steal-car", trains={NEXT: ["tank caboose"]}), "steal-car 1A") == (
            "caboose-guards"
        )

    def test_of_one_car_the_loco_stays_its_owners(self):
        state = struck("steal-car", trains={NEXT: ["tank"]}, locos={NEXT: "auto"})
        play(state, "steal-car 1A", "allow")
        assert hand(state, NEXT) == ["auto"]
        assert hand(state) == ["flat", "tank"]

    def test_ones_own_car_comes_back_to_the_hand(self):
        state = play(struck("steal-car"), "steal-car 0A")
        assert hand(state) == ["box", "flat"]
        assert train(state) == "box"


class TestSwitchEngines:
    LOCOS = {ME: "auto wreck", NEXT: "mail"}
    TRAINS = {ME: ["box", "box"], NEXT: ["tank"]}

    def test_locos_change_places(self):
        state = struck("switch-engines", trains=self.TRAINS, locos=self.LOCOS)
        play(state, "switch-engines 1A", "allow")
        assert state.phase == SWITCH
        assert state.actors() == (ME,)
        assert moves(state) == ["engine A", "engine B"]
        assert why(state, "engine C") == "no-train"
        assert why(state, "discard flat") == "must-switch"
        play(state, "engine B")
        assert (loco(state), loco(state, ME, "B"), loco(state, NEXT)) == ("auto", "mail", "wreck")
        assert state.actors() == (NEXT,)
        assert state.view(None)["threat"] is None

    def test_a_train_of_ones_own_is_needed(self):
        state = struck("switch-engines", trains={NEXT: ["tank"]})
        assert moves(state, "switch") == []
        assert why(state, "switch-engines 1A") == "no-engine"

    def test_between_two_of_ones_own(self):
        state = struck("switch-engines", trains={ME: ["box", "box"]}, locos={ME: "auto mail"})
        play(state, "switch-engines 0A")
        assert moves(state) == ["engine B"]
        assert why(state, "engine A") == "same-train"
        play(state, "engine B")
        assert (loco(state), loco(state, ME, "B")) == ("mail", "auto")

    def test_not_with_one_train_of_ones_own(self):
        state = struck("switch-engines", trains={ME: ["box"]})
        assert why(state, "switch-engines 0A") == "no-engine"

    def test_a_caboose_does_not_guard(self):
        state = struck("switch-engines", trains={ME: ["box"], NEXT: ["tank caboose"]})
        assert may(state, "switch-engines 1A")


class TestWreck:
    def test_the_whole_train_and_its_loco_are_discarded(self):
        trains = {NEXT: ["flat", "tank tank wild box"]}
        state = struck("wreck", trains=trains, locos={NEXT: "mail auto"})
        play(state, "wreck 1B", "allow")
        assert pile(state, state.discard) == ["auto", "tank", "tank", "wild", "box"]
        assert train(state, NEXT, "B") == ""
        assert train(state, NEXT) == "flat"
        assert hand(state, NEXT) == []

    def test_with_its_diesel_and_its_caboose(self):
        trains = {NEXT: ["coach wild=dome", "tank caboose"]}
        for letter, want in (("A", ["diesel", "hopper", "coach", "wild"]), ("B", None)):
            state = struck("wreck", trains=trains, diesels={NEXT: 1})
            play(state, f"wreck 1{letter}", "allow")
            found = pile(state, state.discard)
            assert found == (want or ["hopper", "tank", "caboose"])
        assert (state.live[NEXT], state.capped[NEXT], state.pax[NEXT]) == (1, 0, 1)

    def test_with_the_diesel_of_that_train_and_no_other(self):
        trains = {NEXT: ["coach", "dome", "mail"]}
        for diesels, wrecked, left in ((2, "B", 0), (4, "B", 4), (6, "C", 2), (5, "B", 5)):
            state = struck("wreck", trains=trains, diesels={NEXT: diesels})
            play(state, f"wreck 1{wrecked}", "allow")
            assert state.diesels[NEXT] == left
            assert ("diesel" in pile(state, state.discard)) == (left != diesels)

    def test_a_wild_that_was_declared_is_a_wild_again(self):
        for declared, other in (("box", "box"), ("auto", "auto"), ("mail", "coach")):
            trains = {NEXT: [f"wild={declared} {other}", f"{other} wild={declared}"]}
            state = play(struck("wreck", trains=trains), "wreck 1A", "allow")
            assert pile(state, state.discard) == ["hopper", "wild", other]
            state = play(struck("broken-car", trains=trains), "broken-car 1B", "allow")
            assert pile(state, state.discard) == ["wild"]

    def test_a_new_train_can_take_its_place(self):
        state = struck(
            "wreck", trains={NEXT: ["coach"]}, diesels={NEXT: 1}, hands={NEXT: "box flat"}
        )
        play(state, "wreck 1A", "allow", "take", "start box", "loco flat")
        assert train(state, NEXT) == "box"
        assert state.pax[NEXT] == state.diesels[NEXT] == 0


class TestTurntable:
    def test_another_turn_and_play_turns(self):
        state = play(at_table(hand="turntable box", players=3), "turntable")
        assert state.actors() == (ME,)
        assert state.direction == -1
        assert pile(state, state.slot) == ["turntable"]
        play(state, "draw", "deal coach", "deal coach", "discard coach")
        assert state.actors() == (2,)

    def test_in_the_first_round_too(self):
        assert may(at_table(hand="turntable box", rounds=1), "turntable")

    def test_only_from_the_hand(self):
        assert why(at_table(hand="box tank"), "turntable") == "not-in-hand"

    def test_it_counts_as_a_turn(self):
        state = at_table(hand="turntable box", limit=1)
        assert play(state, "turntable").end() == "turns"

    def test_what_was_lifted_may_be_lifted_in_the_next_turn(self):
        state = at_table(hand="turntable box tank", trains=["flat"], discard="reefer")
        play(state, "lift A", "loco tank", "turntable", "take")
        assert may(state, "lift A")
