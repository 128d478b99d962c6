"""The score sheets: the printed example, every check, and games that were played."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import night_express
from games.night_express import greedy, sheet_checks
from games.night_express.model import AUTO_CODE
from games.night_express.pack import HSP
from games.testing import issue_codes, play_out
from tests.games.night_express.positions import GAME, MODEL, shows

SHEETS = night_express.sheets(GAME, version="expert", extra_event=False)
EVALUATION, QUICK = SHEETS["evaluation"], SHEETS["quick"]
ROUNDS = [(number, route) for number in range(1, 5) for route in range(1, number + 1)]


def row(number, route, *points):
    return dict(
        zip(
            ("round", "route", "wagons", "lease", "special", "options", "travel", "service"),
            (number, route, *points),
            strict=True,
        )
    )


def sheet():
    """Two players with quiet games: 8 points a route, and 9 for the first player's best."""
    rows = [row(*pair, 7, 0, 0, 0, 1, 0) for pair in ROUNDS]
    data = {
        "routes": [rows, deepcopy(rows)],
        "other": [[{"round": 2, "rent": 1}], [{"round": 2, "rent": -1, "exchange": -5}]],
        "goal": ["5", "0"],
        "fleet": [40, 44],
        "money": [10, 10],
        "hsp": [["s1"], []],
        "autos": [[], ["s1"]],
    }
    data["routes"][0][-1]["wagons"] = 8
    return data


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


FAULTS = {
    "later-route": lambda data: data["routes"][0][0].update(route=2),
    "twice": lambda data: data["routes"][0][1].update(round=1),
    "travel-changed": lambda data: data["routes"][1][4].update(travel=0),
    "round-twice": lambda data: data["other"][0].append({"round": 2, "events": 1}),
    "exchange": lambda data: data["other"][0].append({"round": 1, "exchange": -4}),
    "exchanged-twice": lambda data: data["other"][1].append({"round": 1, "exchange": -5}),
    "service": lambda data: data["routes"][0][9].update(service=1),
    "hsp-with-autos": lambda data: data["autos"].__setitem__(0, ["s1", "s2"]),
    "rents": lambda data: data["other"][0].__setitem__(0, {"round": 2, "rent": 2}),
    "rent": lambda data: data["other"][1].__setitem__(0, {"round": 2, "rent": -3}),
    "named-twice": lambda data: data["hsp"].__setitem__(0, ["s1", "s1"]),
    "special-wagons": lambda data: (
        data["fleet"].__setitem__(0, 32),
        [one.update(special=1) for one in data["routes"][0]],
    ),
    "lost": lambda data: data["routes"][0][0].update(service=2),
    "two-pawns": lambda data: [
        one.update(special=2, options=3, service=2)
        for one in data["routes"][0]
        if one["route"] == 1
    ],
    "rent-with-plus": lambda data: (
        data["other"][1].__setitem__(0, {"round": 2, "rent": -1}),
        [one.update(service=2) for one in data["routes"][1] if one["round"] >= 2],
    ),
}
SIMPLE_ONLY = {"highspeed"}


SIMPLE = night_express.sheets(GAME, version="simplified")["evaluation"]


def simple():
    """The sheet of a simplified game: no rent, and trains stay on their routes."""
    data = sheet()
    data["other"] = [[], [{"round": 2, "exchange": -5}]]
    data["hsp"] = [[], []]
    return data


def of_route(data, seat, route):
    """The rows of a route, by round."""
    return [one for one in data["routes"][seat] if one["route"] == route]


def found_on(form, data):
    """By code, the places that are marked, and the sentences."""
    found = {}
    for issue in form.clean(data, 2):
        found.setdefault(issue.code, []).append(issue)
    return {code: {one.where for one in issues} for code, issues in found.items()}, found


@pytest.mark.parametrize(
    ("number", "rent", "good"),
    [(1, -1, True), (1, -2, False), (3, -3, True), (3, -4, False), (4, -5, False)],
)
def test_rent_is_a_point_for_each_rented_route(number, rent, good):
    """Source: l.297. With one other player, what one pays the other gets."""
    data = sheet()
    data["other"] = [[{"round": number, "rent": rent}], [{"round": number, "rent": -rent}]]
    places, found = found_on(EVALUATION, data)
    if good:
        assert places == {}
        return
    assert places == {
        "rent": {f"other.{seat}.0.{name}" for seat in (0, 1) for name in ("rent", "round")}
    }
    paid, received = (f"Rent {what} in round {number}: a point" for what in ("paid", "received"))
    assert [issue.text.startswith(paid) for issue in found["rent"]] == [True, True, False, False]
    assert found["rent"][2].text.startswith(received)


def test_a_route_with_a_service_point_plus_pays_no_rent():
    """Source: l.301: its owner uses it. What one pays, the other gets: both are marked."""
    data = sheet()
    data["other"] = [[{"round": 2, "rent": 1}], [{"round": 2, "rent": -1}]]
    for one in of_route(data, 1, 1)[1:]:
        one["service"] = 2
    assert EVALUATION.clean(data, 2) == []
    for one in of_route(data, 1, 2):
        one["service"] = 2
    places, found = found_on(EVALUATION, data)
    services = {f"routes.1.{index}.service" for index in (1, 2)}
    assert places == {"rent-with-plus": {"other.0.0.rent", "other.1.0.rent", *services}}
    assert found["rent-with-plus"][0].text == (
        "Rent received in round 2: a point for each of 2 routes without a service point plus of "
        "its own, not 1."
    )


def test_two_pawns_place_two_markers_in_the_first_round():
    """Source: l.380, l.454. In later rounds a specialist may have brought more."""
    data = sheet()
    for one in of_route(data, 0, 1):
        one |= {"special": 2, "options": 3}
    assert EVALUATION.clean(data, 2) == []
    for one in of_route(data, 0, 1)[1:]:
        one["service"] = 2
    assert EVALUATION.clean(data, 2) == []
    of_route(data, 0, 1)[0]["service"] = 2
    parts = ("special", "options", "service")
    assert found_on(EVALUATION, data)[0] == {"two-pawns": {f"routes.0.0.{part}" for part in parts}}


@pytest.mark.parametrize(
    ("fleet", "special", "autos", "codes"),
    [
        (40, 0, [], []),
        (41, 0, [], ["odd-fleet"]),
        (41, 2, [], []),
        (42, 2, ["s1"], []),
        (42, 0, ["s1"], ["autos-without-points"]),
        (41, 0, ["s1"], ["autos-without-points"]),
    ],
)
def test_what_rests_on_an_inference_is_said_and_not_refused(fleet, special, autos, codes):
    """That each special wagon scores points is not printed outright: l.410, l.420."""
    data = sheet() | {"hsp": [[], []], "autos": [autos, []]}
    data["fleet"][0] = fleet
    for one in of_route(data, 0, 1):
        one["special"] = special
    assert EVALUATION.clean(data, 2) == []
    assert [issue.code for issue in EVALUATION.doubts(data, 2)] == codes


@pytest.mark.parametrize("form", [EVALUATION, SIMPLE])
def test_a_service_point_plus_stays(form):
    """Source: l.301 ("on each subsequent round and route"), l.297 ("At no point …")."""
    data = sheet() if form is EVALUATION else simple()
    for one in of_route(data, 0, 1)[1:]:
        one["service"] = 2
    assert form.clean(data, 2) == []
    of_route(data, 0, 1)[2]["service"] = 0
    places, found = found_on(form, data)
    assert set(places) == {"lost"}
    assert len(places["lost"]) == 2
    assert found["lost"][0].text == "Service of route 1: 2 in round 2 cannot become 0 in round 3."


@pytest.mark.parametrize("part", ["special", "options"])
def test_markers_stay_on_their_route_in_the_simplified_version(part):
    """Source: l.333 and l.359, in italics: trains are moved and upgraded by experts only."""
    for form, data in ((EVALUATION, sheet()), (SIMPLE, simple())):
        of_route(data, 0, 1)[1][part] = 3
        places, _ = found_on(form, data)
        assert set(places) == ({"lost"} if form is SIMPLE else set())


@pytest.mark.parametrize(
    ("leases", "good"),
    [((-4, -4, 0, 0), True), ((0, -4, -4, -4), False), ((-4, -3, -3, -3), False)],
)
def test_a_bought_train_is_not_leased_later_in_the_simplified_version(leases, good):
    """Source: l.327, l.331."""
    data = simple()
    for one, lease in zip(of_route(data, 0, 1), leases, strict=True):
        one["lease"] = lease
    places, _ = found_on(SIMPLE, data)
    assert set(places) == (set() if good else {"lost"})


@pytest.mark.parametrize(("points", "good"), [(0, False), (2, False), (3, True), (5, True)])
def test_highspeed_is_worth_three_points_of_options_in_the_simplified_version(points, good):
    """Source: l.456, l.464. For experts only on a route with the mark, so it may bring none."""
    data = simple() | {"hsp": [["s2"], []]}
    of_route(data, 0, 2)[-1]["options"] = points
    places, _ = found_on(SIMPLE, data)
    assert places == ({} if good else {"highspeed": {"hsp.0", "routes.0.7.options"}})
    assert "highspeed" not in found_on(EVALUATION, data)[0]


def test_a_train_is_marked_once():
    places, _ = found_on(EVALUATION, sheet() | {"hsp": [["s1", "s1"], []]})
    assert places == {"named-twice": {"hsp.0"}}


@pytest.mark.parametrize(("fleet", "good"), [(35, False), (36, True)])
def test_special_wagons_are_counted_as_wagons(fleet, good):
    """Source: l.343 to l.347, l.591: 4 trains of 8 wagons, and one special wagon each."""
    data = sheet()
    data["fleet"][0], data["other"] = fleet, [[], []]
    for one in data["routes"][0]:
        one["special"] = 2
    places, found = found_on(EVALUATION, data)
    specials = {f"routes.0.{index}.special" for index in range(6, 10)}
    assert places == ({} if good else {"special-wagons": {"fleet.0", *specials}})
    if not good:
        assert "Wagons and special wagons" in found["special-wagons"][0].text


def test_the_quick_sheet_says_that_a_negative_round_costs_no_money():
    """Ruling N21."""
    (text,) = (field.help for field in QUICK.fields if field.name == "money")
    assert text.endswith("if they are more than 0.")


@pytest.mark.parametrize("code", FAULTS)
def test_a_sheet_that_no_table_can_show_is_refused(code):
    data = sheet()
    assert EVALUATION.clean(data, 2) == []
    FAULTS[code](data)
    found = EVALUATION.clean(data, 2)
    assert {issue.code for issue in found} == {code}
    assert all(issue.text and issue.where for issue in found)


def test_rents_that_do_not_add_up_are_said_with_their_round_and_sum():
    data = sheet()
    data["other"][0][0]["rent"] = 2
    first, second = EVALUATION.clean(data, 2)
    assert (first.where, second.where) == ("other.0.0.rent", "other.1.0.rent")
    assert first.text == second.text == "Round 2: rents paid and received must add up to 0, not 1."


def test_every_check_has_a_sheet_that_fails_it():
    said = {"odd-fleet", "autos-without-points"}
    assert {*FAULTS, *SIMPLE_ONLY, *said} == issue_codes(Path(sheet_checks.__file__))


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


@settings(max_examples=60, deadline=None)
@given(json)
def test_junk_is_refused_and_never_raises(junk):
    assert EVALUATION.clean(junk, 2)
    assert EVALUATION.clean(sheet() | {"other": junk} if junk else junk, 2) is not None
