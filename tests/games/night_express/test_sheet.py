"""The score sheets: the printed example, bounds, and games that were played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import night_express
from games.night_express import greedy, sheet_checks
from games.night_express.model import AUTO_CODE
from games.night_express.pack import HSP
from games.testing import play_out
from tests.examples import examples
from tests.games.night_express.positions import GAME, MODEL, shows
from tests.games.night_express.sheets import EVALUATION, QUICK, row, sheet


def test_the_printed_example_with_its_erratum():
    """Step 5 prints, for route 2 of round 2, 4 + 0 + 2 + 0 + 0 + 1 and the sum 8. Its service point
    plus is worth 2; with that the route has 8 points and the round 20."""
    rows = [
        row(1, 1, 11, -4, 0, 6, 1, 0),
        row(2, 1, 9, -4, 0, 6, 1, 0),
        row(2, 2, 4, 0, 2, 0, 0, 2),
    ]
    points = [sum(one[part] for part in sheet_checks.PARTS) for one in rows]
    assert points == [14, 12, 8]
    data = sheet()
    data["routes"][0][:3] = rows
    for one in data["routes"][0][3:]:
        one["travel"] = {1: 1, 2: 0}.get(one["route"], 1)
        one["service"] = 2 if one["route"] == 2 else 0
    assert EVALUATION.clean(data, 2) == []
    totals = EVALUATION.computed(data, 2)
    assert (totals["round_1"][0], totals["round_2"][0]) == (14, 20)
    assert (totals["payout_1"][0], totals["payout_2"][0]) == (14, 20)
    data["routes"][0][2]["service"] = 1
    assert [issue.code for issue in EVALUATION.clean(data, 2)] == ["service"], "as it is printed"


@shows("N34")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_specialists_bring_points_in_every_round(number):
    """Source: Step 6, "or they have permanent effects"."""
    data = sheet()
    data["other"][1] = []
    data["other"][0] = [{"round": number, "specialists": 3}]
    assert EVALUATION.clean(data, 2) == []


def test_totals_payouts_and_bonuses_are_computed():
    found = EVALUATION.computed(sheet(), 2)
    assert [found[f"round_{number}"] for number in range(1, 5)] == [
        [8, 8],
        [16, 16],
        [24, 24],
        [33, 32],
    ]
    assert [found[f"payout_{number}"] for number in range(1, 4)] == [[8, 8], [16, 16], [24, 24]]
    assert found["best_route"] == [5, 0]
    assert found["largest_fleet"] == [0, 5]
    assert found["largest_cash"] == [5, 0]
    assert found["total"] == [81 + 1 + 5 + 10, 80 - 6 + 5]
    assert [one.keys for one in EVALUATION.placings(sheet(), 2)] == [(97, 43), (79, 42)]
    computed = {field.name for field in EVALUATION.fields if field.computed}
    assert computed == set(found)


def test_a_round_below_nothing_pays_nothing():
    data = sheet()
    for number, one in enumerate(data["routes"][1]):
        data["routes"][1][number] = one | {"wagons": 0, "lease": -9}
    found = EVALUATION.computed(data, 2)
    assert (found["round_1"][1], found["payout_1"][1]) == (-8, 0)
    assert EVALUATION.placings(data, 2)[1].keys[1] == 10


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fleet": [31, 44]}, "range"),
        ({"fleet": [32, 49]}, "range"),
        ({"goal": ["10", "0"]}, "choice"),
        ({"total": [1, 2]}, "computed"),
        ({"hsp": [["s5"], []]}, "choice"),
        ({"snow": 1}, "unknown"),
        ({"money": [-1, 0]}, "range"),
        ({"money": [10_000, 0]}, "range"),
    ],
)
def test_values_are_bounded_by_the_rules(change, code):
    assert code in {issue.code for issue in EVALUATION.clean(sheet() | change, 2)}


def test_the_bounds_of_a_row_are_those_of_the_rules_or_catch_a_slip_of_the_finger():
    """Travel is 3 points at best for 7 hours and -2 for 12; 5 points are exchanged, once."""
    parts = {part.name: (part.low, part.high) for part in EVALUATION.fields[0].fields}
    assert parts == {
        "round": (1, 4), "route": (1, 4), "wagons": (0, 99), "lease": (-99, 0),
        "special": (0, 99), "options": (0, 99), "travel": (-2, 3), "service": (0, 2),
    }  # fmt: skip
    parts = {part.name: (part.low, part.high) for part in EVALUATION.fields[1].fields}
    assert parts == {
        "round": (1, 4), "rent": (-99, 99), "events": (-99, 99), "specialists": (-99, 99),
        "exchange": (-5, 0),
    }  # fmt: skip
    computed = {(field.low, field.high) for field in EVALUATION.fields if field.computed}
    assert computed == {(-9999, 9999)}
    quick = {field.name: (field.low, field.high) for field in QUICK.fields}
    assert quick == {"points": (-999, 999), "money": (0, 9999)}


def test_ten_rows_belong_to_each_player():
    data = sheet()
    data["routes"][1].pop()
    assert [issue.code for issue in EVALUATION.clean(data, 2)] == ["rows"]


def test_what_need_not_be_written_may_be_left_out():
    data = sheet()
    for name in ("other", "hsp", "autos"):
        del data[name]
    assert EVALUATION.clean(data, 2) == []
    data |= {"other": [[], None], "hsp": [None, []]}
    assert EVALUATION.clean(data, 2) == []
    assert EVALUATION.computed(data, 2)["total"][0] == 96


def test_the_simplified_version_has_no_rents():
    plain = night_express.sheets(GAME, version="simplified")["evaluation"]
    assert [issue.code for issue in plain.clean(sheet(), 2)] == ["unknown", "unknown"]
    assert plain.notice == EVALUATION.notice == ""


def test_values_of_a_box_with_other_cards_are_good():
    """No bound rests on the house pack: a window of 40 points, a lease of 12."""
    data = sheet()
    data["routes"][0][0] |= {"wagons": 40, "lease": -12, "options": 30, "special": 20}
    assert EVALUATION.clean(data, 2) == []


@shows("15", "17b", "17c", "17d")
@pytest.mark.parametrize("options", [{}, {"extra_event": True}, {"version": "simplified"}])
@pytest.mark.parametrize("players", GAME.players)
def test_the_sheets_of_a_game_score_as_the_game_does(players, options):
    for choose in (None, greedy):
        state = play_out(GAME, players, Random(players), choose=choose, **options).state
        for one in night_express.sheets(GAME, **options).values():
            data = one.of(state)
            assert one.clean(data, players) == []
            assert one.placings(data, players) == state.placings()
            scores = [0] * players
            for line in one.lines(data, players):
                scores[line.player] += line.points
            assert scores == [placing.score for placing in state.placings()]


def test_a_line_says_which_round_its_points_are_of():
    lines = [line.text for line in EVALUATION.lines(sheet(), 2) if line.player == 1]
    rounds = [f"Round {number}, routes" for number in range(1, 5)]
    assert lines[:4] == rounds
    assert lines[4:6] == ["Round 2, rent", "Round 2, exchange"]


def test_a_round_without_other_points_has_no_row_for_them():
    state = play_out(GAME, 2, Random(1)).state
    state.other[:] = [0] * len(state.other)
    state.other[3] = 1  # a rent of seat 0 in round 4
    assert [[one["round"] for one in rows] for rows in EVALUATION.of(state)["other"]] == [[4], []]


def test_the_routes_with_highspeed_and_with_automobiles_are_named_by_seat():
    state = play_out(GAME, 2, Random(1)).state
    state.options[:] = [HSP if where in (1, 6) else 0 for where in range(8)]
    state.special[:] = [AUTO_CODE if where in (3, 4) else 0 for where in range(8)]
    data = EVALUATION.of(state)
    assert (data["hsp"], data["autos"]) == ([["s2"], ["s3"]], [["s4"], ["s1"]])


def test_the_quick_sheet_says_that_a_negative_round_costs_no_money():
    """Ruling N21."""
    (text,) = (field.help for field in QUICK.fields if field.name == "money")
    assert text.endswith("if they are more than 0.")


def test_the_quick_sheet_has_the_points_and_the_money():
    data = {"points": [97, 97, 80], "money": [40, 43, 50]}
    assert QUICK.clean(data, 3) == []
    assert [one.place for one in QUICK.placings(data, 3)] == [2, 1, 3]
    assert [line.points for line in QUICK.lines(data, 3) if line.player == 0] == [97, 0]
    assert MODEL.numbers.money == 30


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["routes", "other", "goal", "round", "money"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=examples(60), deadline=None)
@given(json)
def test_junk_is_refused_and_never_raises(junk):
    assert EVALUATION.clean(junk, 2)
    assert EVALUATION.clean(sheet() | {"other": junk} if junk else junk, 2) is not None
