"""Metro X by its rulebook, metro-x.txt: a heading, a position, a move, what follows."""

from __future__ import annotations

from games.kernel import CHANCE
from games.metro_x.model import GOLD, OPEN, WHITE
from games.metro_x.rules import State
from tests.games.metro_x.table import (
    CITY,
    TOWN,
    fill,
    filled,
    line,
    lines_at,
    play,
    station,
    table,
    turn,
    why,
)


def stations_of(game, name):
    return game.board.lines[line(game, name)].stations


def legal(state: State, player: int = 0) -> list[str]:
    return [str(action) for action in state.legal_actions(player)]


# -- Game Play -----------------------------------------------------------------------------------


def test_a_turn_begins_with_a_card_and_nobody_chooses_it():
    state = CITY.new(2)
    assert state.actors() == (CHANCE,)
    assert why(state, 0, "A 3") == "no-card"
    assert why(state, 0, "flip 3") == "not-a-choice"
    assert why(state, CHANCE, "A 3") == "must-flip"
    turn(state, "3")
    assert why(state, CHANCE, "flip 3") == "card-in-play"
    assert why(state, 1, "flip 4") == "not-a-choice"


def test_all_players_mark_at_once_so_a_board_changes_only_when_the_last_has_chosen():
    state = table(CITY, 2, "3")
    assert state.actors() == (0, 1)
    state.apply(1, CITY.parse("A 3"))
    assert state.actors() == (0,)
    assert why(state, 1, "B 3") == "marked"
    assert filled(state, 1) == []
    assert state.view(0)["sealed"] == [None, "sealed"]
    assert state.view(1)["sealed"] == [None, "A 3"]
    state.apply(0, CITY.parse("B 1"))
    assert filled(state, 1) == ["c01", "c02", "c03"]
    assert state.actors() == (CHANCE,)


def test_a_line_needs_an_empty_window():
    state = table(CITY, 1, "3", used="AA")
    assert why(state, 0, "A 3") == "no-window"
    assert why(state, 0, "A 0") == "no-window"
    assert not any(text.startswith("A") for text in legal(state))


def test_the_first_to_complete_a_route_get_gold_and_the_later_ones_white():
    route = stations_of(TOWN, "N")
    state = table(TOWN, 3, "3", route[:-3], route[:-3], [])
    play(state, "N 3", "N 3", "J 3")
    assert [marks.award[line(TOWN, "N")] for marks in state.boards] == [GOLD, GOLD, OPEN]
    assert [state.completed(player) for player in range(3)] == [2, 2, 0]
    fill(state, 2, route[1:])
    turn(state, "3", "J 0", "J 0", "N 1")
    assert state.boards[2].award[line(TOWN, "N")] == WHITE
    assert state.completed(2) == 1


def test_a_route_can_be_completed_through_the_stations_of_another():
    last = "c06"
    state = table(CITY, 1, "3", [s for s in stations_of(CITY, "D") if s != last])
    fill(state, 0, ["c01", "c02", "c03"])
    play(state, "A 3")
    assert state.boards[0].award[line(CITY, "D")] == GOLD
    assert state.completed(0) == 5


def test_one_move_can_complete_two_routes():
    state = table(CITY, 2, "free", [*stations_of(CITY, "F")[1:], *stations_of(CITY, "G")[1:]])
    play(state, "free c11", "free c11")
    assert state.completed(0) == 4 + 5
    assert state.completed(1) == 0


def test_a_bonus_counts_for_the_board_it_is_printed_on_alone():
    state = table(TOWN, 2, "3", stations_of(TOWN, "N")[1:], stations_of(TOWN, "N")[1:])
    play(state, "N 1", "N 0")
    assert [state.completed(player) for player in (0, 1)] == [2, 0]
    turn(state, "3", "J 0", "N 1")
    assert [state.completed(player) for player in (0, 1)] == [2, 1]


# -- Number --------------------------------------------------------------------------------------


def test_example_of_number_abigail_crosses_off_three_stations_shared_with_the_a_line():
    state = play(table(CITY, 1, "3"), "B 3")
    assert filled(state) == ["c01", "c02", "c03"]
    assert set(filled(state)) < set(stations_of(CITY, "A"))
    assert state.boards[0].written[line(CITY, "B")] == (3,)
    assert state.boards[0].room[line(CITY, "B")] == 1
    assert state.boards[0].written[line(CITY, "A")] == ()


def test_a_number_begins_at_the_first_empty_station_from_the_start_point():
    state = play(table(CITY, 1, "3", ["c01", "c02", "c04"]), "A 1")
    assert filled(state) == ["c01", "c02", "c03", "c04"]


def test_a_number_stops_at_a_station_that_is_filled():
    state = table(CITY, 1, "4", ["c01", "c04"])
    assert why(state, 0, "A 3") == "blocked"
    assert why(state, 0, "A 2") == ""
    assert [text for text in legal(state) if text.startswith("A")] == ["A 0", "A 1", "A 2"]


def test_a_number_stops_at_the_end_point():
    state = table(CITY, 1, "5", stations_of(CITY, "A")[:8])
    assert why(state, 0, "A 4") == "end-point"
    assert why(state, 0, "A 3") == ""


def test_no_more_stations_than_the_number_says():
    state = table(CITY, 1, "4")
    assert why(state, 0, "A 5") == "too-many"
    assert why(state, 0, "A 4") == ""


def test_fewer_stations_may_be_crossed_off_but_a_window_is_always_filled():
    state = play(table(CITY, 1, "6"), "C 0")
    assert filled(state) == []
    assert state.boards[0].written[line(CITY, "C")] == (6,)
    assert state.left == 22


def test_a_full_route_with_an_empty_window_can_still_take_a_number():
    state = table(TOWN, 1, "3", stations_of(TOWN, "N"))
    assert why(state, 0, "N 1") == "end-point"
    play(state, "N 0")
    assert state.boards[0].written[line(TOWN, "N")] == (3,)


def test_the_six_brings_all_cards_back_at_the_end_of_its_turn():
    state = turn(turn(CITY.new(1), "3", "A 3"), "free", "free c76")
    assert len(state.deck) == 13
    turn(state, "6")
    assert len(state.deck) == 12
    play(state, "B 6")
    assert state.deck == CITY.full_deck
    assert len(state.deck) == 15


def test_a_card_that_is_out_cannot_come_before_the_reshuffle():
    state = turn(CITY.new(1), "skip 3", "A 3")
    assert why(state, CHANCE, "flip skip 3") == "not-in-deck"
    assert why(state, CHANCE, "flip skip 2") == ""
    assert "flip skip 3" not in legal(state, CHANCE)
    turn(state, "6", "A 6")
    assert why(state, CHANCE, "flip skip 3") == ""


# -- Skip ----------------------------------------------------------------------------------------


def test_example_of_skip_josh_jumps_over_two_filled_stations_of_the_m_line():
    before = ["t30", "t31", "t32", "t21", "t05", "t34"]
    state = play(table(TOWN, 1, "skip 2", before), "M 2")
    assert set(filled(state)) - set(before) == {"t33", "t35"}
    number = table(TOWN, 1, "3", before)
    assert why(number, 0, "M 1") == ""
    assert why(number, 0, "M 2") == "blocked"


def test_a_skip_stops_at_its_number_and_at_the_end_point():
    state = table(CITY, 1, "skip 3", stations_of(CITY, "A")[:9])
    assert why(state, 0, "A 3") == "end-point"
    assert why(state, 0, "A 2") == ""
    assert why(state, 0, "B 4") == "too-many"
    play(state, "A 1")
    assert state.boards[0].written[line(CITY, "A")] == (3,)


# -- Transfer ------------------------------------------------------------------------------------


def test_example_of_transfer_three_lines_stop_there_so_the_station_is_worth_six():
    assert {one.id for one in lines_at(CITY.board, "c11")} == {"A", "F", "G"}
    assert stations_of(CITY, "A")[-1] == "c11"
    state = play(table(CITY, 1, "transfer"), "F X")
    assert filled(state) == ["c11"]
    assert state.boards[0].numbers == (station(CITY, "c11"),)
    assert state.boards[0].written[line(CITY, "F")] == (0,)
    assert state.transfers(0) == 6


def test_a_transfer_takes_the_first_empty_station_and_fills_it():
    state = play(table(CITY, 1, "transfer", ["c11", "c46", "c53"]), "G X")
    assert "c15" in filled(state)
    assert state.transfers(0) == 10


def test_a_transfer_can_complete_a_route():
    state = play(table(TOWN, 1, "transfer", stations_of(TOWN, "N")[1:]), "M X")
    assert state.boards[0].award[line(TOWN, "N")] == GOLD


def test_a_transfer_on_a_full_route_writes_only_the_x():
    state = table(TOWN, 1, "transfer", stations_of(TOWN, "N"))
    play(state, "N X")
    assert state.transfers(0) == 0
    assert state.boards[0].written[line(TOWN, "N")] == (0,)


def test_a_transfer_card_asks_for_a_transfer_and_no_other_card_does():
    assert why(table(CITY, 1, "transfer"), 0, "A 2") == "must-transfer"
    assert why(table(CITY, 1, "3"), 0, "A X") == "not-a-transfer"
    assert why(table(CITY, 1, "skip 2"), 0, "A X") == "not-a-transfer"
    state = table(CITY, 1, "transfer", used="AA")
    assert why(state, 0, "A X") == "no-window"
    assert "A X" not in legal(state)


# -- Free Space ----------------------------------------------------------------------------------


def test_a_free_space_takes_any_one_empty_station_and_no_window():
    state = table(CITY, 1, "free", ["c30"])
    assert len(legal(state)) == 75
    assert why(state, 0, "free c30") == "filled"
    assert why(state, 0, "A 1") == "no-window-now"
    assert why(state, 0, "A X") == "no-window-now"
    assert why(state, 0, "nothing") == "must-cross"
    play(state, "free c31")
    assert filled(state) == ["c30", "c31"]
    assert state.left == 23


def test_a_free_space_on_a_full_board_is_nothing():
    state = table(CITY, 1, "free", CITY.stations)
    assert legal(state) == ["nothing"]
    play(state, "nothing")
    assert state.left == 23


def test_any_other_card_must_go_into_a_window():
    for card in ("3", "skip 2", "transfer"):
        assert why(table(CITY, 1, card), 0, "free c01") == "must-use-window"
        assert why(table(CITY, 1, card), 0, "nothing") == "must-use-window"


# -- End of the Game -----------------------------------------------------------------------------


def last_turn(card: str = "3") -> State:
    """Two players with one window left each, at line I."""
    return table(CITY, 2, card, used="AABBCCCDDDEEEFFGGHHHII")


def test_the_game_ends_after_all_windows_are_filled():
    state = last_turn()
    assert state.left == 1
    assert state.end() == ""
    state.apply(0, CITY.parse("I 3"))
    assert state.end() == ""
    state.apply(1, CITY.parse("I 2"))
    assert state.end() == "windows-full"
    assert state.actors() == ()
    assert state.legal_actions(CHANCE) == state.legal_actions(0) == []
    assert why(state, 0, "I 0") == why(state, CHANCE, "flip 3") == "over"


def test_a_free_space_does_not_bring_the_end_nearer():
    state = play(last_turn("free"), "free c01", "free c02")
    assert state.left == 1
    assert state.actors() == (CHANCE,)


def test_the_score_is_completed_and_transfers_less_the_penalty():
    state = table(TOWN, 1, "transfer", stations_of(TOWN, "N")[1:])
    play(state, "N X")
    assert state.completed(0) == 2
    assert state.transfers(0) == 4
    assert state.empties(0) == 72
    assert state.placings()[0].keys == (2 + 4 - 10, -72)


def test_empty_stations_cost_what_the_table_of_the_board_says():
    rows = {0: 0, 4: 0, 5: 1, 6: 2, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5, 12: 6, 13: 6, 14: 7, 15: 7}
    rows |= {16: 8, 17: 8, 18: 9, 19: 9, 20: 10, 21: 10, 76: 10}
    for game in (CITY, TOWN):
        for empty, points in rows.items():
            assert game.lost(empty) == game.board.lost(empty) == points


def test_most_points_win_then_fewest_empty_stations_then_the_place_is_shared():
    def places(*boards):
        state = table(CITY, len(boards), "3", *boards)
        return [placing.place for placing in state.placings()]

    assert places([], ["c01"]) == [2, 1]
    assert places(["c02"], ["c01"]) == [1, 1]
    many = CITY.stations[:68]
    assert places(many[:60], many) == [2, 1]
    assert places([], ["c01"], ["c02"]) == [3, 1, 1]


def test_a_better_score_beats_fewer_empty_stations():
    state = table(TOWN, 2, "transfer", ["t30"], ["t41", "t42", "t43"])
    play(state, "J X", "N X")
    assert [placing.score for placing in state.placings()] == [-8, -6]
    assert state.empties(0) > state.empties(1)
    state = table(TOWN, 2, "transfer", ["t01", "t02", "t03", "t04"], ["t41", "t42", "t43", "t44"])
    play(state, "J X", "R X")
    assert state.transfers(0) > state.transfers(1)
    assert [placing.place for placing in state.placings()] == [1, 2]


def test_alone_a_completed_route_is_always_gold():
    state = table(TOWN, 1, "3", stations_of(TOWN, "N")[1:])
    play(state, "N 1")
    assert state.completed(0) == 2
