"""Setting up, goals, and step 1: routes and sharing."""

from __future__ import annotations

import pytest

from games.kernel import CHANCE
from games.night_express import phases
from games.night_express.evaluation import passengers
from games.night_express.sharing import loss
from tests.games.night_express.positions import (
    GAME,
    MODEL,
    legal,
    play,
    refused,
    route,
    shows,
    table,
    taking,
)


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
