"""Service Advisories: three kinds, and each effect of the closed list in both places it can be.

Heading "Use Service Advisory". The house pack has each effect as a New Action or as a Transfer;
the pack turned upside down has it as the other.
"""

import pytest

from tests.games.expect_delays.positions import (
    DOWNTOWN,
    GAME,
    UPTOWN,
    at_table,
    game_of,
    house,
    legal,
    moves,
    on,
    play,
    why_not,
)


def upside_down():
    """The house pack with every New Action a Transfer and the other way round."""
    data = house()
    other = {"new_action": "transfer", "transfer": "new_action", "event": "event"}
    for advisory in data["advisory"]:
        advisory["kind"] = other[advisory["kind"]]
    return game_of(data)


UPSIDE_DOWN = upside_down()


class TestNewActions:
    """A New Action costs one of the Actions, and can be used while it is active."""

    def test_nothing_of_the_kind_without_one(self):
        for advisory in ("", "its-show-time", "fare-hike"):
            state = at_table(advisory=advisory, C="c......")
            assert moves(state, "advisory") == []
            assert why_not(state, "advisory take") == "no-new-action"
            assert why_not(state, "advisory walk C0") == "no-new-action"

    def test_only_the_effect_of_the_active_one(self):
        state = at_table(advisory="buskers-hat", C="c......")
        assert moves(state, "advisory") == ["advisory take"]
        assert why_not(state, "advisory walk C0") == "other-advisory"
        assert why_not(state, "advisory levy") == "other-advisory"

    def test_it_costs_an_action_and_may_be_used_twice(self):
        state = play(at_table(advisory="buskers-hat"), "advisory take")
        assert (state.swipes, state.left) == ([1, 2], 1)
        assert play(state, "advisory take").actors() == (-1,)

    def test_take_swipes_needs_swipes_on_the_platform(self):
        assert why_not(at_table(advisory="buskers-hat", swipes=(3, 5)), "advisory take") == (
            "platform-empty"
        )
        assert play(at_table(advisory="buskers-hat", swipes=(3, 4)), "advisory take").swipes == [
            4,
            4,
        ]

    def test_levy_takes_from_the_opponent(self):
        assert play(at_table(advisory="bag-check", swipes=(3, 1)), "advisory levy").swipes == [4, 0]
        state = at_table(advisory="bag-check", swipes=(3, 0))
        assert why_not(state, "advisory levy") == "opponent-poor"
        assert moves(state, "advisory") == []

    def test_walk_moves_a_commuter_to_the_next_stop(self):
        state = at_table(advisory="mind-the-gap", C="c.ct..t", S=".....c")
        assert moves(state, "advisory") == ["advisory walk C0"]
        assert on(play(state, "advisory walk C0"), "C") == ".cct..t"

    def test_walk_is_refused_in_plain_words(self):
        state = at_table(advisory="mind-the-gap", C="..cct..", O="c......", S=".....c")
        assert why_not(state, "advisory walk O0") == "not-your-line"
        assert why_not(state, "advisory walk C1") == "no-commuter"
        assert why_not(state, "advisory walk C4") == "no-commuter"
        assert why_not(state, "advisory walk C3") == "stop-taken"
        assert why_not(state, "advisory walk S5") == "end-of-line"

    def test_walk_to_the_last_stop(self):
        state = play(at_table(advisory="mind-the-gap", S="....c."), "advisory walk S4")
        assert on(state, "S") == ".....c"

    def test_see_off_sends_a_tourist_to_the_platform(self):
        state = at_table(advisory="tour-bus", C="t.c...t", O="t......", S="...t..")
        assert moves(state, "advisory") == [
            "advisory see off C0",
            "advisory see off C6",
            "advisory see off S3",
        ]
        assert why_not(state, "advisory see off O0") == "not-your-line"
        assert why_not(state, "advisory see off C2") == "no-tourist"
        play(state, "advisory see off C6")
        assert (on(state, "C"), state.tourists) == ("t.c....", 3)

    def test_advance_moves_a_whole_line_one_stop(self):
        state = at_table(advisory="signal-priority", C="c.t...t", O="c......", S="....tc")
        assert moves(state, "advisory") == ["advisory advance C"]
        assert why_not(state, "advisory advance O") == "not-your-line"
        assert why_not(state, "advisory advance S") == "nobody-moves"
        play(state, "advisory advance C")
        assert (on(state, "C"), state.tourists) == (".c.t...", 4)

    def test_advance_needs_somebody_who_can_move(self):
        assert moves(at_table(advisory="signal-priority"), "advisory") == []
        assert legal(at_table(advisory="signal-priority", S=".....t"), "advisory advance S")
        assert legal(at_table(advisory="signal-priority", S="....c."), "advisory advance S")

    def test_seat_tourist_fills_an_opponents_first_stop(self):
        state = at_table(advisory="lost-tour-group", T="c.....")
        assert moves(state, "advisory") == ["advisory tourist O"]
        assert why_not(state, "advisory tourist T") == "stop-taken"
        assert why_not(state, "advisory tourist C") == "own-line"
        play(state, "advisory tourist O")
        assert (on(state, "O"), state.tourists) == ("t......", 5)

    def test_seat_tourist_needs_a_tourist(self):
        state = at_table(advisory="lost-tour-group", C="..tttt.", S="..tt..")
        assert why_not(state, "advisory tourist O") == "no-tourist-left"
        assert moves(state, "advisory") == []

    def test_halve_as_a_new_action(self):
        def at(swipes):
            return at_table(game=UPSIDE_DOWN, advisory="fare-inspection", swipes=swipes)

        assert play(at((0, 5)), "advisory halve", game=UPSIDE_DOWN).swipes == [0, 3]
        assert play(at((0, 2)), "advisory halve", game=UPSIDE_DOWN).swipes == [0, 1]
        assert why_not(at((5, 1)), "advisory halve", game=UPSIDE_DOWN) == "opponent-poor"
        assert moves(at((5, 1)), "advisory") == []

    def test_eject_as_a_new_action(self):
        state = at_table(game=UPSIDE_DOWN, advisory="its-show-time", O="..c....", C="c......")
        assert moves(state, "advisory") == ["advisory eject O2"]
        play(state, "advisory eject O2", game=UPSIDE_DOWN)
        assert (state.pool, state.points, state.left) == ([2, 3], [0, 0], 1)


class TestTransfers:
    """A Transfer is performed with a Disembark from a Stop that has the icon."""

    def test_only_from_a_stop_with_the_icon(self):
        state = play(at_table(advisory="delay-refund", C="..cc...", swipes=(0, 2)), "disembark C2")
        assert state.swipes == [0, 2]
        assert play(state, "disembark C3").swipes == [2, 2]

    def test_not_without_an_active_transfer(self):
        for advisory in ("", "buskers-hat", "good-service"):
            state = play(at_table(advisory=advisory, C="...c..."), "disembark C3")
            assert (state.swipes, state.actors(), state.phase) == ([0, 2], (UPTOWN,), 0)

    def test_in_addition_to_points_and_a_tourist(self):
        state = play(at_table(advisory="delay-refund", C="...c..."), "disembark C3 tourist O")
        assert (state.points, state.swipes, on(state, "O")) == ([2, 0], [2, 2], "t......")

    def test_take_swipes_as_far_as_the_platform_has_them(self):
        state = at_table(advisory="delay-refund", C="...c...", swipes=(2, 5))
        assert play(state, "disembark C3").swipes == [3, 5]
        state = at_table(advisory="delay-refund", C="...c...", swipes=(3, 5))
        assert play(state, "disembark C3").swipes == [3, 5]

    @pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1), (5, 3), (8, 4)])
    def test_half_of_the_swipes_rounds_down(self, before, after):
        """Ruling R8."""
        state = at_table(advisory="fare-inspection", C="...c...", swipes=(0, before))
        assert play(state, "disembark C3").swipes == [0, after]

    def test_levy_takes_no_more_than_there_is(self):
        data = house()
        data["advisory"][1] |= {"kind": "transfer", "amount": 3}
        game = game_of(data)
        for held, mine, theirs in ((5, 4, 2), (3, 4, 0), (2, 3, 0), (0, 1, 0)):
            swipes = (1, held)
            state = at_table(game=game, advisory="bag-check", C="...c...", swipes=swipes)
            assert play(state, "disembark C3", game=game).swipes == [mine, theirs]

    def test_a_choice_must_be_made_before_anything_else(self):
        state = at_table(advisory="platform-change", C="...c...", S="c..c..", O="c......")
        play(state, "disembark C3")
        assert moves(state, "") == ["advisory walk S0", "advisory walk S3"]
        for text in ("pass", "run C with c", "out of service c", "advisory take"):
            assert why_not(state, text) == "transfer-first"
        assert why_not(state, "advisory walk O0") == "not-your-line"
        assert why_not(state, "pass", DOWNTOWN) == "not-your-turn"
        play(state, "advisory walk S3")
        assert (on(state, "S"), state.left, state.phase) == ("c...c.", 1, 0)

    def test_after_the_second_action_the_turn_ends_with_the_choice(self):
        state = at_table(advisory="platform-change", C="...c...", S="c.....", left=1)
        assert play(state, "disembark C3").actors() == (UPTOWN,)
        assert play(state, "advisory walk S0").actors() == (-1,)

    def test_what_cannot_be_done_is_left_out(self):
        """Ruling R7."""
        for advisory in (
            "platform-change",
            "its-show-time",
            "end-of-the-tour",
            "connecting-service",
        ):
            state = play(at_table(advisory=advisory, C="...c..."), "disembark C3")
            assert (state.phase, state.left) == (0, 1)

    def test_eject_is_for_the_opponents_commuters(self):
        state = at_table(advisory="its-show-time", C="...c...", S="c.....", O=".ct....", T="c.....")
        play(state, "disembark C3")
        assert moves(state, "") == ["advisory eject O1", "advisory eject T0"]
        assert why_not(state, "advisory eject S0") == "own-line"
        assert why_not(state, "advisory eject O2") == "no-commuter"
        play(state, "advisory eject T0")
        assert (state.pool, on(state, "T"), state.points) == ([2, 2], "......", [2, 0])

    def test_downtown_ejects_uptown(self):
        state = at_table(player=DOWNTOWN, advisory="its-show-time", T="c.....", S="..c...")
        play(state, "disembark T0", "advisory eject S2")
        assert (state.pool, on(state, "S")) == ([3, 3], "......")

    def test_see_off_counts_the_tourist_only_just_seated_as_the_opponents(self):
        state = at_table(advisory="end-of-the-tour", C="...c..t")
        play(state, "disembark C3 tourist O")
        assert moves(state, "") == ["advisory see off C6"]

    def test_advance_as_a_transfer(self):
        state = at_table(advisory="connecting-service", C="...c...", S="t....t")
        play(state, "disembark C3", "advisory advance S")
        assert (on(state, "S"), state.tourists) == (".t....", 5)

    def test_seat_tourist_as_a_transfer_comes_after_the_tourist_of_the_disembark(self):
        state = at_table(game=UPSIDE_DOWN, advisory="lost-tour-group", C="...c...")
        play(state, "disembark C3 tourist O", game=UPSIDE_DOWN)
        assert moves(state, "") == ["advisory tourist T"]

    def test_the_transfer_of_a_first_stop(self):
        assert play(at_table(advisory="delay-refund", S="c....."), "disembark S0").swipes == [2, 2]


class TestEvents:
    """An Event changes the rules while it is active."""

    def test_boarding_dearer(self):
        assert why_not(at_table(advisory="fare-hike", swipes=(2, 2)), "board C") == "no-swipes"
        assert play(at_table(advisory="fare-hike", swipes=(3, 2)), "board C").swipes == [0, 2]

    def test_boarding_cheaper(self):
        assert play(at_table(advisory="fare-holiday", swipes=(1, 2)), "board C").swipes == [0, 2]

    @pytest.mark.parametrize(("advisory", "actions"), [("skeleton-crew", 1), ("good-service", 3)])
    def test_other_numbers_of_actions(self, advisory, actions):
        state = play(at_table(advisory=advisory), "pass", "deal c s t")
        assert (state.actors(), state.left) == ((DOWNTOWN,), actions)

    def test_one_card_a_run(self):
        state = at_table(advisory="ice-on-the-tracks", C="c......")
        assert moves(state, "run") == [
            "run C with c",
            "run C with cs",
            "run C with co",
            "run S with cs",
        ]
        assert why_not(state, "run C with c cs") == "too-many-cards"

    def test_two_cards_a_run(self):
        data = house()
        data["advisory"][16]["set"] = {"run_cards": 2}
        state = at_table(game=game_of(data), advisory="ice-on-the-tracks")
        assert "run C with c cs" in moves(state, "run")
        assert "run C with c cs co" not in moves(state, "run")

    def test_no_tourist_boards(self):
        state = at_table(advisory="no-sightseers", C=".c.....")
        assert moves(state, "disembark") == ["disembark C1"]
        assert why_not(state, "disembark C1 tourist O") == "no-sightseers"

    def test_the_event_of_the_turn_that_begins_counts(self):
        """Heading "Upkeep Phase": the shuffle comes before the next turn."""
        state = at_table(advisory="fare-hike", deck="")
        state.advisories[state.coming] += 1
        state.coming = [each.key for each in GAME.model.advisories].index("good-service")
        state.advisories[state.coming] -= 1
        play(state, "pass", "turn up skeleton-crew", "deal c s t")
        assert state.left == 3
