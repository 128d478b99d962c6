"""Setting up, goals, and step 1: routes, sharing and service points."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel import CHANCE
from games.night_express import phases
from games.night_express.evaluation import passengers, row_of
from games.night_express.sharing import FREE, NOBODY, loss
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


@shows("1")
@pytest.mark.parametrize(
    ("players", "cards", "goals", "fields"), [(2, 16, 8, 7), (3, 24, 12, 12), (6, 32, 16, 17)]
)
def test_the_number_of_players_says_what_is_in_play(players, cards, goals, fields):
    state = GAME.new(players)
    assert len(state.routes) == cards
    assert len(state.goals) == goals
    assert len(MODEL.spaces[players]) == fields
    assert state.money == [30] * players


@shows("1")
def test_it_is_for_two_to_six_players_with_its_own_options():
    for players in (1, 7):
        with pytest.raises(ValueError, match="2 to 6 players"):
            GAME.new(players)
    with pytest.raises(ValueError, match="version"):
        GAME.new(2, version="easy")
    with pytest.raises(ValueError, match="no option"):
        GAME.new(2, snow=True)


@shows("N1")
def test_the_first_starting_player_is_drawn():
    state = GAME.new(3)
    assert legal(state, CHANCE) == ["lot 0", "lot 1", "lot 2"]
    assert refused(state, CHANCE, "lot 3") == "no-seat"
    assert play(state, "chance lot 2").start == 2


@shows("2", "N10", "N15")
@pytest.mark.parametrize("version", ["expert", "simplified"])
def test_of_two_secret_goals_one_is_kept(version):
    state = GAME.new(2, version=version)
    play(state, "chance lot 1", "chance goal capital", "chance goal rhine")
    assert legal(state, 1, "keep") == ["keep capital", "keep rhine"]
    assert refused(state, 1, "keep alpine") == "not-dealt"
    assert state.view(1)["goals_dealt"] == ["capital", "rhine"]
    assert state.view(0)["goals_dealt"] == []
    play(state, "1 keep rhine")
    assert state.view(1)["seats"][1]["goal"] == "rhine"
    assert state.view(0)["seats"][1]["goal"] == state.view(None)["seats"][1]["goal"] == "secret"
    play(state, "chance goal thrift", "chance goal alpine")
    assert legal(state, 0, "keep") == ["keep alpine", "keep thrift"]


@shows("3")
def test_the_next_round_is_begun_by_the_next_player():
    state = table({seat: [] for seat in range(3)})
    state.round, state.start = 0, 2
    state.end_round()
    assert (state.round, state.start) == (1, 0)
    state.starter = 2
    state.end_round()
    assert (state.round, state.start, state.starter) == (2, 2, -1)


@shows("4")
@pytest.mark.parametrize(("players", "shown"), [(2, 4), (3, 5), (5, 7), (6, 7)])
def test_two_cards_more_than_players_are_shown_and_one_is_taken(players, shown):
    state = taking([], {0: []}, players=players)
    assert len(state.shown) == shown
    left = sorted(state.routes)
    first = state.shown[0]
    assert refused(state, 0, str(MODEL.take[left[0]])) == "not-shown"
    assert refused(state, 0, "money") == "must-take"
    play(state, f"0 {MODEL.take[first]}")
    assert first not in state.shown
    while state.phase in (phases.TAKING, phases.SERVING):
        state.apply(state.turn, state.legal_actions(state.turn)[0])
    assert state.shown == []
    assert sorted(state.routes) == left, "what nobody took is out of the game"


@shows("5", "6")
def test_the_printed_example_of_a_shared_route():
    """Vienna - Munich - Paris has 11 passengers; Vienna - Munich is shared, which costs 2."""
    state = taking(["vienna-munich-paris"], {0: [], 1: ["budapest-vienna-munich"]}, posts={1: []})
    state.round = 1
    play(state, "0 take vienna-munich-paris")
    assert MODEL.pack.routes[route("vienna-munich-paris")].passengers == 11
    assert state.loss[1] == 2
    assert passengers(state, 1) == 9
    green = MODEL.pack.routes[route("budapest-vienna-munich")]
    assert state.loss[4] == green.losses[1][2], "each card loses what it prints itself"


@shows("5")
def test_travel_time_is_worth_three_to_minus_two_points():
    hours = {one.hours: MODEL.travel[n] for n, one in enumerate(MODEL.pack.routes)}
    assert hours == {7: 3, 8: 2, 9: 1, 10: 0, 11: -1, 12: -2}


@shows("6", "N18")
def test_three_trains_cost_the_other_number_and_own_ones_count():
    card = MODEL.pack.routes[route("vienna-munich-paris")]
    names = ["vienna-munich-paris", "vienna-munich-berlin", "budapest-vienna-munich"]
    for count in (1, 2, 3):
        state = table({0: names[:count]})
        assert state.loss[0] == card.losses[0][min(count, 3)]
    assert card.losses[0] == (0, 0, 2, 3)
    apart = table({0: names[:1], 1: names[1:2], 2: names[2:]})
    assert apart.loss[0] == 3
    crowded = MODEL.route_sections[route(names[0])][0]
    apart.load[crowded] = 4  # a pack may have a section of four routes
    assert loss(apart, route(names[0])) == 3, "a card prints its losses for 3 trains or more"


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


@shows("16f")
def test_the_simplified_version_has_none_of_three_specialists():
    names = {MODEL.pack.specialists[card].effect for pile in MODEL.piles[False] for card in pile}
    experts = {MODEL.pack.specialists[card].effect for pile in MODEL.piles[True] for card in pile}
    assert len(experts - names) == 3
    assert {card for pile in MODEL.piles[True] for card in pile} == set(
        range(len(MODEL.specialist))
    )


def test_cards_come_from_their_piles_and_nobody_chooses_them():
    state = GAME.new(2)
    play(state, "chance lot 0")
    assert refused(state, CHANCE, "goal north") == "not-in-pile"
    assert refused(state, CHANCE, "lot 0") == "not-now"
    assert refused(state, 0, "goal capital") == "not-your-turn"
    state = table({0: []}, players=2)
    state.phase = phases.TAKING
    assert refused(state, 0, "reveal milan-munich") == "not-a-choice"


def test_a_player_out_of_turn_reads_what_the_game_waits_for():
    def text(state, player):
        return state.refusal(player, GAME.parse("exchange")).text

    state = GAME.new(3)
    assert text(state, 0) == "A card must be dealt or a lot drawn first."
    state = table({0: []})
    state.phase = phases.TAKING
    assert text(state, 1) == "It is another player's turn."
    state.phase, state.owing = phases.BIDDING, (0, 2)
    waits = "Only players who have no train and have not bid yet may bid for this one."
    assert text(state, 1) == waits


@pytest.mark.parametrize("players", GAME.players)
def test_rents_are_always_paid_to_somebody(players):
    state = play_out(GAME, players, Random(players)).state
    assert sum(state.other[: 4 * players]) == 0
