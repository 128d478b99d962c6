"""Setup and the Upkeep Phase."""

import pytest

from games.kernel import CHANCE, UnknownActionError
from tests.games.expect_delays.positions import (
    DOWNTOWN,
    GAME,
    UPTOWN,
    at_table,
    game_of,
    house,
    legal,
    on,
    play,
    why_not,
)

DEAL = ("turn up its-show-time", "deal c c s", "deal o o t")


class TestTyping:
    def test_the_cards_of_a_move_are_typed_in_any_order(self):
        for action in GAME.actions:
            words = str(action).split()
            if words[0] == "deal":
                assert GAME.parse(" ".join(["deal", *reversed(words[1:])])) is action
            if words[0] == "run":
                assert GAME.parse(" ".join([*words[:3], *reversed(words[3:])])) is action
        for text in ("deal c", "run C with", "run with c C", "c deal c cs"):
            with pytest.raises(UnknownActionError):
                GAME.parse(text)


class TestSetup:
    """Heading "Setup"."""

    def test_the_next_advisory_lies_open_and_none_is_active(self):
        view = play(GAME.new(2), *DEAL).view(None)
        assert (view["advisory"], view["next_advisory"]) == ("", "its-show-time")

    def test_both_get_three_cards_and_uptown_begins_with_two_actions(self):
        state = play(GAME.new(2), *DEAL)
        assert state.view(UPTOWN)["hands"] == [["c", "c", "s"], 3]
        assert state.view(DOWNTOWN)["hands"] == [3, ["o", "o", "t"]]
        assert (state.actors(), state.left, state.view(None)["deck"]) == ((UPTOWN,), 2, 10)

    def test_downtown_has_two_swipes_and_the_rest_lies_on_the_platform(self):
        view = play(GAME.new(2), *DEAL).view(None)
        assert view["swipes"] == [0, 2]
        assert view["platform"] == {"swipes": 6, "tourists": 6}
        assert (view["commuters"], view["points"]) == ([3, 3], [0, 0])

    def test_the_lines_are_empty(self):
        lines = GAME.new(2).view(None)["lines"]
        assert lines == {"C": ".......", "S": "......", "O": ".......", "T": "......"}

    def test_before_the_first_card_nobody_has_anything_to_do(self):
        assert GAME.new(2).view(0) == {
            "phase": "turn up",
            "player": 0,
            "left": 0,
            "turns": 0,
            "points": [0, 0],
            "swipes": [0, 2],
            "platform": {"swipes": 6, "tourists": 6},
            "commuters": [3, 3],
            "lines": {"C": ".......", "S": "......", "O": ".......", "T": "......"},
            "hands": [[], 0],
            "deck": 16,
            "discard": [],
            "out_of_service": [],
            "advisory": "",
            "next_advisory": "",
        }

    def test_chance_acts_in_its_order(self):
        state = GAME.new(2)
        assert why_not(state, "deal c c s") == "must-turn-up"
        play(state, DEAL[0])
        assert why_not(state, "turn up fare-hike") == "must-deal"
        assert why_not(state, "pass") == "must-deal"
        play(state, DEAL[1])
        assert state.actors() == (CHANCE,)
        assert why_not(state, "deal c cs co") == "not-in-deck"
        play(state, "deal t ot ot")

    def test_players_wait_meanwhile(self):
        assert why_not(GAME.new(2), "pass", UPTOWN) == "not-your-turn"


class TestUpkeep:
    """Heading "Upkeep Phase"."""

    def test_the_rest_of_the_hand_is_discarded_and_three_cards_are_drawn(self):
        state = play(at_table(), "run C with c", "pass")
        assert state.view(None)["discard"] == ["c", "co", "cs"]
        play(state, "deal c s t")
        assert state.view(UPTOWN)["hands"] == [["c", "s", "t"], 3]
        assert state.view(None)["deck"] == 7

    def test_then_the_other_player_acts(self):
        state = play(at_table(left=1), "run C with c", "deal c s t")
        assert (state.actors(), state.left) == ((DOWNTOWN,), 2)
        play(state, "pass", "deal s t ct")
        assert state.actors() == (UPTOWN,)

    def test_the_second_action_ends_the_turn(self):
        state = play(at_table(), "out of service c")
        assert (state.actors(), state.left) == ((UPTOWN,), 1)
        assert play(state, "repair c").actors() == (CHANCE,)

    def test_a_deck_of_exactly_three_is_not_shuffled(self):
        state = play(at_table(advisory="fare-hike", deck="s t so"), "pass")
        assert state.active.key == "fare-hike"
        assert why_not(state, "turn up fare-holiday") == "must-deal"
        assert legal(state, "deal s t so")
        assert state.view(None)["deck"] == 3

    def test_a_short_deck_takes_the_discards_in_and_keeps_its_cards(self):
        state = play(at_table(deck="s so", out="t"), "pass")
        view = state.view(None)
        assert (view["deck"], view["discard"], view["out_of_service"]) == (12, [], ["t"])

    def test_a_shuffle_brings_the_next_advisory(self):
        state = at_table(advisory="fare-hike", deck="s so")
        coming = state.view(None)["next_advisory"]
        play(state, "pass")
        assert (state.view(None)["advisory"], state.view(None)["next_advisory"]) == (coming, "")
        assert why_not(state, "deal c s so") == "must-turn-up"
        play(state, "turn up mind-the-gap", "deal c s so")
        assert state.view(None)["next_advisory"] == "mind-the-gap"
        assert state.active.key == coming

    def test_an_advisory_that_was_seen_does_not_come_again(self):
        state = play(at_table(advisory="fare-hike", deck=""), "pass")
        assert why_not(state, "turn up fare-hike") == "advisory-gone"
        assert why_not(state, f"turn up {state.active.key}") == "advisory-gone"

    def test_the_last_advisories_start_over(self):
        """Ruling R9: all but the one that has become active."""
        state = at_table(advisory="fare-hike", deck="s so")
        state.advisories = [0] * 18
        coming = state.coming
        play(state, "pass")
        assert sum(state.advisories) == 17
        assert state.advisories[coming] == 0
        assert legal(state, "turn up fare-hike")

    def test_the_deck_of_advisories_counts_copies(self):
        data = house()
        data["advisory"][12]["copies"] = 3
        data["components"]["advisories"] = 20
        game = game_of(data)
        state = at_table(game=game, advisory="fare-hike", deck="")
        state.coming, state.advisories = 12, [0] * 18
        play(state, "pass", game=game)
        assert sum(state.advisories) == 19
        assert state.advisories[12] == 2

    def test_one_advisory_left_is_still_turned_up(self):
        state = at_table(advisory="fare-hike", deck="")
        state.advisories = [0] * 17 + [1]
        play(state, "pass", "turn up no-sightseers", "deal c s so")
        assert sum(state.advisories) == 0

    def test_riders_stay_where_they_are(self):
        assert on(play(at_table(C="c......"), "pass"), "C") == "c......"
