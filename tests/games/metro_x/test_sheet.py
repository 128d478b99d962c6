"""The two score sheets of Metro X, and their meeting with played games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import engine
from games.metro_x import greedy
from games.metro_x import sheet as sheets
from games.metro_x.pack import TransitLine
from games.metro_x.rules import Game
from games.metro_x.sheet import BoardSheet, TotalsSheet
from games.testing import issue_codes, play_out
from tests.examples import examples
from tests.games.metro_x.table import CITY, TOWN

BOARD, TOTALS = BoardSheet(CITY), TotalsSheet(CITY)
LINES = "ABCDEFGHI"


def board(players: int = 2, **changed):
    """A sheet where nobody has completed a line, with some fields changed."""
    sheet = {f"line_{name}": ["no"] * players for name in LINES}
    return sheet | {"transfers": [0] * players, "empty": [20] * players} | changed


def codes(sheet, players=2, form=BOARD):
    return [(issue.where, issue.code) for issue in form.clean(sheet, players)]


def test_a_board_is_scored_line_by_line():
    sheet = board(line_A=["gold", "white"], transfers=[6, 0], empty=[4, 8])
    assert codes(sheet) == []
    assert [one[2:] for one in BOARD.lines(sheet, 2)] == [
        ("Line A, completed first", 2),
        ("Transfers", 6),
        ("4 empty stations", 0),
        ("Line A, completed later", 1),
        ("Transfers", 0),
        ("8 empty stations", -4),
    ]
    assert [one.where for one in BOARD.lines(sheet, 2)][3:] == [
        "line_A.1",
        "transfers.1",
        "empty.1",
    ]
    assert [placing.keys for placing in BOARD.placings(sheet, 2)] == [(8, -4), (-3, -8)]


def test_totals_are_scored_line_by_line():
    sheet = {"completed": [7, 0], "transfers": [4, 0], "empty": [12, 30]}
    assert codes(sheet, form=TOTALS) == []
    assert [one[2:] for one in TOTALS.lines(sheet, 2)][:3] == [
        ("Completed lines", 7),
        ("Transfers", 4),
        ("12 empty stations", -6),
    ]
    assert [one.where for one in TOTALS.lines(sheet, 2)][3:] == [
        "completed.1",
        "transfers.1",
        "empty.1",
    ]
    assert [placing.keys for placing in TOTALS.placings(sheet, 2)] == [(5, -12), (-10, -30)]


def test_one_station_is_named_in_the_singular():
    sheet = {"completed": [0, 0], "transfers": [0, 0], "empty": [1, 2]}
    texts = [one.text for one in TOTALS.lines(sheet, 2) if one.where.startswith("empty")]
    assert texts == ["1 empty station", "2 empty stations"]


def test_fewest_empty_stations_break_a_tie_and_equal_sheets_share_a_place():
    sheet = board(3, transfers=[0, 0, 0], empty=[9, 8, 9])
    assert [placing.place for placing in BOARD.placings(sheet, 3)] == [2, 1, 2]
    totals = {"completed": [0, 0], "transfers": [0, 0], "empty": [3, 2]}
    assert [placing.place for placing in TOTALS.placings(totals, 2)] == [2, 1]


EVERY = [f"line_{name}.0" for name in LINES]
WRONG_BOARDS = [
    ({"line_A": ["white", "no"]}, ["line_A.0", "line_A.1"], "nobody-first"),
    ({"line_A": ["no", "white"]}, ["line_A.0", "line_A.1"], "nobody-first"),
    ({"line_A": ["no", "silver"]}, ["line_A.1"], "choice"),
    ({"line_A": ["no"]}, ["line_A"], "missing"),
    ({"line_A": ["no", None]}, ["line_A.1"], "missing"),
    ({"line_A": "no"}, ["line_A"], "missing"),
    ({"transfers": [3, 0]}, ["transfers.0"], "odd"),
    ({"transfers": [0, -2]}, ["transfers.1"], "range"),
    ({"empty": [77, 20]}, ["empty.0"], "range"),
    ({"empty": [20, True]}, ["empty.1"], "whole"),
    ({"empty": [2, 20]}, [*EVERY, "empty.0"], "not-so-many-empty"),
    ({"line_A": ["gold", "no"], "empty": [0, 20]}, [*EVERY[1:], "empty.0"], "not-so-many-empty"),
    ({"line_C": ["gold", "no"], "empty": [63, 20]}, ["line_C.0", "empty.0"], "not-so-many-empty"),
    (
        {"transfers": [0, 12], "empty": [20, 75]},
        ["transfers.1", "empty.1"],
        "not-so-many-empty",
    ),
    (
        {"line_A": ["gold", "no"], "transfers": [46, 0], "empty": [65, 20]},
        ["line_A.0", "transfers.0", "empty.0"],
        "not-so-many-empty",
    ),
    ({"transfers": [86, 0], "empty": [20, 3]}, ["transfers.0", "empty.1"], "few-cards"),
    ({"line_Z": ["no", "no"]}, ["line_Z"], "unknown"),
]


@pytest.mark.parametrize(("changed", "where", "code"), WRONG_BOARDS)
def test_a_wrong_board_is_told_where_it_is_wrong(changed, where, code):
    assert codes(board(**changed)) == [(place, code) for place in where]


def test_what_a_board_can_just_show_is_accepted():
    """Nobody has completed a line: three stations, and not two, touch all nine."""
    assert codes(board(empty=[3, 76])) == []
    assert codes(board(transfers=[10, 12], empty=[75, 74])) == []
    assert codes(board(line_A=["gold", "no"], transfers=[44, 0], empty=[65, 20])) == []
    assert codes(board(line_A=["gold", "no"], transfers=[46, 0], empty=[64, 20])) == []
    assert codes(board(transfers=[86, 0], empty=[20, 4])) == []
    assert codes(board(transfers=[84, 0], empty=[20, 3])) == []


def test_the_stations_that_transfers_leave_are_counted():
    (issue, _) = BOARD.clean(board(transfers=[0, 12], empty=[20, 75]), 2)
    assert issue.text == (
        "Empty stations: 75 cannot be right. With these lines and Transfers, at most 74 stations "
        "can be empty."
    )


def test_transfers_in_every_station_leave_none_empty():
    lines = (TransitLine("A", 2, 2, 1, ("a", "b")),)
    form = BoardSheet(Game(replace(CITY.board, lines=lines)))
    sheet = {"line_A": ["no"], "transfers": [4], "empty": [1]}
    assert codes(sheet, 1, form) == [
        ("transfers.0", "not-so-many-empty"),
        ("empty.0", "not-so-many-empty"),
    ]


def test_the_stations_a_completed_line_leaves_may_all_be_empty():
    assert codes(board(line_C=["gold", "no"], empty=[62, 20])) == []


def test_a_line_whose_stations_are_all_in_completed_lines_is_complete_itself():
    town = BoardSheet(TOWN)
    every = [f"line_{one.id}" for one in TOWN.board.lines]
    sheet = {name: ["gold"] for name in every} | {"transfers": [0], "empty": [0]}
    assert codes(sheet, 1, town) == []
    assert codes(sheet | {"line_J": ["no"], "empty": [1]}, 1, town) == []
    city = {f"line_{name}": ["gold"] for name in LINES} | {"transfers": [0], "empty": [0]}
    assert codes(city, 1) == []
    assert codes(city | {"line_A": ["no"], "empty": [1]}, 1) == []
    small = {"line_A": ["gold"], "line_B": ["no"]}
    assert codes(small | {"transfers": [0], "empty": [0]}, 1, BoardSheet(_inner())) == [
        ("line_A.0", "is-complete"),
        ("line_B.0", "is-complete"),
    ]


def _inner():
    """A board whose line B stops only where line A stops too."""
    lines = (TransitLine("A", 2, 3, 2, ("a", "b", "c")), TransitLine("B", 2, 2, 1, ("c", "a")))
    return Game(replace(CITY.board, lines=lines))


def test_who_plays_alone_never_has_a_white_square():
    assert codes(board(1, line_A=["white"]), 1) == [("line_A.0", "solo-white")]
    assert codes(board(1, line_A=["gold"]), 1) == []


WRONG_TOTALS = [
    ({"completed": [42, 0]}, ["completed.0"], "range"),
    ({"completed": [23, 2], "empty": [0, 20]}, ["completed.0", "empty.0"], "no-such-board"),
    ({"completed": [0, 0], "empty": [2, 20]}, ["completed.0", "empty.0"], "no-such-board"),
    ({"completed": [2, 0], "empty": [66, 20]}, ["completed.0", "empty.0"], "no-such-board"),
    (
        {"completed": [2, 0], "transfers": [46, 0], "empty": [65, 20]},
        ["completed.0", "empty.0", "transfers.0"],
        "no-such-board",
    ),
    (
        {"transfers": [2, 0], "empty": [76, 20]},
        ["completed.0", "empty.0", "transfers.0"],
        "no-such-board",
    ),
    ({"completed": [0, 3]}, ["completed.0", "completed.1"], "all-gold"),
    ({"transfers": [0, 5]}, ["transfers.1"], "odd"),
    ({"transfers": [86, 0], "empty": [20, 3]}, ["transfers.0", "empty.1"], "few-cards"),
    ({"empty": [20]}, ["empty"], "missing"),
    ({"score": [1, 1]}, ["score"], "unknown"),
]


@pytest.mark.parametrize(("changed", "where", "code"), WRONG_TOTALS)
def test_wrong_totals_are_told_where_they_are_wrong(changed, where, code):
    sheet = {"completed": [0, 0], "transfers": [0, 0], "empty": [20, 20]} | changed
    assert codes(sheet, form=TOTALS) == [(place, code) for place in where]


def test_totals_of_a_full_board_have_every_white_square_at_least():
    good = {"completed": [24, 41], "transfers": [0, 0], "empty": [0, 0]}
    assert codes(good, form=TOTALS) == []
    alone = {"completed": [24], "transfers": [0], "empty": [0]}
    places = [("completed.0", "no-such-board"), ("empty.0", "no-such-board")]
    assert codes(alone, 1, TOTALS) == places
    assert codes(alone | {"completed": [41]}, 1, TOTALS) == []
    assert codes(alone | {"completed": [1], "empty": [20]}, 1, TOTALS) == [
        ("completed.0", "all-gold")
    ]
    lines = (TransitLine("A", 2, 5, 4, ("a", "b")),)
    small = {"completed": [3, 5], "transfers": [0, 0], "empty": [1, 0]}
    assert codes(small, 2, TotalsSheet(Game(replace(CITY.board, lines=lines)))) == [
        ("completed.0", "no-such-sum")
    ]


def test_of_many_lines_not_every_set_is_looked_at():
    """A board of 13 lines answers at once; that its totals fit is then not known."""
    lines = tuple(TransitLine(chr(65 + n), 2, 3, 2, (f"s{n}", f"t{n}")) for n in range(13))
    totals = TotalsSheet(Game(replace(CITY.board, lines=lines)))
    good = {"completed": [3, 3], "transfers": [0, 0], "empty": [26, 26]}
    assert codes(good, form=totals) == []
    twelve = TotalsSheet(Game(replace(CITY.board, lines=lines[:12])))
    assert codes(good | {"empty": [24, 24]}, form=twelve) == [
        (f"{name}.{seat}", "no-such-board") for seat in (0, 1) for name in ("completed", "empty")
    ]


def test_twelve_lines_apart_leave_twelve_stations_empty_and_of_thirteen_nobody_counts():
    lines = tuple(TransitLine(chr(65 + n), 2, 3, 2, (f"s{n}", f"t{n}")) for n in range(13))
    for many, least in ((12, 12), (13, 1)):
        form = BoardSheet(Game(replace(CITY.board, lines=lines[:many])))
        sheet = {f"line_{line.id}": ["no"] for line in lines[:many]} | {"transfers": [0]}
        assert codes(sheet | {"empty": [least]}, 1, form) == []
        assert codes(sheet | {"empty": [least - 1]}, 1, form)[-1] == (
            "empty.0",
            "not-so-many-empty",
        )


def test_a_deck_without_transfers_brings_no_points_for_them():
    cards = tuple(card for card in CITY.board.cards if card.kind != "transfer")
    assert _most_transfers(TotalsSheet(Game(replace(CITY.board, cards=cards)))) == 0


def test_every_cross_check_has_a_sheet_that_fails_it():
    """The other three are in the tests of solo play and of a line inside another."""
    tried = {code for _, _, code in WRONG_BOARDS + WRONG_TOTALS}
    assert issue_codes(Path(sheets.__file__)) == (tried & issue_codes(Path(sheets.__file__))) | {
        "solo-white",
        "is-complete",
        "no-such-sum",
    }


def test_a_transfer_total_goes_no_higher_than_the_board_can():
    """Two Transfers, then the 6 that shuffles the deck: 16 Transfers in 23 windows."""
    assert _most_transfers(BOARD) == sum(sorted(CITY.worth)[-16:])
    assert next(f for f in TOTALS.fields if f.name == "completed").high == 41


def test_a_transfer_that_shuffles_the_deck_can_stand_in_every_window():
    """A Free Space beside each of them: 46 stations are filled, and 30 of the 76 are empty."""
    form = TotalsSheet(_with_one_transfer(reshuffle=True))
    most = _most_transfers(form)
    assert most == sum(sorted(CITY.worth)[-23:])
    sheet = {"completed": [0, 0], "transfers": [most, 0], "empty": [40, 30]}
    assert codes(sheet, form=form) == []
    assert codes(sheet | {"empty": [40, 29]}, form=form) == [
        ("transfers.0", "few-cards"),
        ("empty.1", "few-cards"),
    ]


def test_a_transfer_of_a_deck_that_is_never_shuffled_again_comes_once():
    assert _most_transfers(TotalsSheet(_with_one_transfer(reshuffle=False))) == max(CITY.worth)


def _with_one_transfer(*, reshuffle: bool):
    """Metro City with one Transfer that alone may shuffle the deck."""
    cards = tuple(
        replace(card, count=1, reshuffle=reshuffle)
        if card.kind == "transfer"
        else replace(card, reshuffle=False)
        for card in CITY.board.cards
    )
    return Game(replace(CITY.board, cards=cards))


def _most_transfers(form) -> int:
    return next(field.high for field in form.fields if field.name == "transfers")


@pytest.mark.parametrize("game", [CITY, TOWN], ids=["Metro City", "Tube Town"])
@pytest.mark.parametrize("choose", [None, greedy], ids=["random", "greedy"])
def test_every_finished_game_is_a_good_sheet_with_the_same_places(game, choose):
    """A thousand games at random, on both boards together, and some by the bots: in a long run,
    and the first quarter of them in each."""
    rnd = Random(11)
    for number in range(examples(24 if choose else 500)):
        state = play_out(game, 1 + number % 6, rnd, choose=choose).state
        players, placings = len(state.boards), state.placings()
        for sheet in engine("metro_x").sheets(game).values():
            data = sheet.of(state)
            assert sheet.clean(data, players) == []
            assert sheet.placings(data, players) == placings
            for placing in placings:
                lines = [one for one in sheet.lines(data, players) if one.player == placing.player]
                assert sum(one.points for one in lines) == placing.score


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 90) | st.text(max_size=4) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)
names = st.sampled_from(
    [f"line_{name}" for name in LINES] + ["transfers", "empty", "completed", "x"]
)


@given(st.dictionaries(names, junk, max_size=12) | junk, st.integers(1, 3))
def test_whatever_is_written_gets_an_answer(data, players):
    for form in (BOARD, TOTALS):
        issues = form.clean(data, players)
        assert all(issue.code and issue.text for issue in issues)
        if not issues:
            assert len(form.placings(data, players)) == players
