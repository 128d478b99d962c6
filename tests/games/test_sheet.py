"""Sheets made of fields: whatever is written gets an answer that names its place."""

from __future__ import annotations

import pytest

from games.sheet import Field, FieldSheet, Issue, QuickHand, faults


class Trains(FieldSheet):
    fields = (
        Field("points", "Points", high=9),
        Field("ended", "Final result", "choice", per="table", options=("target", "early")),
        Field("bonus", "Bonus", "flag", per="table"),
        Field(
            "trains",
            "Trains",
            "rows",
            low=1,
            high=2,
            fields=(
                Field("cars", "Cars", low=1, high=5),
                Field("kind", "Kind", "choice", options=("a",)),
            ),
        ),
        Field("cards", "Cards", "choices", low=1, high=2, options=("a", "b")),
    )

    def cross(self, data, _players):
        return (
            [Issue("bonus", "early", "None.")] if data["bonus"] and data["ended"] == "early" else []
        )

    def keys(self, data, player):
        return (data["points"][player],)


SHEET = Trains()
ROW = {"cars": 3, "kind": "a"}
GOOD = {
    "points": [1, 2],
    "ended": "target",
    "bonus": True,
    "trains": [[ROW], [ROW, ROW]],
    "cards": [["a"], ["b", "b"]],
}


def codes(data, players=2):
    return [(issue.where, issue.code) for issue in SHEET.clean(data, players)]


def test_a_good_sheet_has_no_issues_and_gives_places():
    assert codes(GOOD) == []
    assert [placing.place for placing in SHEET.placings(GOOD, 2)] == [2, 1]


@pytest.mark.parametrize(
    ("changed", "where", "code"),
    [
        ({"points": [1, 10]}, "points.1", "range"),
        ({"points": [-1, 1]}, "points.0", "range"),
        ({"points": [1, 1.0]}, "points.1", "whole"),
        ({"points": [True, 1]}, "points.0", "whole"),
        ({"points": [None, 1]}, "points.0", "missing"),
        ({"points": [1]}, "points", "missing"),
        ({"points": (1, 2)}, "points", "missing"),
        ({"ended": "late"}, "ended", "choice"),
        ({"ended": ["target"]}, "ended", "choice"),
        ({"ended": None}, "ended", "missing"),
        ({"bonus": 1}, "bonus", "flag"),
        ({"trains": [[], [ROW]]}, "trains.0", "rows"),
        ({"trains": [[ROW] * 3, [ROW]]}, "trains.0", "rows"),
        ({"trains": [ROW, [ROW]]}, "trains.0", "rows"),
        ({"trains": [[ROW], ["x"]]}, "trains.1.0", "row"),
        ({"trains": [[ROW, ROW | {"cars": 6}], [ROW]]}, "trains.0.1.cars", "range"),
        ({"trains": [[ROW], [ROW | {"kind": "b"}]]}, "trains.1.0.kind", "choice"),
        ({"trains": [[ROW], [{"cars": 1}]]}, "trains.1.0.kind", "missing"),
        ({"trains": [[ROW], [ROW | {"colour": 1}]]}, "trains.1.0.colour", "unknown"),
        ({"cards": [[], ["a"]]}, "cards.0", "rows"),
        ({"cards": [["a"] * 3, ["a"]]}, "cards.0", "rows"),
        ({"cards": [["a"], "a"]}, "cards.1", "rows"),
        ({"cards": [["a"], ["a", "c"]]}, "cards.1.1", "choice"),
        ({"cards": [["a"], [["a"]]]}, "cards.1.0", "choice"),
        ({"colour": 1}, "colour", "unknown"),
        ({"ended": "early"}, "bonus", "early"),
    ],
)
def test_a_wrong_sheet_is_told_where_it_is_wrong(changed, where, code):
    assert codes(GOOD | changed) == [(where, code)]


def test_cross_checks_wait_until_every_field_is_good():
    assert codes(GOOD | {"ended": "early", "points": [1, 10]}) == [("points.1", "range")]


def test_what_is_no_sheet_at_all_is_told_so():
    for data in (None, [], "points", 3):
        assert codes(data) == [("", "not-a-sheet")]
    assert {code for _, code in codes({})} == {"missing"}


def test_a_sheet_without_keys_cannot_give_places():
    with pytest.raises(NotImplementedError):
        FieldSheet().placings({}, 1)
    assert FieldSheet().clean({}, 1) == []


class Depot(FieldSheet):
    """Optional fields, fields that only some numbers of players write down, or that none do."""

    fields = (
        Field("points", "Points", high=9),
        Field("spare", "Spare", high=9, required=False),
        Field("rival", "Rival", high=9, per="table", players=range(2, 3)),
        Field("total", "Total", computed=True),
    )

    def computed(self, data, players):
        spare = data.get("spare") or [None] * players
        total = [own + (more or 0) for own, more in zip(data["points"], spare, strict=True)]
        return {"total": total}


DEPOT = Depot()


def test_a_field_that_is_not_required_may_be_empty_or_missing():
    assert DEPOT.clean({"points": [1, 2, 3]}, 3) == []
    assert DEPOT.clean({"points": [1, 2, 3], "spare": None}, 3) == []
    assert DEPOT.clean({"points": [1, 2, 3], "spare": [None, 4, None]}, 3) == []
    assert [
        issue.where for issue in DEPOT.clean({"points": [1, 2, 3], "spare": [10, 1, 1]}, 3)
    ] == ["spare.0"]


def test_a_field_belongs_to_the_numbers_of_players_that_it_names():
    assert [field.name for field in DEPOT.fields_for(2)] == ["points", "spare", "rival", "total"]
    assert [field.name for field in DEPOT.fields_for(3)] == ["points", "spare", "total"]
    assert [issue.code for issue in DEPOT.clean({"points": [1, 2]}, 2)] == ["missing"]
    found = DEPOT.clean({"points": [1, 2, 3], "rival": 1}, 3)
    assert [(issue.where, issue.code) for issue in found] == [("rival", "unknown")]


def test_a_computed_field_is_shown_and_never_typed():
    data = {"points": [1, 2, 3], "spare": [None, 4, None]}
    assert DEPOT.computed(data, 3) == {"total": [1, 6, 3]}
    found = DEPOT.clean(data | {"total": [1, 6, 3]}, 3)
    assert [(issue.where, issue.code) for issue in found] == [("total", "computed")]
    assert "do not fill it in" in found[0].text


def test_a_number_of_any_length_is_refused_in_a_sentence():
    for value in (10**5000, -(10**5000)):
        (issue,) = DEPOT.clean({"points": [value, 1, 2]}, 3)
        assert issue.text == "Points must be from 0 to 9, not so large a number."
    (issue,) = DEPOT.clean({"points": [1, 2, 3], "x" * 5000: 1}, 3)
    assert len(issue.text) < 100


def test_a_number_of_rows_without_a_choice_is_one_number():
    class Rounds(Trains):
        fields = (Field("rounds", "Rounds", "rows", low=4, high=4, fields=Trains.fields[:1]),)

    (issue,) = Rounds().clean({"rounds": [[]]}, 1)
    assert issue.text == "Rounds must have 4 rows."
    assert "1 to 2 rows" in SHEET.clean(GOOD | {"trains": [[], [ROW]]}, 2)[0].text


class Flags(FieldSheet):
    """A flag, choices and a number of each player: each is looked at quickly first."""

    fields = (
        Field("out", "Out", "flag"),
        Field("cards", "Cards", "choices", low=1, high=2, options=("a", "b")),
        Field("points", "Points", high=9),
    )


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"out": [1, True]}, "flag"),
        ({"out": ["", True]}, "flag"),
        ({"cards": [True, ["a"]]}, "rows"),
        ({"cards": [[{}], ["a"]]}, "choice"),
        ({"points": [10, 0]}, "range"),
        ({"points": [-1, 0]}, "range"),
        ({"points": [True, 0]}, "whole"),
    ],
)
def test_a_quick_look_takes_nothing_that_a_close_look_refuses(changed, code):
    good = {"out": [False, True], "cards": [["a"], ["b", "a"]], "points": [0, 9]}
    assert Flags().clean(good, 2) == []
    assert code in {issue.code for issue in Flags().clean(good | changed, 2)}


def test_the_greatest_value_is_allowed_and_what_is_not_said_is_as_it_was():
    assert faults(Field("n", "N", low=1, high=9), 9, "n") == []
    assert [one.code for one in faults(Field("n", "N", low=1, high=9), 10, "n")] == ["range"]
    assert Field("n", "N").high == 999
    assert not QuickHand({0: 5}, 0).ended_early


def test_a_name_that_no_field_has_is_shown_in_part():
    (issue,) = Flags().clean({"x" * 99: 1, "out": [True], "cards": [["a"]], "points": [1]}, 1)
    assert issue.where == "x" * 40
