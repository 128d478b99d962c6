"""``python -m scoring convention``: a file of games in, the ranking or all its faults out."""

import io
import json

import pytest

from scoring.cli import main

GAMES = {
    "profile": {"categories": {"1": "Long", "2": "Short"}, "required": 1, "final_bonus": ["0.3"]},
    "games": [
        {"key": "g1", "title": "Eurorails", "category": "1", "table": {"Ann": 120, "Ben": 90}},
        {"key": "g2", "title": "Express", "category": "2", "table": {"Cay": 1, "Ben": 2},
         "points": "places"},
        {"key": "g3", "title": "Express", "kind": "final", "top": True, "table": {"Cay": 5}},
    ],
    "classes": {"novice": ["Ben", "Cay"]},
    "teams": {"Reds": {"members": ["Ann", "Ben", "Cay"]}},
}  # fmt: skip


def run(data, *options):
    out, complaints = io.StringIO(), io.StringIO()
    text = data if isinstance(data, str) else json.dumps(data)
    code = main(["convention", *options, "-"], io.StringIO(text), out, complaints)
    return code, out.getvalue() or complaints.getvalue()


def test_as_text_each_person_has_what_counts():
    code, text = run(GAMES)
    assert code == 0
    assert [line.split()[:3] for line in text.splitlines() if line[3] != " "] == [
        ["1", "Ann", "4.37"],
        ["2", "Cay", "4.3"],
        ["3", "Ben", "1.37"],
        ["1", "Reds", "8.67"],
    ]
    assert "final: 0.3 from g3" in text


def test_as_json_all_is_exact():
    code, text = run(GAMES, "--json")
    found = json.loads(text)
    assert code == 0
    assert [(row["player"], row["place"], row["total"]) for row in found["rows"]] == [
        ("Ann", 1, f"{4 * 121 + 45}/121"),
        ("Cay", 2, "43/10"),
        ("Ben", 3, f"{121 + 45}/121"),
    ]
    assert found["rows"][0]["why"] == ["total", "529/121", "43/10"]
    assert found["rows"][0]["not_counted"] == []
    assert found["classes"] == {
        "novice": [{"player": "Cay", "place": 1}, {"player": "Ben", "place": 2}]
    }
    assert found["teams"][0]["categories"]["2"] == {"game": "g2", "player": "Cay", "value": "4"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"profile": {"categories": {}, "required": 1}},
            "profile.required: Enter a number from 1 to 0",
        ),
        ({"profile": GAMES["profile"] | {"scheme": "magic"}}, "profile.scheme: Use one of house"),
        ({"profile": GAMES["profile"] | {"final_bonus": ["-1"]}}, "A final takes nothing away."),
        (
            {"profile": GAMES["profile"] | {"tie_breaks": ["age"]}},
            "Use some of wins, iron, results.",
        ),
        ({"games": [GAMES["games"][0]] * 2}, "games: g1 is listed twice."),
        ({"games": [{"key": "g1", "title": "x", "table": {}}]}, "Nobody sits at this table."),
        ({"games": [GAMES["games"][1] | {"table": {"Ann": 0}}]}, "Places count from 1."),
        ({"games": [GAMES["games"][0] | {"kind": "nap"}]}, "games.1.kind: Use one of heat, final"),
        ({"void": {"Ann": ["9"]}}, "void.Ann: '9' is not offered."),
        ({"teams": {"Reds": {"members": ["Ann", "Ben"]}}}, "A team has 3 or 4 members."),
        ({"classes": {"novice": ["Zoe"]}}, "Nobody in these results is called 'Zoe'."),
        ({"prizes": [{"of": "teams", "place": 0, "label": "Cup"}]}, "Places count from 1."),
        ({"prizes": [{"of": "class:old", "place": 1, "label": "Cup"}]}, "prizes.1.of: Use one of"),
        ({"people": "Ann"}, "people: This is not a list."),
    ],
)
def test_each_fault_is_said_with_its_place(change, said):
    code, text = run(GAMES | change)
    assert code == 2
    assert said in text


def test_all_faults_are_said_at_once():
    code, text = run({"profile": 1, "games": [1, 2], "more": 3})
    assert code == 2
    assert all(place in text for place in ("profile", "games.1", "games.2", "more"))
