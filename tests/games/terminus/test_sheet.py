"""The score pad of Terminus: what is counted, what is refused, what is marked, what is said."""

import random

import pytest

from games.terminus import sheets
from games.testing import play_out
from tests.games.terminus.positions import GAME, at_table, project

PAD = sheets(GAME)["score_pad"]
GOOD = {
    "stations": [4, 0],
    "hubs_one": [1, 0],
    "hubs_more": [0, 0],
    "projects": [[{"number": 5, "lobbyists": 3, "column": 2, "value": 15}], []],
    "agendas": [[{"lobbyist": True, "row": "bottom", "value": 6}], []],
    "demands": [4, 0],
    "demand_value": [17, 0],
    "coins": [9, 3],
    "used": [9, 2],
    "discs": [3, 10],
}
ROW = {"number": 5, "lobbyists": 2, "column": 0, "value": 0}
BESIDE = ("stations", "hubs_one", "hubs_more")


def test_a_good_one_is_counted():
    assert PAD.clean(GOOD, 2) == []
    assert PAD.computed(GOOD, 2) == {"prestige": [46, 0]}
    assert sum(each.points for each in PAD.lines(GOOD, 2) if each.player == 0) == 46
    assert [placing.keys for placing in PAD.placings(GOOD, 2)] == [(46, -3, 9), (0, -10, 3)]


def test_a_hub_beside_two_or_more_counts_3_and_one_beside_one_2():
    data = GOOD | {"hubs_one": [1, 0], "hubs_more": [2, 0]}
    assert [each.points for each in PAD.lines(data, 2) if "hubs" in each.where] == [2, 6]
    assert PAD.computed(data, 2) == {"prestige": [52, 0]}


@pytest.mark.parametrize(("players", "tokens"), [(2, 12), (3, 12), (4, 15), (5, 15)])
def test_as_many_tokens_are_taken_as_developments_are_dealt(players, tokens):
    """Main Board Set Up: with 2 or 3 players 4 Developments of each type, else 5."""
    data = {name: [values[0], *[values[1]] * (players - 1)] for name, values in GOOD.items()}
    assert PAD.clean(data | {"demands": [tokens, *data["demands"][1:]]}, players) == []
    found = PAD.clean(data | {"demands": [tokens + 1, *data["demands"][1:]]}, players)
    assert {issue.code for issue in found} == {"tokens"}


@pytest.mark.parametrize(("stations", "hubs", "codes"), [(5, 3, []), (6, 3, ["stops"])])
def test_a_hub_takes_two_discs_and_the_prime_hub_none(stations, hubs, codes):
    data = GOOD | {"stations": [stations, 0], "hubs_one": [1, 0], "hubs_more": [hubs - 1, 0]}
    assert sorted({issue.code for issue in PAD.clean(data, 2)}) == codes


def test_the_fourth_column_is_no_column():
    row = ROW | {"lobbyists": 4, "column": 3, "value": 20}
    assert PAD.clean(GOOD | {"projects": [[row], []]}, 2) == []
    found = PAD.clean(GOOD | {"projects": [[row | {"column": 4}], []]}, 2)
    assert [issue.code for issue in found] == ["range"]


def test_four_players_lobby_for_four_projects():
    data = {name: [*values, values[1], values[1]] for name, values in GOOD.items()}
    rows = [[ROW | {"number": number}] for number in (1, 2, 3, 4)]
    assert PAD.clean(data | {"projects": rows}, 4) == []
    rows[0] = [*rows[0], ROW | {"number": 5}]
    found = PAD.clean(data | {"projects": rows}, 4)
    assert {issue.code for issue in found} == {"too-many-projects"}


def test_printed_values_are_not_bounded_by_the_house_pack():
    data = GOOD | {"demand_value": [500, 0]}
    assert PAD.clean(data, 2) == []
    assert PAD.notice == ""


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"discs": [4, 10]}, "discs"),
        ({"stations": [10, 0]}, "stops"),
        ({"projects": [[ROW | {"value": 3}], []]}, "no-column"),
        ({"projects": [[ROW, ROW], []]}, "one-row"),
        (
            {"projects": [[ROW | {"lobbyists": 4}, ROW | {"number": 6, "lobbyists": 4}], []]},
            "lobbyists",
        ),
        ({"agendas": [[{"lobbyist": False, "row": "bottom", "value": 6}], []]}, "no-lobbyist"),
        ({"agendas": [[{"lobbyist": False, "row": "none", "value": 6}], []]}, "no-row"),
        ({"demands": [0, 0]}, "no-token"),
        ({"demands": [12, 1], "demand_value": [20, 1]}, "tokens"),
        (
            {"projects": [[ROW | {"number": 1}, ROW], [ROW | {"number": n} for n in (3, 4)]]},
            "too-many-projects",
        ),
    ],
)
def test_what_cannot_be_true_is_found(change, code):
    assert {issue.code for issue in PAD.clean(GOOD | change, 2)} == {code}


@pytest.mark.parametrize(
    ("change", "code", "marked", "named"),
    [
        (
            {
                "projects": [
                    [ROW | {"column": 1, "value": 15}],
                    [ROW | {"column": 1, "value": 51}],
                ]
            },
            "two-values",
            {"projects.0.0.value", "projects.1.0.value"},
            "15 and 51",
        ),
        (
            {"demands": [3, 3], "demand_value": [12, 21]},
            "two-values",
            {"demand_value.0", "demand_value.1"},
            "12 for one player and 21 for another",
        ),
        (
            {"stations": [0, 0], "hubs_one": [0, 0]},
            "no-development",
            {f"{name}.{n}" for name in ("demands", *BESIDE) for n in (0, 1)},
            "Stops beside Developments",
        ),
        (
            {"projects": [[ROW, ROW | {"number": 6}, ROW], []]},
            "one-row",
            {"projects.0.0.number", "projects.0.2.number"},
            "one row of each Project",
        ),
        (
            {
                "projects": [[ROW | {"lobbyists": 4}, ROW | {"number": 6, "lobbyists": 4}], []],
                "agendas": [[{"lobbyist": True, "row": "none", "value": 0}], []],
            },
            "lobbyists",
            {
                "projects.0.0.lobbyists",
                "projects.0.1.lobbyists",
                "agendas.0.0.lobbyist",
            },
            "on Projects and Agendas together",
        ),
        (
            {"demands": [12, 1], "demand_value": [20, 1]},
            "tokens",
            {"demands.0", "demands.1"},
            "Only 12 Demand tokens",
        ),
        (
            {"demands": [12, 0], "used": [0, 2], "discs": [12, 10], "stations": [0, 2],
             "hubs_one": [1, 0], "hubs_more": [0, 1]},
            "few-stops",
            {"demands.0", "used.0"},
            "1 Stop with the Prime Hub can have at most 4 Demands, not 12",
        ),
    ],
)  # fmt: skip
def test_both_fields_are_named_and_marked(change, code, marked, named):
    """Sources: l.924 and l.964 (one print for all), l.733 with l.481, l.717 with l.322."""
    found = PAD.clean(GOOD | change, 2)
    assert {issue.code for issue in found} == {code}
    assert {issue.where for issue in found} == marked
    assert named in found[0].text


@pytest.mark.parametrize(
    ("change", "marked"),
    [
        ({"discs": [4, 10]}, {"discs.0", "used.0"}),
        ({"stations": [10, 0]}, {"stations.0", "hubs_one.0", "hubs_more.0", "used.0"}),
        ({"demands": [0, 0]}, {"demands.0", "demand_value.0"}),
    ],
)
def test_all_that_cannot_be_true_together_is_marked(change, marked):
    assert {issue.where for issue in PAD.clean(GOOD | change, 2)} == marked


@pytest.mark.parametrize(("demands", "good"), [(4, True), (5, False)])
def test_the_prime_hub_alone_is_in_four_districts_at_most(demands, good):
    change = {"demands": [demands, 0], "used": [0, 2], "discs": [12, 10]}
    change |= {"stations": [0, 2], "hubs_one": [1, 0]}
    assert (PAD.clean(GOOD | change, 2) == []) == good


@pytest.mark.parametrize(("demands", "codes"), [(8, set()), (9, {"few-stops"})])
def test_two_discs_that_are_a_hub_are_one_stop_beside_the_prime_hub(demands, codes):
    change = {"demands": [demands, 0], "used": [2, 2], "discs": [10, 10]}
    change |= {"stations": [0, 2], "hubs_one": [1, 0], "hubs_more": [1, 0]}
    assert {issue.code for issue in PAD.clean(GOOD | change, 2)} == codes


@pytest.mark.parametrize(("demands", "codes"), [(5, set()), (6, {"no-development"})])
def test_a_station_is_beside_four_developments_and_a_hub_beside_one_as_it_says(demands, codes):
    data = GOOD | {"stations": [1, 0], "demands": [demands, 0]}
    assert {issue.code for issue in PAD.clean(data, 2)} == codes


@pytest.mark.parametrize("hubs", ["hubs_one", "hubs_more"])
def test_five_players_cannot_have_more_stops_beside_developments_than_these_have_corners(hubs):
    """l.322, l.750: 15 Developments, a Stop at each corner of each."""
    data = {name: [values[1]] * 5 for name, values in GOOD.items()}
    data |= {"used": [12] * 5, "discs": [0] * 5, "stations": [12] * 5}
    assert PAD.clean(data, 5) == []
    data[hubs] = [1, 0, 0, 0, 0]
    places = {f"{name}.{seat}" for name in BESIDE for seat in range(5)}
    found = PAD.clean(data, 5)
    assert {issue.code for issue in found} == {"no-corner"}
    assert {issue.where for issue in found} == places
    assert "15 Developments have 60 corners, so 61 Stops" in found[0].text


@pytest.mark.parametrize(
    ("change", "codes", "marked"),
    [
        ({}, [], set()),
        (
            {"projects": [[ROW | {"column": 2, "value": 3}], []]},
            ["few-lobbyists"] * 2,
            {"projects.0.0.column", "projects.0.0.lobbyists"},
        ),
        ({"projects": [[ROW | {"column": 1, "value": 3}], []]}, [], set()),
        (
            {"demands": [3, 4], "demand_value": [17, 17]},
            ["falling"] * 2,
            {"demand_value.0", "demand_value.1"},
        ),
        ({"demands": [3, 4], "demand_value": [16, 17]}, [], set()),
        ({"demands": [4, 4], "demand_value": [17, 17]}, [], set()),
        ({"projects": [[ROW | {"column": 1, "value": 8}]] * 2}, [], set()),
        ({"demand_value": [18, 0]}, ["not-as-printed"], {"demand_value.0"}),
        (
            {
                "projects": [
                    [ROW | {"lobbyists": 3, "column": 2, "value": 8}],
                    [ROW | {"column": 1, "value": 8}],
                ]
            },
            ["falling"] * 2,
            {"projects.0.0.value", "projects.1.0.value"},
        ),
        (
            {
                "projects": [
                    [ROW | {"lobbyists": 3, "column": 2, "value": 9}],
                    [ROW | {"column": 1, "value": 8}],
                ]
            },
            [],
            set(),
        ),
    ],
)
def test_what_rests_on_an_inference_is_said_and_not_refused(change, codes, marked):
    """Columns and the track are pictures; l.968 has one value, l.932 two, in examples."""
    data = GOOD | change
    assert PAD.clean(data, 2) == []
    assert [issue.code for issue in PAD.doubts(data, 2)] == codes
    assert {issue.where for issue in PAD.doubts(data, 2)} == marked


def test_the_help_says_how_many_lobbyists_a_column_usually_takes():
    (rows,) = (field.fields for field in PAD.fields if field.name == "projects")
    assert "column 1 needs 2 Lobbyists" in next(one.help for one in rows if one.name == "column")


def test_at_most_two_players_have_a_row_of_a_project():
    data = {name: [*values, values[1]] for name, values in GOOD.items()}
    data["projects"] = [[ROW]] * 3
    assert "two-rows" in {issue.code for issue in PAD.clean(data, 3)}


def test_hubs_are_bounded_by_discs_two_for_each_but_the_prime_hub():
    high = {field.name: field.high for field in PAD.fields}
    assert (high["stations"], high["hubs_one"], high["hubs_more"]) == (12, 7, 7)


def test_what_cards_and_tracks_print_has_three_digits():
    fields = {field.name: field for field in PAD.fields}
    rows = (*fields["projects"].fields, *fields["agendas"].fields)
    assert [part.high for part in rows if part.name == "value"] == [999, 999]
    assert [part.high for part in rows if part.name == "number"] == [99]
    assert [fields[name].high for name in ("demand_value", "coins")] == [999, 999]
    assert fields["prestige"].high == 9 * 999, "three Projects and Agendas, Demands and more"


def test_three_players_lobby_for_three_projects():
    data = {name: [*values, values[1]] for name, values in GOOD.items()}
    first, *others = ([ROW | {"number": number}] for number in (1, 2, 3))
    assert PAD.clean(data | {"projects": [first, *others]}, 3) == []
    more = [ROW | {"number": 1}, ROW | {"number": 4}]
    found = PAD.clean(data | {"projects": [more, *others]}, 3)
    assert {issue.code for issue in found} == {"too-many-projects"}


def test_a_project_has_the_number_of_its_card():
    data = PAD.of(project(at_table(3), 5, (0, 2)))
    assert [row["number"] for row in data["projects"][0]] == [5]


@pytest.mark.parametrize("players", GAME.players)
def test_a_played_game_is_a_good_sheet_with_the_same_places(players):
    for seed in range(5):
        state = play_out(GAME, players, random.Random(seed)).state
        data = PAD.of(state)
        assert PAD.clean(data, players) == []
        assert PAD.placings(data, players) == state.placings()
