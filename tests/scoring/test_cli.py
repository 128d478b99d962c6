"""``python -m scoring``, as a script calls it."""

import io
import json
import os
import subprocess
import sys

import pytest

from scoring.cli import main
from scoring.schemes import schemes

RESULTS = {
    "players": ["Zoë"],
    "rounds": [
        {"tables": [{"Ann": 120, "Ben": 90, "Cay": 60, "Dee": 30}], "byes": ["Eve"]},
        {"tables": [{"Ann": [50, 1], "Ben": [50, 2], "Eve": [20, 0]}]},
    ],
    "final": {"Dee": 3, "Cay": 5},
    "penalties": {"Eve": "1/2"},
    "lot": "seed",
}


def run(*arguments, stdin=""):
    out = io.StringIO()
    code = main(arguments, io.StringIO(stdin), out)
    return code, out.getvalue()


def standings(results, *options):
    return run("standings", *options, "-", stdin=json.dumps(results))


def test_the_standings_of_a_file_with_the_reasons(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS))
    code, text = run("standings", "--scheme", "four-two-one", str(path))
    assert code == 0
    lines = text.splitlines()
    assert lines[0].split() == ["1", "Cay", "1"]
    assert lines[1].strip() == "better in the final: 5 against 3."
    assert lines[-1].split() == ["6", "Zoë", "0"]


def test_as_json_everything_is_exact():
    code, text = standings(RESULTS, "--json", "--after", "2")
    assert code == 0
    found = {row["player"]: row for row in json.loads(text)}
    assert found["Ben"]["score"] == "7"
    assert found["Ann"] == {
        "place": 2,
        "player": "Ann",
        "score": "13/2",
        "wins": 1,
        "game_points": 170,
        "games": 2,
        "measures": {"score": "13/2", "wins": "1", "game-points": "170", "best-score": "4"},
        "why_above": found["Ann"]["why_above"],
    }
    # Eve: 1 at the table, a bye worth the mean, and half a point of penalty.
    assert found["Eve"]["score"] == "3/2"


def test_other_tie_breaks_may_be_named():
    code, text = standings(
        {"rounds": [{"tables": [{"Ann": 1, "Ben": 1}]}]}, "--tie-breaks", "wins,lot"
    )
    assert code == 0
    assert "equal in score and wins; the drawn lot:" in text


def test_nobody_is_no_fault():
    assert standings({"rounds": []}) == (0, "Nobody has played.\n")


@pytest.mark.parametrize(
    ("results", "place"),
    [
        ([], "all: An object belongs here."),
        ({}, "rounds: This is missing."),
        ({"rounds": [{"tables": [{"Ann": "9"}]}]}, "rounds.1.tables.1.Ann: Whole numbers"),
        ({"rounds": [{"tables": [{"Ann": True}]}]}, "rounds.1.tables.1.Ann: Whole numbers"),
        ({"rounds": [{"tables": [{"Ann": 1}, {"Ann": 2}]}]}, "rounds.1: Ann sits at two tables."),
        ({"rounds": [{"tables": [{"Ann": 1}], "byes": ["Ann"]}]}, "rounds.1: Ann plays and has"),
        ({"rounds": [{"tables": [{"Ann": 1, "Ben": [1, 2]}]}]}, "same number of tie-breaks"),
        ({"rounds": [{"table": []}]}, "rounds.1.table: Nothing here has that name."),
        ({"rounds": {}}, "rounds: A list belongs here."),
        ({"rounds": [], "players": [1]}, "players: A list of names belongs here."),
        ({"rounds": [], "penalties": {"Ann": "1/0"}}, "penalties.Ann: '1/0' is no fraction."),
        ({"rounds": [], "winner": "Ann"}, "winner: Nothing here has that name."),
    ],
)
def test_every_fault_is_reported_with_its_place(results, place):
    code, text = standings(results)
    assert code == 2
    assert place in text


def test_an_unknown_scheme_or_tie_break_is_reported(tmp_path):
    assert "no scheme 'luck'" in standings(RESULTS, "--scheme", "luck")[1]
    assert "no tie-break 'luck'" in standings(RESULTS, "--tie-breaks", "luck")[1]
    assert run("standings", str(tmp_path / "none.json"))[0] == 2
    assert run("standings", "-", stdin="{")[0] == 2


def test_the_schemes_are_listed():
    code, text = run("schemes")
    assert code == 0
    assert all(key in text for key in schemes())
    listed = json.loads(run("schemes", "--json")[1])
    assert [found["key"] for found in listed] == list(schemes())
    assert all(found["source"] or found["ours"] for found in listed)


def test_it_runs_without_django(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS))
    code = (
        "import runpy, sys; sys.argv = ['scoring', 'standings', sys.argv[1]]\n"
        "try: runpy.run_module('scoring', run_name='__main__')\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert 'django' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Cay" in done.stdout
