"""Invariants of a position, and small helpers of the rules."""

from __future__ import annotations

import pytest

from games.night_express.market import keep_specials
from games.night_express.model import AUTO_CODE
from games.night_express.pack import HSP, LOYALTY
from games.night_express.sheet import EvaluationSheet
from games.night_express.specialists import discard
from tests.games.night_express.positions import MODEL, city, hold, shows, train, upgrading

ROUTES = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"]}


def table():
    return upgrading(ROUTES, players=2, trains={0: ["red-1"], 1: ["grey-1"]})


FAULTS = {
    "one service point at a station": lambda state: state.posts.__setitem__(
        slice(None), [1 << city("paris")] * 2
    ),
    "upgraded service points": lambda state: state.plus.__setitem__(0, 1),
    "service points": lambda state: state.posts.__setitem__(0, 31),
    "money": lambda state: state.money.__setitem__(1, -1),
    "points": lambda state: state.points.__setitem__(1, 1),
    "rents": lambda state: state.score_rent(0, 1),
    "goals": lambda state: state.goals.pop(),
    "routes": lambda state: state.routes.append(state.route[0]),
    "events": lambda state: state.events.extend(state.events[:] * 9),
    "sections": lambda state: state.load.__setitem__(0, 9),
    "trains": lambda state: state.train.__setitem__(0, state.train[4]),
    "special wagons": lambda state: state.special.__setitem__(4, 1),
    "options": lambda state: state.options.__setitem__(4, 15),
    "automobiles at high speed": lambda state: (
        state.special.__setitem__(0, AUTO_CODE),
        state.options.__setitem__(0, HSP),
    ),
    "advertising": lambda state: state.ads.__setitem__(0, 3),
    "specialists": lambda state: state.held.__setitem__(0, (0,) * 9),
    "passengers lost to sharing": lambda state: state.loss.__setitem__(0, 1),
    "markers without a train": lambda state: state.options.__setitem__(1, 1),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_is_none_of_this_game_is_found(fault):
    state = table()
    state.check()
    FAULTS[fault](state)
    with pytest.raises(AssertionError, match=fault):
        state.check()


def test_positions_are_equal_in_whatever_order_hidden_cards_lie():
    state = table()
    twin = state.copy()
    for bag in (twin.routes, twin.goals, twin.events, twin.pile):
        bag.reverse()
    assert twin.key() == state.key()
    twin.money[0] += 1
    assert twin.key() != state.key()
    state.money[1] += 1
    assert twin.key() != state.key(), "money lies in front of a seat"


@shows("N24")
def test_special_wagons_keep_their_places_dining_cars_first():
    assert [keep_specials(code, 2) for code in (0, 1, 2, 3, 4, 6)] == [0, 1, 2, 3, 4, 6]
    assert [keep_specials(code, 1) for code in (0, 1, 2, 3, 4, 6)] == [0, 1, 1, 3, 3, 3]
    assert [keep_specials(code, 0) for code in (0, 1, 4, 6)] == [0, 0, 0, 0]


@shows("16c")
def test_one_of_several_specialists_is_used_up():
    state = table()
    hold(state, 0, "banker", "customer-loyalty-1", "customer-loyalty-2", "minister")
    discard(state, 0, LOYALTY)
    names = [MODEL.pack.specialists[card].id for card in state.held[0]]
    assert names == ["banker", "customer-loyalty-2", "minister"]
    assert train("red-1") == state.train[0]


def test_a_fleet_has_32_to_48_wagons():
    fleet = next(f for f in EvaluationSheet(MODEL.numbers, expert=True).fields if f.name == "fleet")
    assert (fleet.low, fleet.high) == (32, 48)
