"""The contradictions on a route evaluation: what is refused, what is marked, and what is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from games import night_express
from games.night_express import sheet_checks
from games.night_express.sheet import EvaluationSheet
from games.testing import issue_codes
from tests.games.night_express.positions import GAME, MODEL
from tests.games.night_express.sheets import EVALUATION, sheet

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
    paid, received = (
        f"Rent {what} in round {number}: 1 point for" for what in ("paid", "received")
    )
    assert [issue.text.startswith(paid) for issue in found["rent"]] == [True, True, False, False]
    assert found["rent"][2].text.startswith(received)


@pytest.mark.parametrize(
    ("points", "rent", "good"),
    [(2, 4, True), (2, 3, False), (2, 6, False), (3, 6, True), (0, 1, False)],
)
def test_rent_is_what_the_pack_says_for_each_rented_route(points, rent, good):
    form = EvaluationSheet(replace(MODEL.numbers, rent=points), expert=True)
    data = sheet()
    data["other"] = [[{"round": 2, "rent": rent}], [{"round": 2, "rent": -rent}]]
    places, _ = found_on(form, data)
    assert set(places) == (set() if good else {"rent"})


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
        "Rent received in round 2: 1 point for each of 2 routes without a service point plus of "
        "its own, not 1."
    )


def test_rent_for_every_route_is_too_much_where_one_has_a_service_point_plus():
    data = sheet()
    data["other"] = [[{"round": 2, "rent": 2}], [{"round": 2, "rent": -2}]]
    assert EVALUATION.clean(data, 2) == []
    for one in of_route(data, 1, 1)[1:]:
        one["service"] = 2
    places, _ = found_on(EVALUATION, data)
    marked = {"other.0.0.rent", "other.1.0.rent", "routes.1.1.service"}
    assert places == {"rent-with-plus": marked}


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
