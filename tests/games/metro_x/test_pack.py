"""The boards of Metro X as they are shipped, and what is said of a board that is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from games.kernel import UnknownActionError
from games.metro_x import PACKS, load, sheets
from games.packs import PackError
from games.testing import play_out
from tests.games.metro_x.table import CITY, TOWN, lines_at

SMALL = """
key = "metro_x"
name = "Two lines"
source = "made up for a test"
[players]
min = 1
max = 2
[[card]]
kind = "number"
number = 2
count = 3
reshuffle = true
[penalty]
at_least = [0, 1]
points = [0, 1]
[[line]]
id = "A"
windows = 1
gold = 2
white = 1
stations = ["a", "b"]
[[line]]
id = "B"
windows = 1
gold = 2
white = 1
stations = ["b", "c"]
"""


def loaded(folder: Path, text: str = SMALL):
    path = folder / "board.toml"
    path.write_text(text, "utf-8")
    return load(path)


def faults(folder: Path, text: str) -> list[tuple[str, str]]:
    with pytest.raises(PackError) as caught:
        loaded(folder, text)
    return [(where, code) for where, code, _ in caught.value.faults]


def test_both_boards_have_the_components_of_the_box():
    for game, stations, gold, white in ((CITY, 76, 41, 24), (TOWN, 78, 39, 23)):
        assert len(game.stations) == stations
        assert len(game.board.lines) == 9
        assert sum(line.windows for line in game.board.lines) == 23
        assert sum(line.gold for line in game.board.lines) == gold
        assert sum(line.white for line in game.board.lines) == white
        assert game.players == range(1, 7)


def test_the_deck_has_fifteen_cards_as_often_as_the_rulebook_says():
    """metro-x.txt, Card Types: nine Numbers, three Skips, two Transfers, one Free Space."""
    for game in (CITY, TOWN):
        counts = {}
        for card in game.board.cards:
            counts[card.kind] = counts.get(card.kind, 0) + card.count
        assert counts == {"number": 9, "skip": 3, "transfer": 2, "free": 1}
        assert [str(card) for card in game.board.cards if card.reshuffle] == ["6"]


def test_a_pack_says_where_it_comes_from_and_has_a_digest_of_its_own():
    assert len({load(path).digest for path in PACKS.values()}) == 2
    for path in PACKS.values():
        assert "metro-x.txt" in tomllib.loads(path.read_text("utf-8"))["source"]


def test_a_conductor_can_bring_a_board_of_their_own(tmp_path):
    game = loaded(tmp_path)
    assert (game.pack, game.board.name, game.stations) == ("board", "Two lines", ("a", "b", "c"))
    assert game.players == range(1, 3)
    assert game.digest != CITY.digest


def test_a_board_can_seat_ten_and_no_more(tmp_path):
    state = loaded(tmp_path, SMALL.replace("max = 2", "max = 10")).new(10)
    state.apply(-1, state.game.parse("flip 2"))
    assert state.actors() == tuple(range(10))
    for player in range(10):
        state.apply(player, state.game.parse("A 2"))
    assert [placing.place for placing in state.placings()] == [1] * 10
    assert faults(tmp_path, SMALL.replace("max = 2", "max = 11")) == [("players.max", "range")]


def test_a_digest_changes_with_the_content_and_not_with_the_layout(tmp_path):
    digest = loaded(tmp_path).digest
    assert loaded(tmp_path, "# a remark\n" + SMALL).digest == digest
    assert loaded(tmp_path, SMALL.replace("gold = 2", "gold = 3")).digest != digest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('key = "metro_x"', 'key = "express"', ("key", "choice")),
        ('id = "B"', 'id = "A"', ("line", "twice")),
        ('id = "B"', 'id = "B 2"', ("line.1.id", "word")),
        ('id = "B"', 'id = "flip"', ("line.1.id", "reserved")),
        ('id = "B"', 'id = "free"', ("line.1.id", "reserved")),
        ('id = "B"', 'id = "nothing"', ("line.1.id", "reserved")),
        ('["b", "c"]', '["b", "b"]', ("line.1.stations", "route")),
        ('["b", "c"]', "[]", ("line.1.stations", "route")),
        ('["b", "c"]', '["b", "c d"]', ("line.1.stations", "word")),
        ("white = 1", "white = 3", ("line.0.white", "bonus")),
        ("points = [0, 1]", "points = [1, 0]", ("penalty.points", "order")),
        ("at_least = [0, 1]", "at_least = [0, 0]", ("penalty.at_least", "order")),
        ("points = [0, 1]", "points = [0]", ("penalty.points", "count")),
        ('kind = "number"', 'kind = "wild"', ("card.0.kind", "choice")),
        ("windows = 1", "windows = 0", ("line.0.windows", "range")),
        ("windows = 1", "doors = 1", ("line.0.windows", "missing")),
        ("windows = 1", "windows = 1\ndoors = 1", ("line.0.doors", "unknown")),
        ("max = 2", "max = 0", ("players.max", "range")),
    ],
)
def test_a_fault_in_a_board_is_told_with_its_place(tmp_path, old, new, expected):
    assert expected in faults(tmp_path, SMALL.replace(old, new))


def test_all_faults_of_a_board_are_told_at_once(tmp_path):
    text = SMALL.replace("gold = 2", 'gold = "two"').replace("count = 3", "count = 0")
    assert faults(tmp_path, text) == [
        ("card.0.count", "range"),
        ("line.0.gold", "type"),
        ("line.0.white", "bonus"),
        ("line.1.gold", "type"),
        ("line.1.white", "bonus"),
    ]


def test_a_deck_of_transfers_alone_is_a_good_sheet_too(tmp_path):
    """More Transfers can leave fewer stations empty where no other card fills any."""
    number = SMALL[SMALL.index("[[card]]") : SMALL.index("[penalty]")]
    only = number.replace('"number"\nnumber = 2', '"transfer"')
    game = loaded(tmp_path, SMALL.replace(number, only).replace("windows = 1", "windows = 3"))
    for seed in range(20):
        state = play_out(game, 2, Random(seed)).state
        for sheet in sheets(game).values():
            assert sheet.clean(sheet.of(state), 2) == []


FREE = '[[card]]\nkind = "free"\ncount = 1\n'


def test_a_deck_must_bring_the_game_to_its_end(tmp_path):
    number = SMALL[SMALL.index("[[card]]") : SMALL.index("[penalty]")]
    assert faults(tmp_path, SMALL.replace(number, FREE)) == [
        ("card", "endless"),
        ("card", "runs-out"),
    ]
    endless = number.replace("reshuffle = true\n", "") + FREE + "reshuffle = true\n"
    assert ("card.1.reshuffle", "endless") in faults(tmp_path, SMALL.replace(number, endless))
    short = number.replace("count = 3", "count = 1").replace("reshuffle = true\n", "")
    assert faults(tmp_path, SMALL.replace(number, short)) == [("card", "runs-out")]
    enough = number.replace("count = 3", "count = 2").replace("reshuffle = true\n", "")
    assert loaded(tmp_path, SMALL.replace(number, enough)).longest == 2 * 3
    assert loaded(tmp_path, SMALL.replace(number, number + FREE)).longest == (2 + 3) * 3
    assert faults(tmp_path, SMALL.replace(number, number + number)) == [("card", "twice")]


def test_lines_at_a_station_are_those_that_stop_there():
    assert [line.id for line in lines_at(CITY.board, "c15")] == list("BDFGI")
    assert [line.id for line in lines_at(CITY.board, "c76")] == ["I"]
    assert CITY.worth[CITY.stations.index("c15")] == 10


def test_a_move_says_which_line_and_how_many_or_which_station_or_card():
    parsed = {text: CITY.parse(text) for text in ("B 3", "B X", "free c02", "nothing", "flip 4")}
    assert {text: (move.line, move.n) for text, move in parsed.items()} == {
        "B 3": (1, 3),
        "B X": (1, 0),
        "free c02": (-1, 1),
        "nothing": (-1, 0),
        "flip 4": (-1, 1),
    }
    with pytest.raises(UnknownActionError):
        CITY.parse("B 7")


def test_a_penalty_may_begin_at_more_than_one_empty_station(tmp_path):
    game = loaded(tmp_path, SMALL.replace("[0, 1]\npoints = [0, 1]", "[2, 3]\npoints = [4, 5]"))
    assert [game.lost(empty) for empty in range(5)] == [0, 0, 4, 5, 5]
    assert [game.board.lost(empty) for empty in range(5)] == [0, 0, 4, 5, 5]
