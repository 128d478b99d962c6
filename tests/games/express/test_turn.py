"""rules/express.md 1.3 to 1.5 and 1.7: the deal, a turn, trains, going out."""

import pytest

from games.express.model import NOTHING
from games.express.rules.phases import CHOOSE, PLAYING
from tests.games.express.positions import (
    GAME,
    ME,
    NEXT,
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


class TestTheDeal:
    """1.3 Set-up."""

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_everybody_is_dealt_ten_cards_in_turn(self, players):
        state = GAME.new(players)
        assert state.actors() == (-1,)
        for n in range(10 * players):
            assert state.view(None)["phase"] == "dealing"
            assert sum(map(len, state.hands)) == n
            play(state, str(state.sample(lambda: 0.5)))
            assert max(map(len, state.hands)) - min(map(len, state.hands)) <= 1
        assert [len(hand) for hand in state.hands] == [10] * players
        assert state.phase == CHOOSE
        assert actor(state) == 0

    @pytest.mark.parametrize(
        ("players", "cards"), [(2, 131), (3, 131), (4, 132), (5, 132), (6, 132)]
    )
    def test_two_or_three_players_use_two_turntables(self, players, cards):
        state = GAME.new(players)
        assert len(state.deck) == cards
        assert state.unplayed == state.deck.count(GAME.model.turntable) == cards - 129

    def test_the_player_left_of_the_dealer_is_dealt_to_first_and_begins(self):
        state = GAME.new(3, dealer=1)
        play(state, "deal box")
        assert [len(hand) for hand in state.hands] == [0, 0, 1]
        while state.actors() == (-1,):
            play(state, str(state.sample(lambda: 0.3)))
        assert state.actors() == (2,)

    def test_what_the_deck_has_not_cannot_be_dealt(self):
        state = play(GAME.new(2), "deal wreck")
        assert why(state, "deal wreck") == "not-in-deck"
        assert may(state, "deal box")

    def test_nobody_does_anything_else(self):
        state = GAME.new(2)
        assert why(state, "draw") == "must-deal"
        assert why(state, "draw", 0) == "not-your-turn"

    @pytest.mark.parametrize("players", [-1, 0, 1, 7])
    def test_two_to_six_play(self, players):
        with pytest.raises(ValueError, match="2 to 6"):
            GAME.new(players)

    @pytest.mark.parametrize(
        "options",
        [
            {"dealer": 4},
            {"dealer": -1},
            {"target": -1},
            {"target": 10_001},
            {"turns": 0},
            {"turns": 31},
            {"hands": 0},
            {"hands": 25},
            {"target": "120"},
            {"target": True},
            {"weather": 1},
        ],
    )
    def test_options_are_checked(self, options):
        with pytest.raises(ValueError, match=next(iter(options))):
            GAME.new(4, **options)

    def test_options_at_their_limits(self):
        state = GAME.new(4, dealer=3, target=10_000, turns=30, hands=24)
        assert (state.dealer, state.target, state.limit, state.most) == (3, 10_000, 120, 24)
        state = GAME.new(4, dealer=0, target=0, turns=1, hands=1)
        assert (state.dealer, state.target, state.limit, state.most) == (0, 0, 4, 1)
        state = GAME.new(5)
        assert (state.dealer, state.target, state.limit, state.most) == (4, 0, 150, 24)

    def test_the_last_of_six_seats_may_deal_and_no_seat_beyond_is_offered(self):
        [dealer] = [option for option in GAME.options if option.key == "dealer"]
        assert dealer.values == "a whole number from 0 to 5"
        assert GAME.new(6, dealer=5).dealer == 5


class TestDrawing:
    """1.4 Turn: the top two of the draw pile or the top discard."""

    def begun(self):
        return play(at_table(hand="box tank", discard="auto reefer"), "discard tank")

    def test_two_cards_from_the_deck(self):
        state = play(self.begun(), "draw")
        assert state.actors() == (-1,)
        assert why(state, "draw") == "must-draw"
        play(state, "deal coach", "deal wreck")
        assert hand(state, NEXT) == ["coach", "wreck"]
        assert state.phase == PLAYING

    def test_or_the_top_discard(self):
        state = play(self.begun(), "take")
        assert hand(state, NEXT) == ["tank"]
        assert pile(state, state.discard) == ["auto", "reefer"]
        assert state.phase == PLAYING

    def test_no_discards_to_take(self):
        state = play(at_table(hand="derailment box"), "derailment 3", "allow")
        assert moves(state) == ["draw"]
        assert why(state, "take") == "no-discard"

    def test_one_draws_before_one_plays(self):
        assert why(self.begun(), "start box") == "must-choose"

    def test_and_not_after(self):
        assert why(at_table(), "draw") == "must-play"

    def test_cards_drawn_are_known_to_who_drew_them(self):
        state = play(self.begun(), "draw", "deal coach", "deal coach")
        assert state.masks[NEXT] == state.m.bit[state.m.ids.index("coach")]
        play(state, "discard coach")
        assert hand(state, NEXT) == ["coach"]
        assert state.masks[NEXT] == state.m.bit[state.m.ids.index("coach")]


class TestLocos:
    """1.4: every train has one card face down before it; it may be exchanged in one's turn."""

    def test_any_card_is_a_loco(self):
        state = play(at_table(hand="box wreck coach turntable"), "start box")
        assert moves(state) == ["loco box", "loco coach", "loco wreck", "loco turntable"][1:]
        play(state, "loco wreck")
        assert loco(state) == "wreck"
        assert hand(state) == ["coach", "turntable"]

    def test_only_a_card_in_hand(self):
        state = play(at_table(hand="box wreck coach"), "start box")
        assert why(state, "loco box") == "not-in-hand"

    def test_a_loco_is_lifted_and_another_laid(self):
        state = at_table(hand="box wreck", trains=["tank"], locos={ME: "auto"})
        play(state, "lift A")
        assert moves(state) == ["loco box", "loco auto", "loco wreck"]
        assert state.view(NEXT)["seats"][ME]["trains"][0]["loco"] is False
        play(state, "loco wreck")
        assert loco(state) == "wreck"
        assert hand(state) == ["auto", "box"]

    def test_once_a_turn(self):
        state = at_table(hand="box wreck", trains=["tank", "tank"], players=2)
        play(state, "lift B", "loco box")
        assert moves(state, "lift") == ["lift A"]
        assert why(state, "lift B") == "lifted"
        play(state, "lift A", "loco hopper")
        assert moves(state, "lift") == []
        play(state, "discard wreck", "take", "discard wreck", "take")
        assert moves(state, "lift") == ["lift A", "lift B"]

    def test_also_with_the_last_card(self):
        state = at_table(hand="box", trains=["tank"], locos={ME: "auto"})
        play(state, "lift A", "loco box", "discard auto")
        assert hand(state) == []

    def test_not_of_a_train_that_is_not_there(self):
        assert why(at_table(trains=["tank"]), "lift B") == "no-train"

    def test_locos_are_no_cards_in_hand(self):
        state = at_table(hand="box", trains=["tank"])
        assert state.view(ME)["seats"][ME]["hand"] == ["box"]


class TestTrains:
    """1.5 Trains, and 1.4: on one's own display only, one card being left to discard."""

    def test_any_car_begins_a_train(self):
        state = at_table(hand="box coach caboose diesel boom wreck")
        assert moves(state, "start") == ["start box", "start coach"]

    def test_it_takes_three_cards(self):
        assert moves(at_table(hand="box tank flat"), "start") != []
        state = at_table(hand="box tank")
        assert moves(state, "start") == []
        assert why(state, "start box") == "needs-discard"

    def test_only_with_a_card_in_hand(self):
        state = at_table(hand="box tank flat", trains=["reefer", "coach"])
        for text in ("start coach", "add reefer A", "diesel B", "way boom", "discard wreck"):
            assert why(state, text) == "not-in-hand"

    def test_trains_get_the_first_free_letter(self):
        state = at_table(hand="box tank flat auto", trains=["reefer", "tank"])
        play(state, "start box", "loco tank")
        assert train(state, ME, "C") == "box"
        assert state.at == NOTHING

    def test_a_letter_is_free_again(self):
        state = at_table(hand="broken-car box tank flat", trains=["reefer", "tank"], players=2)
        play(state, "broken-car 0A", "take", "discard reefer", "take")
        play(state, "start box", "loco tank")
        assert train(state) == "box"
        assert train(state, ME, "B") == "tank"

    def test_there_is_room_for_eight(self):
        state = at_table(hand="box tank flat", trains=["reefer"] * 7)
        assert may(state, "start box")
        state = at_table(hand="box wild tank flat", trains=["reefer"] * 8)
        assert moves(state, "start") == []
        assert why(state, "start box") == "no-room"
        assert why(state, "start wild as box") == "no-room"

    def test_a_freight_train_has_one_type(self):
        state = at_table(hand="box tank coach", trains=["box"])
        assert moves(state, "add") == ["add box A"]
        assert why(state, "add tank A") == "other-type"
        assert why(state, "add coach A") == "freight-only"
        play(state, "add box A")
        assert train(state) == "box box"

    def test_a_passenger_train_has_passenger_cars(self):
        state = at_table(hand="mail sleeper dome box", trains=["coach"])
        assert moves(state, "add") == ["add mail A", "add dome A", "add sleeper A"]
        assert why(state, "add box A") == "passenger-only"
        assert train(play(state, "add mail A", "add dome A")) == "coach mail dome"

    def test_the_first_passenger_type_and_the_last_freight_type_are_what_they_are(self):
        state = at_table(hand="mail auto wild caboose flat", trains=["mail", "auto"])
        assert moves(state, "add") == [
            "add mail A",
            *(
                f"add wild as {one} A"
                for one in ("mail", "coach", "dome", "sleeper", "observation")
            ),
            "add auto B",
            "add caboose B",
            "add wild as auto B",
        ]
        assert why(state, "add caboose A") == "caboose-there"
        assert why(state, "add wild as dome A") == ""
        assert why(state, "add wild as auto A") == "wild-matches"
        assert why(state, "add wild as mail B") == "wild-matches"
        assert why(state, "add mail B") == "freight-only"
        assert why(state, "add auto A") == "passenger-only"
        state = play(at_table(hand="mail diesel box flat"), "start mail", "loco box")
        assert moves(state, "diesel") == ["diesel A"]
        state = play(at_table(hand="auto diesel box flat"), "start auto", "loco box")
        assert why(state, "diesel A") == "passenger-diesel"
        state = at_table(hand="wild mail box flat")
        assert why(state, "start wild as observation") == ""
        state = at_table(hand="wild observation box flat")
        assert why(state, "start wild as mail") == ""
        state = at_table(hand="wild auto caboose flat")
        assert why(state, "start wild as mail") == "no-second-car"

    def test_the_last_card_is_for_the_discard(self):
        state = at_table(hand="box", trains=["box"])
        assert moves(state) == ["lift A", "discard box"]
        assert why(state, "add box A") == "needs-discard"

    def test_not_on_a_train_that_is_not_there(self):
        state = at_table(trains={ME: ["box"], NEXT: ["tank", "tank"]})
        assert why(state, "add tank B") == "no-train"

    def test_a_caboose_ends_a_freight_train(self):
        state = at_table(hand="caboose box coach wild", trains=["box", "coach coach", "tank tank"])
        assert moves(state, "add caboose") == ["add caboose A", "add caboose C"]
        assert why(state, "add caboose B") == "caboose-there"
        assert play(state.copy(), "add caboose C").capped[ME] == 0b100
        play(state, "add caboose A")
        assert moves(state, "add box") == []
        assert why(state, "add box A") == "caboose-ends"
        assert why(state, "add wild as box A") == "caboose-ends"

    def test_a_caboose_covers_an_open_wild(self):
        state = play(at_table(hand="caboose box", trains=["tank tank wild"]), "add caboose A")
        assert train(state) == "tank tank wild caboose"

    def test_where_a_club_says_so_it_ends_a_passenger_train(self):
        game = club('[rulings]\ncaboose_on = ["passenger"]')
        state = at_table(game=game, hand="caboose box dome", trains=["box", "coach", "mail mail"])
        assert moves(state, "add caboose") == ["add caboose B", "add caboose C"]
        assert why(state, "add caboose A") == "caboose-there"
        play(state, "add caboose B")
        assert why(state, "add dome B") == "caboose-ends"

    def test_a_diesel_joins_a_passenger_train(self):
        state = at_table(hand="diesel diesel box", trains=["tank", "coach", "dome"])
        assert moves(state, "diesel") == ["diesel B", "diesel C"]
        assert why(state, "diesel A") == "passenger-diesel"
        assert why(state, "diesel D") == "no-train"
        play(state, "diesel B")
        assert state.view(None)["seats"][ME]["trains"][1]["diesel"] is True
        assert why(state, "diesel B") == "has-diesel"
        play(state, "diesel C")
        assert hand(state) == ["box"]

    def test_the_last_card_is_not_a_diesel_to_play(self):
        state = at_table(hand="diesel", trains=["coach"])
        assert why(state, "diesel A") == "needs-discard"

    def test_way_cars_are_laid_singly(self):
        state = at_table(hand="boom boom office box")
        assert moves(state, "way") == ["way boom", "way office"]
        play(state, "way boom", "way boom")
        assert state.view(None)["seats"][ME]["ways"] == ["boom", "boom"]
        assert state.shields[ME] == 0
        play(state, "way office")
        assert moves(state) == ["discard box"]

    def test_the_last_card_is_not_a_way_car_to_play(self):
        assert why(at_table(hand="boom"), "way boom") == "needs-discard"
