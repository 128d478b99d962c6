"""Step 1: service points and their rent."""

from __future__ import annotations

from random import Random

import pytest

from games.night_express import phases
from games.night_express.evaluation import row_of
from games.night_express.sharing import FREE, NOBODY
from games.testing import play_out
from tests.games.night_express.positions import (
    GAME,
    MODEL,
    city,
    hold,
    legal,
    play,
    refused,
    route,
    shows,
    table,
    taking,
)

WEST = ("berlin-cologne-paris", "hamburg-cologne-paris")
"""Two routes of the yellow network that share Cologne - Paris."""


@shows("7a")
def test_a_service_point_costs_five_and_stands_on_the_route():
    state = play(taking(WEST), "0 take berlin-cologne-paris")
    assert legal(state, 0, "build") == ["build berlin", "build cologne", "build paris"]
    assert refused(state, 0, "build munich") == "not-on-route"
    assert refused(state, 0, "take hamburg-cologne-paris") == "service-first"
    play(state, "0 build cologne")
    assert state.money[0] == 25
    assert (state.host[0], state.city[0]) == (0, city("cologne"))


@shows("7a")
def test_who_has_no_five_money_cannot_build():
    state = taking(WEST)
    state.money[0] = 4
    play(state, "0 take berlin-cologne-paris")
    assert refused(state, 0, "build cologne") == "no-money"
    play(state, "0 exchange", "0 build cologne")
    assert state.money[0] == 9


@shows("7a")
def test_nobody_has_more_than_four_service_points():
    state = play(taking(WEST), "0 take berlin-cologne-paris")
    for name in ("milan", "zurich", "vienna", "warsaw"):
        state.posts[0] |= 1 << city(name)
    assert refused(state, 0, "build cologne") == "no-service-point"


@shows("7b", "7c")
def test_one_service_point_at_a_station_for_experts_and_any_number_for_others():
    state = taking(WEST, {0: [], 1: []})
    play(state, "0 take berlin-cologne-paris", "0 build cologne", "1 take hamburg-cologne-paris")
    assert refused(state, 1, "build cologne") == "station-taken"
    assert refused(state, 1, "use cologne") == "no-professional"
    state = taking(WEST, {0: [], 1: []}, version="simplified")
    play(state, "0 take berlin-cologne-paris", "0 build cologne", "1 take hamburg-cologne-paris")
    assert refused(state, 1, "rent cologne") == "no-rent"
    assert refused(state, 1, "use paris") == "no-landlord"
    assert legal(state, 1, "use") == ["use cologne"]
    twin = state.copy()
    play(state, "1 build cologne")
    play(twin, "1 use cologne")
    assert twin.host[4] == FREE
    assert twin.points == [0, 0, 0]


@shows("7d", "N22")
def test_rent_is_a_point_a_route_settled_when_all_have_chosen():
    """As in the rulebook, where red's route to Cologne uses the service point of blue there."""
    held = {0: ["berlin-cologne-paris"], 1: ["hamburg-cologne-paris"], 2: ["milan-munich"]}
    shown = ["brussels-cologne-berlin", "warsaw-berlin-cologne", "vienna-zurich-milan"]
    state = taking(shown, held, posts={0: ["cologne"], 2: ["milan"]})
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}")
    assert refused(state, 1, "rent hamburg") == "no-landlord"
    play(state, "1 rent cologne", "1 rent cologne")
    assert state.points == [0, 0, 0]
    play(state, f"2 take {shown[2]}")
    assert state.phase == phases.PREPARING
    assert state.points == [2, -2, 0]
    seats = state.view(None)["seats"]
    assert [one["rented"] for one in seats[1]["routes"]] == [True, True]
    assert [one["rented"] for one in seats[0]["routes"]] == [False, False]


@shows("7e", "7f", "N7")
def test_each_round_decides_again_and_an_own_service_point_serves_every_route():
    held = {0: ["berlin-cologne-paris"], 1: ["hamburg-cologne-paris"]}
    shown = ["brussels-cologne-berlin", "warsaw-berlin-cologne"]
    state = taking(shown, held, posts={0: ["cologne"]}, players=2)
    state.host[4], state.city[4] = 0, city("cologne")
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}")
    assert state.served == 0, "the route of the first round is asked about once more"
    twin = play(state.copy(), "1 rent cologne", "1 build warsaw")
    assert twin.points == [1, -1]
    assert twin.host[4:6] == [0, 1]
    own = play(state.copy(), "1 build hamburg", "1 rent cologne")
    assert own.host[4:6] == [1, 0]
    both = play(state, "1 rent cologne", "1 build warsaw")
    assert both.money[1] == 25


def in_round_two(posts, **options):
    """Seat 0 has taken a route of the second round, seat 1 is to find a service point for its own:
    its first route uses seat 0's at Cologne."""
    held = {0: ["berlin-cologne-paris"], 1: ["hamburg-cologne-paris"]}
    shown = ["brussels-cologne-berlin", "warsaw-berlin-cologne"]
    state = taking(shown, held, posts=posts, players=2, version="simplified", **options)
    return state, shown


@shows("N32")
def test_in_the_simplified_version_a_service_point_is_decided_once():
    """Source: l.297 is in italics, so of the expert version."""
    state, shown = in_round_two({0: ["cologne"]})
    state.host[4], state.city[4] = FREE, city("cologne")
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}")
    assert state.served == 1, "the route of the first round is not asked about again"
    play(state, "1 build warsaw")
    assert state.phase == phases.PREPARING
    assert state.host[4:6] == [FREE, 1]


@shows("N32")
def test_nor_does_a_later_own_service_point_change_it():
    state, shown = in_round_two({0: ["cologne"]})
    state.host[4], state.city[4] = FREE, city("cologne")
    state.posts[1], state.plus[1] = 1 << city("hamburg"), 1 << city("hamburg")
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}", "1 build warsaw")
    assert (state.host[4], state.city[4]) == (FREE, city("cologne"))
    assert row_of(state, 1, 0).service == 0


@shows("N32", "N12")
def test_a_route_without_a_service_point_is_asked_about_again():
    state, shown = in_round_two({0: ["cologne"]})
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}")
    assert state.served == 0
    twin = play(state.copy(), "1 use cologne", "1 build berlin")
    assert twin.host[4:6] == [FREE, 1]
    play(state, "1 build cologne")
    assert state.phase == phases.PREPARING
    assert state.host[4:6] == [1, 1]


@shows("N32")
def test_a_record_of_the_rules_before_asks_again_in_the_simplified_version(monkeypatch):
    state, shown = in_round_two({0: ["cologne"]})
    monkeypatch.setattr(MODEL, "rules", 1)
    state.host[4], state.city[4] = FREE, city("cologne")
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}")
    assert state.served == 0


@shows("N7")
def test_an_own_service_point_that_is_built_later_in_the_step_ends_the_rent():
    held = {0: ["berlin-cologne-paris"], 1: ["hamburg-berlin-warsaw"]}
    shown = ["brussels-cologne-berlin", "warsaw-berlin-cologne"]
    state = taking(shown, held, posts={0: ["berlin"]}, players=2)
    play(state, f"0 take {shown[0]}", f"1 take {shown[1]}", "1 rent berlin", "1 build warsaw")
    assert state.points == [0, 0]
    assert state.host[4:6] == [1, 1]


@shows("7f", "N7")
def test_the_own_service_point_that_serves_a_route_stands_on_it():
    state = taking(WEST, {0: [], 1: []}, posts={0: ["cologne", "milan"]}, players=2)
    state.plus[0] = 1 << city("milan")
    play(state, "0 take berlin-cologne-paris")
    assert (state.host[0], state.city[0]) == (0, city("cologne"))


@shows("7d")
def test_rent_is_paid_on_the_first_route_of_the_pack_too():
    assert route("vienna-munich-paris") == 0
    held = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"]}
    state = table(held, players=2, posts={1: ["munich"]})
    state.lap, state.turn, state.served, state.phase = 1, 0, 0, phases.SERVING
    play(state, "0 rent munich")
    assert state.points == [-1, 1]


@shows("N7")
def test_of_two_foreign_service_points_the_renter_chooses():
    held = {0: ["berlin-cologne-paris"], 1: [], 2: ["milan-munich"]}
    posts = {0: ["berlin"], 2: ["munich"]}
    state = taking(["zurich-munich-berlin"], held, posts=posts, number=0)
    state.lap, state.turn = 1, 1
    play(state, "1 take zurich-munich-berlin")
    assert legal(state, 1, "rent") == ["rent munich", "rent berlin"]


@shows("N12")
def test_a_route_that_no_service_point_can_be_had_for_carries_nobody():
    state = taking(WEST, players=2)
    state.money[0] = 4
    play(state, "0 take berlin-cologne-paris")
    assert refused(state, 0, "idle") == "must-exchange"
    state.exchanged = 1
    twin = state.copy()
    twin.money[0] = 5
    assert refused(twin, 0, "idle") == "must-serve"
    assert legal(state, 0) == ["idle"]
    play(state, "0 idle")
    assert (state.host[0], state.city[0]) == (NOBODY, -1)
    state.train[0] = 0
    row = row_of(state, 0, 0)
    assert row.wagons == 0
    assert row.travel == MODEL.travel[route("berlin-cologne-paris")]


@shows("N12")
def test_each_player_has_an_exchange_of_their_own_to_make_before_a_route_carries_nobody():
    state = taking(WEST, {0: [], 1: []}, players=2)
    state.lap, state.turn, state.money[1], state.exchanged = 1, 1, 4, 0b01
    play(state, "1 take berlin-cologne-paris")
    assert refused(state, 1, "idle") == "must-exchange"
    state.exchanged = 0b10
    assert legal(state, 1) == ["idle"]
    play(state, "1 idle")


@shows("16e", "N27")
def test_a_service_professional_uses_one_station_for_nothing():
    held = {0: ["berlin-cologne-paris", "brussels-cologne-berlin"], 1: ["hamburg-cologne-paris"]}
    shown = ["warsaw-berlin-cologne", "zurich-munich-berlin"]
    posts = {0: ["cologne", "berlin"]}
    state = taking(["vienna-munich-paris", *shown], held, posts=posts, players=2, number=1)
    hold(state, 1, "service-professional-1")
    state.lap, state.turn = 1, 1
    play(state, f"1 take {shown[0]}", "1 use cologne")
    assert refused(state, 1, "use berlin") == "professional-elsewhere"
    play(state, "1 use cologne")
    assert state.points == [0, 0]
    assert [one["free"] for one in state.view(0)["seats"][1]["routes"]] == [True, True]
    assert state.held[1], "the card stays as a reminder"


@shows("N30")
def test_there_are_markers_for_four_routes_of_two_sections_each():
    """Eight would be enough for eight sections; with three or more routes of one nothing stops."""
    names = ["vienna-munich-paris", "vienna-munich-berlin", "zurich-munich-berlin", "milan-munich"]
    assert sum(table({0: names}).load) == 7


@pytest.mark.parametrize("players", GAME.players)
def test_rents_are_always_paid_to_somebody(players):
    state = play_out(GAME, players, Random(players)).state
    assert sum(state.other[: 4 * players]) == 0
