"""Step 3: pawns on the upgrade board."""

from __future__ import annotations

from games.night_express import phases
from games.night_express.evaluation import passengers, row_of
from games.night_express.upgrades import begin
from tests.games.night_express.positions import (
    MODEL,
    city,
    hold,
    legal,
    options,
    play,
    refused,
    serve,
    shows,
    train,
    upgrading,
)

ROUTES = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"], 2: ["milan-munich"]}
TRAINS = {0: ["red-1"], 1: ["yellow-1"], 2: ["grey-1"]}
POSTS = {0: ["munich", "paris"], 1: ["cologne"], 2: ["milan"]}


def board(players=3, **more):
    """Step 3 of the first round; red-1 has places and placeholders for nearly all."""
    keys = range(players)
    return upgrading(
        {seat: ROUTES.get(seat, []) for seat in keys},
        players=players,
        trains={seat: TRAINS[seat] for seat in keys if seat in TRAINS},
        posts={seat: POSTS[seat] for seat in keys if seat in POSTS},
        **more,
    )


@shows("12a")
def test_pawns_are_placed_in_turn_order_and_then_in_reverse():
    state, order = board(), []
    while state.phase == phases.UPGRADING:
        order.append(state.turn)
        play(state, f"{state.turn} money")
    assert order == [0, 1, 2, 2, 1, 0]


@shows("12b")
def test_one_pawn_is_on_a_field_and_the_colours_go_by_the_players():
    state = play(board(), "0 insure yellow")
    assert refused(state, 1, "insure yellow") == "occupied"
    assert refused(state, 1, "insure blue") == "not-in-use"
    assert refused(board(players=2), 0, "insure green") == "not-in-use"
    play(state, "1 insure green")
    assert state.money[:2] == [28, 27]
    assert state.view(None)["fields_taken"] == ["insure yellow", "insure green"]
    assert refused(state, 2, "done") == "must-act"


@shows("12b", "12e")
def test_a_field_that_is_taken_is_named_by_action_and_colour_whatever_was_done_there():
    state = play(board(), "0 service yellow munich", "1 special yellow S1 dining", "2 money")
    assert state.view(None)["fields_taken"] == ["special yellow", "service yellow"]


@shows("12c", "N31")
def test_the_next_starting_player_is_chosen_with_the_second_pawn_and_for_nothing():
    state = board()
    assert refused(state, 0, "starter") == "second-pawn"
    play(state, "0 money", "1 money", "2 money", "2 starter")
    assert (state.starter, state.money[2]) == (2, 33)
    assert refused(state, 1, "starter") == "occupied"
    assert state.start == 0, "it takes effect in the next round"
    last = board()
    last.round, last.lap = 3, 3
    last.turn = 2
    assert "starter" in legal(last, 2)


@shows("12d", "N3", "N29")
def test_special_wagons_need_a_place_and_one_is_placed_at_a_time():
    state = board()
    assert legal(state, 0, "special") == [
        "special yellow S1 dining",
        "special yellow S1 auto",
        "special green S1 auto",
    ]
    play(state, "0 special yellow S1 dining")
    assert state.money[0] == 30 - MODEL.pack.specials[0].price
    assert row_of(state, 0, 0).special == MODEL.pack.specials[0].points
    assert passengers(state, 0) > 0
    state.turn, state.lap = 0, 5
    play(state, "0 special green S1 auto")
    both = sum(marker.points for marker in MODEL.pack.specials)
    assert row_of(state, 0, 0).special == both
    again = board()
    again.special[0] = 6
    assert refused(again, 0, "special yellow S1 dining") == "no-placeholder"
    assert refused(again, 0, "special yellow S2 dining") == "no-route"
    again.turn, again.lap = 2, 2
    assert refused(again, 2, "special yellow S1 dining") == "no-placeholder"


@shows("12d")
def test_special_wagons_score_without_passengers():
    state = board()
    state.special[0], state.loss[0], state.safe[0] = 3, 99, True
    row = row_of(state, 0, 0)
    assert (row.wagons, row.special) == (0, MODEL.pack.specials[0].points)


@shows("12d")
def test_automobiles_do_not_go_with_high_speed():
    state = board()
    state.train[0] = fast = next(
        n for n, one in enumerate(MODEL.pack.trains) if one.cls == 0 and one.options & 8
    )
    state.special[0] = 1
    assert MODEL.placeholders[fast] & options("hsp")
    assert refused(state, 0, "option yellow S1 hsp") == "not-with-cars"
    state.special[0], state.options[0] = 0, options("hsp")
    assert refused(state, 0, "special yellow S1 auto") == "not-with-hsp"
    play(state, "0 special yellow S1 dining")


@shows("12e")
def test_a_service_point_plus_is_worth_two_points_a_route_to_its_owner_alone():
    """As in the rulebook: two upgraded stations of one route are worth 2 points, not 4."""
    state = play(board(), "0 service yellow munich")
    assert refused(state, 1, "service yellow munich") == "occupied"
    assert refused(state, 1, "service green munich") == "not-own"
    state.turn, state.lap = 0, 5
    assert refused(state, 0, "service green munich") == "upgraded"
    play(state, "0 service green paris")
    serve(state, 0)
    assert row_of(state, 0, 0).service == 2
    tenant = board()
    tenant.plus[0], tenant.host[8], tenant.city[8] = 1 << city("munich"), 0, city("munich")
    assert row_of(tenant, 2, 0).service == 0


@shows("12f")
def test_advertising_brings_two_passengers_on_yellow_one_elsewhere_and_two_in_all():
    state = board()
    before = passengers(state, 0)
    play(state, "0 advertise yellow S1")
    assert passengers(state, 0) == before + 2
    state.turn, state.lap = 0, 5
    assert refused(state, 0, "advertise green S1") == "advertised"
    other = play(board(), "0 advertise green S1")
    assert other.ads[0] == 1
    other.turn, other.lap = 0, 5
    play(other, "0 advertise yellow S1")
    assert other.ads[0] == 2
    assert refused(board(), 0, "advertise green S3") == "no-route"


@shows("12g", "N2")
def test_an_option_needs_its_placeholder_and_a_pawn_places_one():
    state = board()
    state.train[0] = train("red-2")
    there = MODEL.placeholders[state.train[0]]
    names = [one.split()[-1] for one in legal(state, 0, "option") if " yellow " in one]
    assert options(*names) == there
    assert len({str(one).split()[-1] for one in MODEL.upgrades[10][0]}) == 4
    assert len(MODEL.upgrades[11][0]) == len(MODEL.upgrades[12][0]) == 2
    missing = next(name for name in ("wifi", "saving", "interior", "hsp") if name not in names)
    assert refused(state, 0, f"option yellow S1 {missing}") == "no-placeholder"
    assert refused(state, 0, "option yellow S4 wifi") == "no-route"
    play(state, f"0 option yellow S1 {names[0]}")
    assert state.options[0] == options(names[0])
    assert state.turn == 1
    state.turn, state.lap = 0, 5
    state.taken = 0
    assert refused(state, 0, f"option yellow S1 {names[0]}") == "has-option"


@shows("12h")
def test_high_speed_counts_on_a_route_with_the_mark_and_for_beginners_on_any():
    mixed = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"]}
    found = []
    for version in ("expert", "simplified"):
        state = upgrading(mixed, players=2, trains={0: ["red-2"], 1: ["red-1"]}, version=version)
        state.options[0] = state.options[4] = options("hsp")
        found.append((row_of(state, 0, 0).options, row_of(state, 1, 0).options))
    assert found == [(3, 0), (3, 3)]


@shows("12i")
def test_nobody_is_insured_twice():
    state = play(board(), "0 insure yellow")
    state.turn, state.lap = 0, 5
    assert refused(state, 0, "insure green") == "insured"
    assert state.view(None)["seats"][0]["insured"]


@shows("12j")
def test_any_number_of_pawns_gets_three_money():
    state = play(board(), "0 money", "1 money", "2 money", "2 money")
    assert state.money == [33, 33, 36]


@shows("12k", "13")
def test_what_cannot_be_paid_is_refused_and_points_may_be_exchanged_for_it():
    state = board()
    state.money[0] = 1
    assert refused(state, 0, "insure yellow") == "no-money"
    assert refused(state, 0, "special yellow S1 dining") == "no-money"
    assert refused(state, 0, "option yellow S1 wifi") == "no-money"
    assert refused(state, 0, "service yellow munich") == "no-money"
    assert legal(state, 0) == ["money", "exchange"]
    play(state, "0 exchange", "0 special yellow S1 dining")
    assert state.money[0] == 11 - MODEL.pack.specials[0].price


@shows("12k")
def test_actions_go_to_any_route_in_play_and_to_markers_at_the_exact_price():
    two = {
        0: ["vienna-munich-paris", "milan-zurich-paris"],
        1: ["milan-munich", "amsterdam-hamburg-berlin"],
    }
    state = upgrading(two, players=2, trains={0: ["red-1", "red-4"], 1: ["yellow-1", "yellow-4"]})
    assert legal(state, 0, "advertise") == ["advertise yellow S1", "advertise yellow S2"]
    state.money[0] = MODEL.pack.specials[1].price
    assert legal(state, 0, "special") == ["special yellow S1 auto", "special yellow S2 auto"]
    state.money[0] = MODEL.pack.options[0].price
    assert "option yellow S1 wifi" in legal(state, 0)
    state.money[0] = 5
    assert "advertise yellow S1" in legal(state, 0)


@shows("N11")
def test_an_all_rounder_enters_an_occupied_field_once():
    state = board()
    hold(state, 1, "all-rounder-1")
    play(state, "0 insure yellow", "1 insure yellow")
    assert state.insured == 0b11
    assert state.held[1] == ()
    state.turn, state.lap = 1, 4
    state.insured = 0
    assert refused(state, 1, "insure yellow") == "occupied"
    kept = board()
    hold(kept, 1, "all-rounder-1")
    play(kept, "0 money", "1 insure yellow")
    assert kept.held[1], "it is not used up on a free field"
    twice = board()
    hold(twice, 0, "all-rounder-1")
    play(twice, "0 money", "1 money", "2 money", "2 money", "1 money", "0 money")
    assert twice.held[0]


def test_a_rebate_is_taken_off_what_is_paid_in_this_step():
    state = board()
    hold(state, 0, "buyer", "engineer")
    state.money[0] = 4
    assert "special yellow S1 dining" in legal(state, 0)
    play(state, "0 special yellow S1 dining")
    assert state.money[0] == 0
    begin(state)
    state.money[0] = 0
    play(state, "0 insure yellow")
    assert state.money[0] == 0, "nothing is paid back"
