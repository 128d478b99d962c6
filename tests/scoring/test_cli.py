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


ANN = {"rounds": [{"tables": [{"Ann": 1, "Bo": 2}]}]}


def run(*arguments, stdin=""):
    out, complaints = io.StringIO(), io.StringIO()
    code = main(arguments, io.StringIO(stdin), out, complaints)
    assert (code == 0) == (complaints.getvalue() == "")
    assert code == 0 or not out.getvalue()
    return code, out.getvalue() or complaints.getvalue()


def standings(results, *options):
    return run("standings", *options, "-", stdin=json.dumps(results))


def test_the_standings_of_a_file_with_the_reasons(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(RESULTS))
    code, text = run("standings", "--scheme", "four-two-one", str(path))
    assert code == 0
    lines = text.splitlines()
    assert lines[0].split() == ["1", "Cay", "1"]
    assert lines[1].strip() == "Better in the final: 5 against 3."
    assert lines[-1].split() == ["6", "Zoë", "0"]


def test_a_final_of_several_tables_is_a_list_with_the_top_table_first():
    code, text = standings(RESULTS | {"final": [{"Dee": 3, "Cay": 5}, {"Ann": 80, "Ben": 90}]})
    assert code == 0
    lines = text.splitlines()
    assert [line.split()[1] for line in lines[:8:2]] == ["Cay", "Dee", "Ben", "Ann"]
    assert lines[3].strip() == "Played at a higher table of the final."


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
    assert "Equal in score and wins. A higher drawn lot:" in text


def test_nobody_is_no_fault():
    assert standings({"rounds": []}) == (0, "Nobody has played yet.\n")


@pytest.mark.parametrize(
    ("results", "place"),
    [
        ([], "all: This is not an object."),
        ({}, "rounds: This is missing."),
        ({"rounds": [{"tables": [{"Ann": "9"}]}]}, "rounds.1.tables.1.Ann: Enter whole numbers"),
        ({"rounds": [{"tables": [{"Ann": True}]}]}, "rounds.1.tables.1.Ann: Enter whole numbers"),
        ({"rounds": [{"tables": [{"Ann": 1}, {"Ann": 2}]}]}, "rounds.1: Ann sits at two tables."),
        ({"rounds": [{"tables": [{"Ann": 1}], "byes": ["Ann"]}]}, "rounds.1: Ann plays and has"),
        ({"rounds": [{"tables": [{"Ann": 1, "Ben": [1, 2]}]}]}, "same number of tie-breaks"),
        ({"rounds": [{"table": []}]}, "rounds.1.table: Nothing here has that name."),
        ({"rounds": {}}, "rounds: This is not a list."),
        ({"rounds": [], "players": [1]}, "players: This is not a list of names."),
        (
            {"rounds": [], "players": ["Ann"], "penalties": {"Ann": "1/0"}},
            "penalties.Ann: '1/0' is",
        ),
        (
            ANN | {"penalties": {"Ann": "1e3000000"}},
            "penalties.Ann: '1e3000000' is not a fraction.",
        ),
        (ANN | {"penalties": {"Ann": 10**40}}, "penalties.Ann: 'a long number' is not a fraction."),
        (ANN | {"penalties": {"Zoe": "1"}}, "penalties: Nobody in these results is called 'Zoe'."),
        (ANN | {"disqualified": ["Zoe"]}, "disqualified: Nobody in these results is called 'Zoe'."),
        (ANN | {"players": ["Ann "]}, "players: 'Ann ' has a space at one end, or two in a row."),
        (ANN | {"players": ["Ann  Lee"]}, "players: 'Ann  Lee' has a space at one end, or two"),
        (ANN | {"players": [""]}, "players: A name is missing."),
        (ANN | {"players": ["\ud800"]}, "cannot be used as a name."),
        (ANN | {"players": ["Ben", "Ben"]}, "players: Ben is listed twice."),
        (ANN | {"semifinal": [["Ann"], ["Ann"]]}, "semifinal: Ann is listed twice."),
        (ANN | {"final": [{"Ann": 1}, {"Ann": 2}]}, "final: Ann sits at two tables."),
        (ANN | {"final": [{"Ann": "x"}]}, "final.1.Ann: Enter whole numbers."),
        ({"rounds": [{"tables": [{"": 1, "Ben": 2}]}]}, "rounds.1.tables.1: A name is missing."),
        ({"rounds": [{"byes": ["Ann", "Ann"]}]}, "rounds.1.byes: Ann is listed twice."),
        ({"rounds": [{"tables": [{"Ann": 10**10}]}]}, "No game ends with more than 1,000,000,000"),
        ({"rounds": [{"tables": [{"Ann": [1] * 21}]}]}, "No game ends with more than"),
        (
            {"rounds": [{"forfeits": [{"Ann": 1}]}]},
            "rounds.1.forfeits.1: A forfeit needs two players.",
        ),
        ({"rounds": [], "winner": "Ann"}, "winner: Nothing here has that name."),
    ],
)
def test_every_fault_is_reported_with_its_place(results, place):
    code, text = standings(results)
    assert code == 2
    assert place in text


def test_a_player_twice_in_one_result_is_no_result():
    code, text = run("standings", "-", stdin='{"rounds": [{"tables": [{"Ann": 1, "Ann": 2}]}]}')
    assert (code, text) == (
        2,
        "standard input cannot be used:\n  rounds.1.tables.1: Ann is listed twice. [twice]\n",
    )


def test_a_penalty_of_somebody_who_came_later_is_known_after_the_first_round_too():
    late = {"rounds": [*ANN["rounds"], {"tables": [{"Cy": 1, "Bo": 2}]}], "penalties": {"Cy": 1}}
    code, text = standings(late, "--after", "1")
    assert code == 0
    assert "Cy" not in text


@pytest.mark.parametrize("after", ["-1", "1e3", "x", "99999999999999999999", "2"])
def test_rounds_that_there_are_not_cannot_be_counted(after, capsys):
    try:
        code, text = standings(ANN, f"--after={after}")
    except SystemExit as end:  # from the parser of the command
        code, text = end.code, capsys.readouterr().err
    assert code == 2
    assert (
        "a whole number from 0" in text
        or "You cannot count 2 rounds: these results have 1 round." in text
    )


NESTED = "[" * 100_000
FILES = {
    "nested.json": (NESTED, "The brackets are nested too deeply."),
    "half.json": ("{", "This is not JSON: "),
    "long.json": ('{"rounds": [{"tables": [{"Ann": ' + "9" * 5000, "too many digits"),
    "latin.json": (b"\xff\xfe", "is not UTF-8 text"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_cannot_be_read_is_named_on_standard_error(tmp_path, name):
    content, message = FILES[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, text = run("standings", str(path))
    assert code == 2
    assert str(path) in text
    assert message in text


def test_a_missing_file_is_named_whether_of_results_or_a_scheme(tmp_path):
    missing = tmp_path / "none.json"
    assert run("standings", str(missing)) == (
        2,
        f"{missing} cannot be read: No such file or directory.\n",
    )
    assert run("standings", str(tmp_path)) == (2, f"{tmp_path} cannot be read: Is a directory.\n")
    mine = str(tmp_path / "none.toml")
    code, text = standings(ANN, "--scheme", mine)
    assert (code, text) == (2, f"{mine} cannot be read: No such file or directory.\n")
    assert run("standings", "a\0b")[0] == 2


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ("4 = []", "table.places.4: Enter at least one number."),
        ('x = ["1"]', "table.places.x: Enter a size of table from 1 to 99."),
        ('0 = ["1"]', "table.places.0: Enter a size of table from 1 to 99."),
        ('4 = ["1"]\n04 = ["1"]', "table.places.04: This size of table is listed twice."),
        ('4 = ["1e3000000"]', "table.places.4: '1e3000000' is not a number such as 2, 0.5 or 1/2."),
        ("", "table.places: Enter at least one size of table."),
        (f"4 = {NESTED}", "all: The brackets are nested too deeply."),
    ],
)
def test_a_scheme_of_ones_own_with_a_fault_is_refused_with_its_place(tmp_path, places, message):
    path = tmp_path / "mine.toml"
    path.write_text(OWN.format(places=places))
    code, text = standings(ANN, "--scheme", str(path))
    assert code == 2
    assert f"{path} cannot be used" in text
    assert message in text


OWN = """
key = "mine"
name = "Mine"
about = "Mine."
ours = ["All of it."]
[score]
ranked_by = ["score"]
tie_breaks = []
[table]
kind = "places"
other_sizes = "cut"
[table.places]
{places}
"""


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


# --- Ratings --------------------------------------------------------------------------------------

EVENINGS = {
    "games": [
        {"on": "2026-03-01", "table": {"Ben": 70, "Cay": 60}},
        {"on": "2026-01-05", "table": {"Ann": 120, "Ben": 90, "Cay": 80}},
    ]
}


def rating_lines(*options, games=EVENINGS):
    code, text = run("ratings", *options, "-", stdin=json.dumps(games))
    assert code == 0
    return text


def test_ratings_are_those_of_the_last_day_of_play():
    lines = rating_lines().splitlines()
    assert [line.split()[1:] for line in lines] == [
        ["Ben", "2", "games"],
        ["Ann", "1", "game"],
        ["Cay", "2", "games"],
    ]
    assert rating_lines("--on", "2026-03-01") == rating_lines("--on", "2036-03-01")


def test_ratings_that_fade_fall_until_the_day_that_is_named():
    def of_ann(*options):
        return next(
            row for row in json.loads(rating_lines("--json", *options)) if row["player"] == "Ann"
        )

    kept, fading = of_ann(), of_ann("--fade", "90")
    assert (kept["mean"], kept["games"]) == (fading["mean"], fading["games"])
    assert fading["rating"] < kept["rating"]
    assert of_ann("--fade", "90", "--on", "2026-01-05")["rating"] == kept["rating"]


def test_another_model_rates_otherwise():
    assert rating_lines() != rating_lines("--model", "thurstone-mosteller")


@pytest.mark.parametrize(
    ("games", "options", "sentence"),
    [
        ({}, (), "games: This is missing."),
        ({"games": [{"on": "5 May", "table": {}}]}, (), "games.1.on: Enter a day such as"),
        ({"games": [{"table": {"Ann": 1}}]}, (), "games.1.on: Enter a day such as"),
        ({"games": []}, ("--on", "never"), "'never' is not a day such as 2026-01-05."),
    ],
)
def test_games_and_days_that_ratings_cannot_use(games, options, sentence):
    code, text = run("ratings", *options, "-", stdin=json.dumps(games))
    assert code == 2
    assert sentence in text
