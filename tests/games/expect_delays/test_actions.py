"""The Actions, one heading of expect-delays.txt after the other."""

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


class TestBoard:
    """Heading "Board"."""

    def test_two_swipes_go_to_the_platform_and_a_commuter_to_the_first_stop(self):
        state = play(at_table(swipes=(3, 2)), "board C")
        assert (state.swipes, state.pool, on(state, "C")) == ([1, 2], [2, 3], "c......")
        assert (state.platform(), state.left) == (5, 1)

    def test_either_of_ones_own_lines_will_do(self):
        assert moves(at_table(swipes=(2, 2)), "board") == ["board C", "board S"]
        assert moves(at_table(player=DOWNTOWN), "board") == ["board O", "board T"]

    def test_never_the_other_players_lines(self):
        assert why_not(at_table(swipes=(2, 2)), "board O") == "not-your-line"

    def test_swipes_must_suffice(self):
        state = at_table(swipes=(1, 2))
        assert why_not(state, "board C") == "no-swipes"
        reason = state.refusal(UPTOWN, GAME.parse("board C"))
        assert "2 Fare Swipes to Board, but you have only 1" in reason.text

    def test_exactly_enough_swipes_is_enough(self):
        assert play(at_table(swipes=(2, 2)), "board S").swipes == [0, 2]

    @pytest.mark.parametrize("rider", ["c", "t"])
    def test_one_rider_on_a_stop(self, rider):
        state = at_table(swipes=(2, 2), C=f"{rider}......")
        assert why_not(state, "board C") == "stop-taken"
        assert legal(state, "board S")

    def test_not_when_all_commuters_are_on_the_board(self):
        state = at_table(swipes=(2, 2), C=".ccc...")
        assert why_not(state, "board S") == "all-aboard"
        assert legal(at_table(swipes=(2, 2), C=".cc...."), "board S")

    def test_the_same_action_may_be_taken_twice(self):
        """Heading "Action Phase"."""
        state = play(at_table(swipes=(4, 2)), "board C", "board S")
        assert state.pool == [1, 3]
        assert state.actors() == (-1,)


class TestDisembark:
    """Heading "Disembark"."""

    def test_scores_the_stop_and_the_commuter_comes_home(self):
        state = play(at_table(C="....c.."), "disembark C4")
        assert (state.points, state.pool, on(state, "C")) == ([2, 0], [3, 3], ".......")
        assert state.left == 1

    def test_every_stop_scores_its_own_number(self):
        for line, owner in zip(GAME.model.lines, (0, 0, 1, 1), strict=True):
            for stop, points in enumerate(line.points):
                riders = "." * stop + "c" + "." * (len(line.points) - stop - 1)
                state = at_table(player=owner, **{line.id: riders})
                play(state, f"disembark {line.id}{stop}")
                assert state.points[owner] == points
                assert state.points[1 - owner] == 0

    def test_only_commuters_on_ones_own_lines(self):
        state = at_table(C="..t....", O="..c....")
        assert why_not(state, "disembark O2") == "not-your-line"
        assert why_not(state, "disembark C2") == "tourist-stays"
        assert why_not(state, "disembark C3") == "no-commuter"

    def test_a_tourist_may_board_an_open_first_stop_of_an_opponents_line(self):
        state = at_table(C=".c.....")
        assert moves(state, "disembark") == [
            "disembark C1",
            "disembark C1 tourist O",
            "disembark C1 tourist T",
        ]
        play(state, "disembark C1 tourist T")
        assert (on(state, "T"), on(state, "O"), state.tourists) == ("t.....", ".......", 5)

    def test_no_tourist_boards_an_occupied_stop(self):
        state = at_table(C=".c.....", O="c......")
        assert why_not(state, "disembark C1 tourist O") == "stop-taken"
        assert moves(state, "disembark") == ["disembark C1", "disembark C1 tourist T"]
        state = at_table(C=".c.....", T="t.....")
        assert moves(state, "disembark") == ["disembark C1", "disembark C1 tourist O"]

    def test_no_tourist_boards_when_none_is_left_on_the_platform(self):
        state = at_table(C=".cttt..", S=".ttt..")
        assert why_not(state, "disembark C1 tourist O") == "no-tourist-left"
        assert legal(state, "disembark C1")

    def test_the_last_tourist_can_board(self):
        state = play(at_table(C=".cttt..", S=".tt..."), "disembark C1 tourist O")
        assert state.tourists == 0

    def test_downtown_sends_tourists_uptown(self):
        state = play(at_table(player=DOWNTOWN, T="....c."), "disembark T4 tourist S")
        assert (on(state, "S"), state.points, state.pool) == ("t.....", [0, 3], [3, 3])


class TestOutOfService:
    """Heading "Out of Service"."""

    def test_the_card_leaves_play_and_gives_its_swipes(self):
        state = play(at_table(), "out of service c")
        assert (state.swipes, state.view(None)["out_of_service"]) == ([2, 2], ["c"])
        assert state.view(UPTOWN)["hands"] == [["cs", "co"], 3]
        assert play(at_table(), "out of service cs").swipes == [1, 2]

    def test_no_more_than_the_platform_has(self):
        assert play(at_table(swipes=(0, 7)), "out of service c").swipes == [1, 7]

    def test_an_empty_platform_does_not_forbid_it(self):
        state = play(at_table(swipes=(1, 7)), "out of service c")
        assert (state.swipes, state.view(None)["out_of_service"]) == ([1, 7], ["c"])

    def test_only_a_card_in_hand(self):
        assert why_not(at_table(), "out of service o") == "not-in-hand"

    def test_the_line_itself_runs_on(self):
        state = play(at_table(C="c......", hands=("c c co", "o ot st")), "out of service c")
        assert on(play(state, "run C with c"), "C") == ".c....."


class TestRepair:
    """Heading "Repair"."""

    def test_the_card_goes_face_up_to_the_discard_pile(self):
        state = play(at_table(out="t ot"), "repair ot")
        view = state.view(None)
        assert (view["out_of_service"], view["discard"], state.left) == (["t"], ["ot"], 1)

    def test_only_a_card_that_is_out_of_service(self):
        assert why_not(at_table(out="t"), "repair c") == "not-out-of-service"
        assert moves(at_table(out="t t ot"), "repair") == ["repair t", "repair ot"]


class TestRunTheLine:
    """Heading "Run the Line"."""

    def test_every_rider_moves_a_stop_for_each_symbol(self):
        state = play(at_table(C="c.t....", hands=("c c s", "o ot st")), "run C with c c")
        assert on(state, "C") == "..c.t.."
        assert state.view(None)["discard"] == ["c", "c"]
        assert state.view(UPTOWN)["hands"] == [["s"], 3]

    def test_a_card_of_two_symbols_moves_the_other_line_too(self):
        state = play(at_table(C="c......", S="c....."), "run C with cs")
        assert (on(state, "C"), on(state, "S")) == (".c.....", ".c....")

    def test_also_when_the_other_line_is_the_opponents(self):
        state = play(at_table(C="c......", O="t.c....", T="c....."), "run C with co")
        assert (on(state, "C"), on(state, "O"), on(state, "T")) == (".c.....", ".t.c...", "c.....")

    def test_each_card_moves_its_own_other_line(self):
        state = play(at_table(C="c......", S="c.....", O="c......"), "run C with c cs co")
        assert (on(state, "C"), on(state, "S"), on(state, "O")) == ("...c...", ".c....", ".c.....")

    def test_any_number_of_cards_with_the_symbol(self):
        assert moves(at_table(), "run C") == [
            "run C with c",
            "run C with cs",
            "run C with co",
            "run C with c cs",
            "run C with c co",
            "run C with cs co",
            "run C with c cs co",
        ]
        assert moves(at_table(), "run S") == ["run S with cs"]

    def test_the_cards_must_be_in_hand(self):
        state = at_table()
        assert why_not(state, "run C with c c") == "not-in-hand"
        assert why_not(state, "run C with ct") == "not-in-hand"

    def test_only_ones_own_lines(self):
        assert why_not(at_table(), "run O with co") == "not-your-line"

    def test_an_empty_line_may_run(self):
        assert play(at_table(), "run C with c").left == 1

    def test_commuters_wait_at_the_last_stop(self):
        state = play(at_table(C="....c.."), "run C with c cs co")
        assert on(state, "C") == "......c"

    def test_tourists_leave_from_the_last_stop_to_the_platform(self):
        state = play(at_table(C="....t.t"), "run C with c")
        assert (on(state, "C"), state.tourists) == (".....t.", 5)
        play(state, "run C with cs co")
        assert (on(state, "C"), state.tourists) == (".......", 6)

    def test_riders_queue_behind_a_waiting_commuter(self):
        """Ruling R1, R2."""
        state = play(at_table(C="..c.t.c"), "run C with c cs co")
        assert (on(state, "C"), state.tourists) == ("....ctc", 5)
        assert on(play(at_table(C="...ccc."), "run C with c"), "C") == "....ccc"

    def test_a_gap_in_the_queue_closes_from_the_front(self):
        assert on(play(at_table(C="..cc..c"), "run C with c"), "C") == "...cc.c"
        assert on(play(at_table(C="tt.t..c"), "run C with c cs"), "C") == "..tt.tc"

    def test_a_card_with_the_same_symbol_twice_moves_two_stops(self):
        """Ruling R3; no card of the house pack is like this."""
        data = house()
        data["card"][0]["lines"] = ["C", "C"]
        game = game_of(data)
        state = play(at_table(game=game, C="c......"), "run C with c cs", game=game)
        assert (on(state, "C"), on(state, "S")) == ("...c...", "......")


class TestPassing:
    """Heading "Action Phase"."""

    def test_both_actions_need_not_be_used(self):
        for left in (1, 2):
            state = play(at_table(left=left), "pass")
            assert (state.actors(), state.left) == ((-1,), left)

    def test_the_other_player_waits(self):
        assert why_not(at_table(), "pass", DOWNTOWN) == "not-your-turn"
        assert at_table().legal_actions(DOWNTOWN) == []

    def test_cards_are_not_dealt_by_players(self):
        state = at_table()
        for text in ("deal c c s", "turn up fare-hike", "stop"):
            assert why_not(state, text) == "not-an-action"
