"""``check``: a position with a lost or invented component is distinguished from a valid one."""

import pytest

from games.expect_delays.phases import ACT, BROKEN, DEALING, STOPPED, TARGET, TRANSFER, TURNING
from tests.games.expect_delays.positions import at_table, play


def wrong(**changes):
    """The complaint of ``check`` about a good position (advisory, Riders, cards) so changed."""
    state = at_table(
        advisory="fare-hike", C="c.t....", O="c......", T="t.....", deck="s so", out="t"
    )
    state.check()
    for name, value in changes.items():
        setattr(state, name, value)
    with pytest.raises(AssertionError) as caught:
        state.check()
    return str(caught.value)


class TestComponents:
    """Heading "Components"."""

    @pytest.mark.parametrize("pile", ["deck", "discard", "out"])
    def test_train_cards_are_sixteen(self, pile):
        cards = list(getattr(at_table(advisory="fare-hike", deck="s so", out="t"), pile))
        assert wrong(**{pile: cards[1:]}) == "Train cards"
        assert wrong(**{pile: [*cards, 0]}) == "Train cards"

    def test_hands_hold_cards_of_the_deck_in_order(self):
        assert wrong(hands=[(0, 4, 4), (2, 5, 9)]) == "Train cards"
        assert wrong(hands=[(6, 4, 0), (2, 5, 9)]) == "hands are sorted"
        assert wrong(hands=[(0, 4, 6), (9, 2, 5)]) == "hands are sorted"

    def test_fare_swipes_are_eight(self):
        assert wrong(swipes=[5, 4]) == "Fare Swipes"
        assert wrong(swipes=[-1, 4]) == "Fare Swipes"
        assert wrong(swipes=[4, -1]) == "Fare Swipes"

    def test_eight_fare_swipes_may_all_be_held(self):
        at_table(swipes=(8, 0)).check()

    def test_commuters_are_three_each(self):
        assert wrong(pool=[3, 2]) == "Commuters"
        assert wrong(pool=[2, 1]) == "Commuters"
        assert wrong(lines=["cc.....", "......", "c......", "t....."]) == "Commuters"

    def test_no_more_commuters_on_the_board_than_there_are(self):
        lines = ["cccc...", "......", "c......", "t....."]
        assert wrong(lines=lines, pool=[-1, 2], tourists=5) == "Commuters"

    def test_tourists_are_six(self):
        assert wrong(tourists=5) == "Tourists"
        assert wrong(lines=["c.t.t..", "......", "c......", "t....."]) == "Tourists"
        lines = ["cttttt.", "......", "c......", "tt...."]
        assert wrong(lines=lines, tourists=-1) == "Tourists"

    def test_all_six_tourists_may_ride(self):
        at_table(C="tttt...", S="tt....").check()

    def test_a_line_keeps_its_stops(self):
        assert wrong(lines=["c.t...", "......", "c......", "t....."]) == "a Line"
        assert wrong(lines=["c.t...x", "......", "c......", "t....."]) == "a Line"

    def test_service_advisories_are_not_drawn_twice(self):
        state = at_table(advisory="fare-hike", deck="s so", out="t")
        left = state.advisories
        for number in (state.coming, state.active.id):
            more = [count + (n == number) for n, count in enumerate(left)]
            assert wrong(advisories=more) == "Service Advisories"
        assert wrong(advisories=[-1, *left[1:]]) == "Service Advisories"
        assert wrong(coming=-1) == "the next Service Advisory lies face up"

    def test_points_are_never_lost(self):
        assert wrong(points=[-1, 0]) == "Destination Points"


class TestPhases:
    def test_the_target_and_the_end_go_together(self):
        assert wrong(points=[10, 0]) == "a target reached ends the game"
        assert wrong(points=[0, 10], phase=BROKEN) == "a target reached ends the game"
        assert wrong(phase=TARGET) == "a target reached ends the game"

    def test_a_player_in_turn_has_an_action_left(self):
        assert wrong(left=0) == "a turn without Actions is over"

    def test_the_last_action_may_wait_for_its_transfer(self):
        state = at_table(left=1, advisory="its-show-time", O="c......")
        state.phase, state.left = TRANSFER, 0
        state.check()

    @pytest.mark.parametrize("phase", [DEALING, TURNING])
    def test_cards_are_dealt_to_an_empty_hand(self, phase):
        assert wrong(phase=phase) == "a hand is dealt to an empty hand"

    @pytest.mark.parametrize("phase", [ACT, TRANSFER, DEALING])
    def test_the_next_advisory_is_seen_while_the_game_is_on(self, phase):
        state = play(at_table(), "pass") if phase == DEALING else at_table()
        state.phase, state.coming = phase, -1
        with pytest.raises(AssertionError, match="lies face up"):
            state.check()

    def test_over_is_over_whatever_lies_there(self):
        state = at_table()
        assert state.phase == ACT
        for phase in (BROKEN, STOPPED):
            state.phase, state.coming = phase, -1
            state.check()
