"""Seatings for scripts: the command, its documents, and what it says when it cannot."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pairing.cli.command import main
from pairing.cli.shapes import StateError
from pairing.cli.tables import plan_document, round_document

pytestmark = pytest.mark.usefixtures("short_search", "gacrux_here")

ROOT = Path(__file__).parents[2]
ROSTER = ["ada", "ben", {"key": "cy", "household": "x"}, {"key": "di", "household": "x"}, 5, 6, 7]


def test_a_plan_is_a_line_of_json_for_people_counted_from_one(capsys):
    command = ["plan", "--players", "18", "--rounds", "4", "--sizes", "4,3,5", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["repeats"] == 0
    assert sorted(p for table in found["rounds"][0] for p in table) == list(range(1, 19))
    other = next(a for a in found["alternatives"] if a["sizes"] == [5, 5, 4, 4])
    assert other["repeats"] >= 6
    assert other["bound"] == {"repeats": 6, "why": "pigeonhole"}


def test_a_round_seats_the_roster_of_a_state_with_its_wishes():
    state = {
        "roster": [*ROSTER, {"key": 8, "table": 2}],
        "history": [[["ada", "ben", "cy", 5], ["di", 6, 7, 8]]],
        "apart": [["ada", 8]],
        "standings": ["ada", "ben", "cy"],
        "mode": "standings",
        "sizes": [4],
    }
    found = round_document(state)
    seated = {key for table in found["tables"] for key in table}
    assert seated == {"ada", "ben", "cy", "di", 5, 6, 7, 8}
    assert 8 in found["tables"][1]
    assert "ada" in found["tables"][0]
    assert found["clashes"] == []
    assert found["digest"]
    assert found["bound"]["repeats"] == 4


def test_who_cannot_be_seated_sits_out_by_the_rule():
    found = round_document({"roster": [1, 2, 3, 4, 5], "sizes": [4], "byes": {}})
    assert len(found["byes"]) == 1
    again = round_document({"roster": [1, 2, 3, 4, 5], "sizes": [4], "standings": [1, 2, 3, 4],
                            "mode": "standings"})  # fmt: skip
    assert again["byes"] == [5]


@pytest.mark.parametrize(
    "state",
    [
        [],
        {},
        {"roster": [1, 1]},
        {"roster": [1, 2, 3], "mode": "odd"},
        {"roster": [1, 2, 3], "apart": [[1, 9]]},
        {"roster": [{"key": 1, "score": "x"}, 2, 3]},
        {"roster": [1, 2, 3], "sizes": ["four"]},
        {"roster": [1, 2, 3], "sizes": 4},
        {"roster": 3},
        {"roster": [[1], 2, 3]},
        {"roster": [1, 2, 3], "history": [1]},
        {"roster": [1, 2, 3], "byes": [1]},
        {"roster": [1, 2, 3], "standings": 1},
        {"roster": [1, 2, 3], "sizes": [float("inf")]},
        {"roster": [1, 2, 3], "sizes": [10**30]},
        {"roster": [1, 2, 3], "seed": 10**5000},
        {"roster": [{"key": 1, "score": "1e3000000"}, 2, 3]},
    ],
)
def test_a_wrong_state_is_told_in_a_sentence(state):
    with pytest.raises(StateError):
        round_document(state)


def test_nothing_to_plan_is_told_in_a_sentence():
    with pytest.raises(StateError):
        plan_document(0, 3, (4,))


def test_the_command_says_what_is_wrong_and_with_which_status(tmp_path, capsys):
    assert main(["plan", "--players", "7", "--rounds", "3", "--sizes", "4", "--json"]) == 1
    assert "7 people do not fit" in capsys.readouterr().err
    assert main(["round", "--state", str(tmp_path / "nothing.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["plan", "--players", "7", "--rounds", "3", "--sizes", "1,1"])


def test_words_for_a_person_at_a_terminal(tmp_path, capsys):
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"roster": ROSTER}), "utf-8")
    assert main(["round", "--state", str(state)]) == 0
    assert "table 1: " in capsys.readouterr().out
    assert main(["plan", "--players", "12", "--rounds", "2"]) == 0
    assert "Round 2" in capsys.readouterr().out


def test_the_command_runs_without_django_and_gives_the_same_bytes_whatever_the_hash_seed():
    roster = [{"key": key, "household": str(key % 9)} for key in range(26)]
    history = [[list(range(first, first + 4)) for first in range(0, 24, 4)]]
    standings = list(range(26))
    state = {"roster": roster, "history": history, "standings": standings, "mode": "standings"}
    outputs = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "pairing", "round",
             "--state", "-", "--json"],
            input=json.dumps(state), env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "django" not in done.stderr
        outputs.add(done.stdout)
    assert len(outputs) == 1


# --- Two at a table -------------------------------------------------------------------------------


def pairs(tmp_path, capsys, state, *more):
    file = tmp_path / "pairs.json"
    file.write_text(json.dumps(state), "utf-8")
    status = main(["pairs", "--state", str(file), *more])
    said = capsys.readouterr()
    return status, json.loads(said.out) if said.out else said.err


@pytest.mark.parametrize("system", ["dutch", "field"])
def test_a_swiss_is_paired_from_its_history(tmp_path, capsys, system):
    history = [{"games": [["ann", "cy", 1], ["dee", "ben", 0.5]], "byes": ["eve"]}]
    state = {
        "system": system, "players": ["ann", "ben", "cy", "dee", "eve"], "rounds": 3,
        "history": history, "away": ["dee"],
    }  # fmt: skip
    status, found = pairs(tmp_path, capsys, state, "--json")
    assert status == 0
    assert found["round"] == 2
    assert found["rule_year"] == (2026 if system == "dutch" else None)
    seated = {key for pair in found["pairs"] for key in pair}
    assert seated == {"ann", "ben", "cy", "eve"}
    assert {"ann", "cy"} not in [set(pair) for pair in found["pairs"]]


def test_a_round_robin_and_brackets_are_told_whole(tmp_path, capsys):
    players = ["ann", "ben", "cy"]
    _, found = pairs(tmp_path, capsys, {"system": "robin2", "players": players})
    assert len(found["rounds"]) == 6
    _, found = pairs(tmp_path, capsys, {"system": "single", "players": players})
    assert found["next"] == ["W1.2"]
    state = {"system": "double", "players": players, "winners": {"W1.2": "cy", "W2.1": "cy"}}
    _, found = pairs(tmp_path, capsys, state)
    assert found["heats"]["W2.1"] == {"players": ["ann", "cy"], "winner": "cy"}
    assert found["champion"] is None


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ([], 2), ({}, 2), ({"players": ["a", "a"]}, 2), ({"system": "x", "players": ["a", "b"]}, 2),
        ({"players": ["a", "b"], "away": ["c"]}, 2),
        ({"players": ["a", "b"], "history": [{"games": [["a", "b", 7]]}]}, 2),
        ({"players": ["a", "b"], "history": [{"games": [["a", "b", 1]]}]}, 1),
    ],
)  # fmt: skip
def test_what_cannot_be_paired_is_said(tmp_path, capsys, state, status):
    found, said = pairs(tmp_path, capsys, state, "--json")
    assert found == status
    assert said


def test_where_everybody_has_met_the_engine_is_not_quoted(tmp_path, capsys):
    state = {"players": ["a", "b"], "rounds": 2, "history": [{"games": [["a", "b", 1]]}]}
    status, said = pairs(tmp_path, capsys, state, "--json")
    assert status == 1
    assert said == "The Dutch system has no pairing: too many of those who are here have met.\n"


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"history": [{"games": [["a", "b", 1], ["a", "c", 1]]}]}, "Round 1 names 'a' twice"),
        ({"history": [{"games": [["a", "b", 1]], "byes": ["b"]}]}, "Round 1 names 'b' twice"),
        ({"history": [{}, {"byes": ["c", "c"]}]}, "Round 2 names 'c' twice"),
        ({"history": [{"games": [["a", "a", 1]]}]}, "'a' cannot play against 'a'"),
        ({"history": [{"games": [["a", "x", 1]]}]}, "There is no player 'x'"),
        ({"history": [{"games": [["a", "b"]]}]}, "a game is [Uptown, Downtown, points"),
        ({"history": [{"games": [["a", "b", 7]]}]}, "1, 0.5 or 0]"),
        ({"history": [["a", "b"]]}, "Round 1 must be a JSON object"),
        ({"history": [{"pairs": [["a", "b", 1]]}]}, "Round 1 has the unknown name 'pairs'"),
        ({"histroy": []}, "The state has the unknown name 'histroy'"),
        ({"away": ["x"]}, "There is no player 'x'"),
        ({"away": ["a", "b", "c"]}, "at least two players who are not away"),
        ({"rounds": 0}, "rounds is 0, and the history has 0 already"),
        ({"rounds": 1, "history": [{"games": [["a", "b", 1]]}]}, "the history has 1 already"),
        ({"apart": [["a", "a"]]}, "'a' cannot be kept apart from 'a'"),
        ({"apart": [["a", "x"]]}, "There is no player 'x'"),
        ({"away": 3}, "away must be a list of keys, not 3"),
        ({"apart": [["a"]]}, "apart must be a list of pairs of keys"),
        ({"players": 5}, "players must be a list of keys, not 5"),
        ({"players": [["a"], "b"]}, "players must be a list of keys"),
        ({"history": [{"games": [["a", "b", [1]]]}]}, "a game is [Uptown, Downtown, points"),
        ({"system": "single", "winners": ["a"]}, "winners must be a JSON object"),
        ({"first_side": "left"}, "first_side is uptown or downtown"),
        ({"system": "single", "winners": {"W9.9": "a"}}, "There is no match 'W9.9'"),
        ({"system": "single", "winners": {"W1.1": "b"}}, "'b' does not play in W1.1"),
        ({"system": "single", "winners": {"W1.1": "x"}}, "There is no player 'x'"),
    ],
)
def test_a_state_that_contradicts_itself_is_never_paired(tmp_path, capsys, state, sentence):
    status, said = pairs(tmp_path, capsys, {"players": ["a", "b", "c", "d"]} | state, "--json")
    assert status == 2
    assert sentence in said
