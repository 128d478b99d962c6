"""A position of Metro X set up by hand."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.kernel import CHANCE
from games.metro_x import greedy
from games.metro_x.positions import read, write
from games.packs import PositionError
from games.testing import play_out
from tests.games.metro_x.table import CITY, TOWN, why

EMPTY = {"filled": [], "windows": {}, "numbers": [], "award": {}}


def position(*boards, **changed):
    return {"deck": ["3", "free"], "boards": [EMPTY | board for board in boards]} | changed


def faults(data):
    with pytest.raises(PositionError) as caught:
        read(CITY, data)
    return [(where, code) for where, code, _ in caught.value.faults]


@pytest.mark.parametrize("game", [CITY, TOWN], ids=["Metro City", "Tube Town"])
def test_a_played_position_can_be_written_down_and_set_up_again(game):
    rnd = Random(2)
    for players in (1, 3, 6):
        record = play_out(game, players, rnd, choose=greedy)
        for n in range(0, len(record.entries) + 1, players + 1):
            state = record.at(n)
            data = json.loads(json.dumps(write(state)))
            assert read(game, data).key() == state.key()


def test_a_conductor_can_ask_about_a_position_of_their_own():
    data = position({"filled": ["c01", "c04"], "windows": {"B": ["3", "X"]}}, card="4")
    state = read(CITY, data)
    assert state.actors() == (0,)
    assert why(state, 0, "A 3") == "blocked"
    assert why(state, 0, "B 1") == "no-window"
    assert read(CITY, position({})).actors() == (CHANCE,)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (position({"filled": ["z9"]}), ("boards.0.filled.0", "choice")),
        (position({"windows": {"A": ["3", "3", "3"]}}), ("boards.0.windows.A", "too-many")),
        (position({"windows": {"A": ["9"]}}), ("boards.0.windows.A.0", "choice")),
        (position({"windows": {"Z": ["3"]}}), ("boards.0.windows.Z", "unknown")),
        (position({"award": {"A": "gold"}}), ("boards.0.award.A", "complete")),
        (position({"numbers": ["c01"]}), ("boards.0.numbers", "empty")),
        (position({"filled": ["c01"], "numbers": ["c01"] * 2}), ("boards.0.numbers", "twice")),
        (position({}, {"windows": {"A": ["3"]}}), ("boards", "windows")),
        (position({}, deck=["free", "free"]), ("deck", "too-many")),
        (position({}, deck=["free"], card="free"), ("deck", "too-many")),
        (position({}, card="7"), ("card", "choice")),
        (position(), ("boards", "count")),
        (position({}, colour="red"), ("colour", "unknown")),
        ({"deck": []}, ("boards", "missing")),
    ],
)
def test_a_position_that_cannot_be_is_told_where(data, expected):
    assert expected in faults(data)


def test_a_complete_line_has_its_bonus_and_white_comes_after_gold():
    route = list(TOWN.board.lines[4].stations)
    full = {"filled": route, "award": {"N": "white"}}
    with pytest.raises(PositionError, match="nobody-first"):
        read(TOWN, position(full, full))
    with pytest.raises(PositionError, match="complete"):
        read(TOWN, position({"filled": route}))
    gold = {"filled": route, "award": {"N": "gold"}}
    state = read(TOWN, position(full, gold))
    assert [state.completed(player) for player in (0, 1)] == [1, 2]


def test_no_card_is_face_up_when_all_windows_are_full():
    windows = {line.id: ["3"] * line.windows for line in CITY.board.lines}
    assert read(CITY, position({"windows": windows})).end() == "windows-full"
    assert faults(position({"windows": windows}, card="4")) == [("card", "over")]
