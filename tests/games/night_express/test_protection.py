"""Specialists who protect a route when others share its sections. Source: Step 6."""

from __future__ import annotations

import pytest

from games.night_express import phases
from games.night_express.sharing import loss
from tests.games.night_express.positions import (
    MODEL,
    hold,
    legal,
    play,
    refused,
    route,
    shows,
    taking,
)


def guarded(**options):
    """Seat 0 has Vienna - Munich - Paris and a loyal customer; seat 1 takes a route that shares."""
    held = {0: ["vienna-munich-paris"], 1: ["milan-munich"], 2: ["warsaw-berlin-cologne"]}
    state = taking(["vienna-munich-berlin", "budapest-vienna-munich"], held, **options)
    hold(state, 0, "customer-loyalty-1")
    state.lap, state.turn = 1, 1
    return state


@shows("16c", "N26")
def test_customer_loyalty_keeps_the_losses_that_there_were():
    state = play(guarded(), "1 take vienna-munich-berlin")
    assert legal(state, 0) == ["protect S1", "waive", "exchange"]
    assert refused(state, 0, "build paris") == "loyalty-first"
    assert refused(state, 0, "protect S2") == "no-route"
    play(state, "0 protect S1")
    assert state.safe[0]
    assert state.loss[0] == 0
    assert state.loss[5] > 0, "the route that came does lose"
    assert state.held[0] == ()
    assert state.turn == 1


@shows("16c", "N26")
def test_past_losses_stay_and_a_protected_route_is_not_protected_again():
    held = {0: ["vienna-munich-paris", "warsaw-berlin-cologne"], 1: ["budapest-vienna-munich"]}
    state = taking(["vienna-munich-berlin"], held, players=3, number=1)
    hold(state, 0, "customer-loyalty-1", "customer-loyalty-2")
    state.lap, state.turn = 1, 1
    assert state.loss[0] == 2
    play(state, "1 take vienna-munich-berlin")
    assert state.loss[0] == 3
    assert refused(state, 0, "protect S2") == "loses-nothing"
    twin = play(state.copy(), "0 protect S1")
    assert twin.loss[0] == 2
    state.safe[0] = True
    assert refused(state, 0, "protect S1") == "protected"


@shows("16c")
def test_who_waives_loses_and_keeps_the_card():
    state = play(guarded(), "1 take vienna-munich-berlin", "0 waive")
    assert state.loss[0] == 2
    assert state.held[0]


@shows("16c", "N26")
@pytest.mark.parametrize("answer", ["waive", "protect S1"])
def test_the_players_with_loyal_customers_are_asked_in_turn_order_after_the_taker(answer):
    held = {0: ["vienna-munich-paris"], 1: ["milan-munich"], 2: ["budapest-vienna-munich"]}
    state = taking(["vienna-munich-berlin"], held)
    hold(state, 0, "customer-loyalty-1")
    hold(state, 2, "customer-loyalty-2")
    state.lap, state.turn = 1, 1
    play(state, "1 take vienna-munich-berlin")
    assert (state.phase, state.turn) == (phases.GUARDING, 2)
    play(state, f"2 {answer}")
    assert (state.phase, state.turn) == (phases.GUARDING, 0)
    play(state, f"0 {answer}")
    assert (state.phase, state.turn) == (phases.SERVING, 1)


@shows("6", "16c")
@pytest.mark.parametrize("trains", [4, 5])
def test_a_fourth_train_on_a_section_takes_nobody_from_the_others(trains):
    """No section of the house pack has four routes, but another pack may have one."""
    state = play(guarded(), "1 take vienna-munich-berlin")
    crowded = MODEL.route_sections[route("vienna-munich-paris")][0]
    for where in range(9, 9 + trains - state.load[crowded]):
        state.route[where] = route("vienna-munich-berlin")
    state.load[crowded] = trains
    state.loss[0] = loss(state, state.route[0])
    assert refused(state, 0, "protect S1") == "loses-nothing"


@shows("16d", "N26")
def test_an_expansion_specialist_frees_the_newest_route_of_losses():
    state = guarded()
    state.held[0] = ()
    hold(state, 1, "expansion-1")
    play(state, "1 take vienna-munich-berlin")
    assert legal(state, 1) == ["expand", "waive", "exchange"]
    assert refused(state, 1, "build berlin") == "expansion-first"
    twin = play(state.copy(), "1 waive")
    assert twin.loss[5] > 0
    play(state, "1 expand")
    assert (state.loss[5], state.safe[5], state.held[1]) == (0, True, ())
    assert state.loss[0] == 2, "the route that was there loses as ever"


@shows("16d")
def test_an_expansion_specialist_is_not_asked_for_where_only_own_routes_are_shared():
    held = {0: ["milan-munich"], 1: ["vienna-munich-paris"], 2: ["warsaw-berlin-cologne"]}
    state = taking(["vienna-munich-berlin"], held)
    hold(state, 1, "expansion-1")
    state.lap, state.turn = 1, 1
    play(state, "1 take vienna-munich-berlin")
    assert state.phase == phases.SERVING
