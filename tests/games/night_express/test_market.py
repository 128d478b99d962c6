"""Step 2: trains are looked after, bid for, bought and leased."""

from __future__ import annotations

import pytest

from games.kernel import CHANCE
from games.night_express import phases
from games.night_express.evaluation import passengers, row_of
from tests.games.night_express.positions import (
    GAME,
    MODEL,
    hold,
    legal,
    options,
    play,
    preparing,
    refused,
    route,
    shows,
    train,
)

ONE = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"], 2: ["milan-munich"]}
TWO = {
    0: ["vienna-munich-paris", "amsterdam-hamburg-berlin"],
    1: ["warsaw-berlin-cologne", "milan-munich"],
}
THREE = {
    0: ["vienna-munich-paris", "amsterdam-hamburg-berlin", "milan-zurich-paris"],
    1: ["warsaw-berlin-cologne", "milan-munich", "brussels-paris-zurich"],
}


def bidding(routes=ONE, money=(30, 30, 30), **more):
    state = preparing(routes, players=len(routes), **more)
    state.money[:] = money[: len(routes)]
    for seat in range(len(routes)):
        play(state, f"{seat} done")
    return state


def owners(state):
    """Who has which train of the round, by seat."""
    trains = MODEL.pack.trains
    slots = range(state.round, len(state.train), 4)
    return [trains[state.train[where]].id if state.train[where] >= 0 else "" for where in slots]


@shows("8a")
def test_the_dearest_train_is_up_first_and_bids_are_sealed():
    state = bidding()
    prices = [MODEL.price[one] for one in state.offer]
    assert prices == sorted(prices, reverse=True)
    assert state.actors() == (0, 1, 2)
    play(state, "1 bid 3")
    assert state.actors() == (0, 2)
    assert [one["bid"] for one in state.view(0)["seats"]] == ["", "sealed", ""]
    assert [one["bid"] for one in state.view(1)["seats"]] == ["", "3", ""]
    assert refused(state, 1, "bid 5") == "not-your-turn"
    assert refused(state, 0, "buy") == "must-bid"


@shows("8a", "N20")
def test_nobody_bids_more_than_they_have_and_the_price_need_not_be_there():
    state = bidding(money=(6, 2, 0))
    assert legal(state, 0, "bid") == ["bid X", "bid 0", "bid 1", "bid 3", "bid 5"]
    assert legal(state, 2, "bid") == ["bid X", "bid 0"]
    assert refused(state, 0, "bid 7") == "no-money"
    play(state, "0 bid 5", "1 bid 1", "2 bid 0")
    assert state.turn == 0
    assert state.money[0] == 1
    assert refused(state, 0, "buy") == "no-money"
    assert legal(state, 0) == ["lease", "exchange"]


@shows("8b", "9a")
def test_the_winner_pays_the_bid_at_once_and_then_the_price_or_leases():
    state = play(bidding(), "0 bid 3", "1 bid 5", "2 bid X")
    up = state.pending
    assert (state.turn, state.phase) == (1, phases.PAYING)
    assert state.money == [30, 25, 30]
    assert refused(state, 1, "done") == "must-pay"
    assert state.view(None)["train"] == MODEL.pack.trains[up].id
    bought = play(state.copy(), "1 buy")
    assert bought.money[1] == 25 - MODEL.price[up]
    assert not bought.leased[4]
    leased = play(state, "1 lease")
    assert leased.money[1] == 25
    assert leased.leased[4]
    assert row_of(leased, 1, 0).lease == -MODEL.lease_rate[up]
    assert row_of(bought, 1, 0).lease == 0


@shows("8c")
def test_lots_are_drawn_between_equal_bids():
    state = play(bidding(), "0 bid 3", "1 bid 7", "2 bid 7")
    assert legal(state, CHANCE) == ["lot 1", "lot 2"]
    assert refused(state, CHANCE, "lot 0") == "not-equal"
    play(state, "chance lot 2")
    assert (state.turn, state.money) == (2, [30, 30, 23])


@shows("8d")
def test_a_bid_of_0_takes_the_train_when_nobody_bids_more():
    state = play(bidding(), "0 bid X", "1 bid 0", "2 bid X")
    assert (state.turn, state.money[1]) == (1, 30)
    assert refused(state, 1, "bid X") == "must-pay"


@shows("8e")
def test_who_has_no_train_bids_on_and_the_trains_left_are_offered_again():
    state = bidding()
    offer = state.offer[:]
    play(state, "0 bid 1", "1 bid X", "2 bid X", "0 lease")
    assert state.actors() == (1, 2)
    for _ in offer[1:]:
        assert state.offer[state.at] != offer[0]
        play(state, "1 bid X", "2 bid X")
    assert state.offer[state.at] == offer[1], "one was sold, so the others are offered again"
    play(state, "1 bid 0", "2 bid X", "1 lease", "2 bid 0", "2 lease")
    assert state.phase == phases.UPGRADING
    assert owners(state) == [MODEL.pack.trains[one].id for one in offer[:3]]
    assert state.offer == []


@shows("N19")
def test_trains_that_nobody_wants_are_chosen_in_turn_order():
    state = bidding()
    cheapest = state.offer[-1]
    while state.phase == phases.BIDDING:
        play(state, "0 bid X", "1 bid X", "2 bid X")
    assert (state.phase, state.turn) == (phases.CHOOSING, 0)
    assert refused(state, 0, "lease") == "must-choose"
    assert refused(state, 0, "choose red-9") == "not-on-offer"
    play(state, f"0 {MODEL.choose[cheapest]}", "0 lease")
    assert (state.phase, state.turn, state.money[0]) == (phases.CHOOSING, 1, 30)
    assert refused(state, 1, f"{MODEL.choose[cheapest]}") == "not-on-offer"


@shows("N19")
def test_trains_that_nobody_wants_are_offered_once_more_and_then_chosen():
    """Source: Step 2, "remaining trains are bid for again"."""

    def unsold(state):
        offers = 0
        while state.phase == phases.BIDDING:
            offers += 1
            play(state, *(f"{seat} bid X" for seat in state.actors()))
        assert state.phase == phases.CHOOSING
        return offers

    state = bidding()
    count = len(state.offer)
    assert unsold(state) == 2 * count
    state = play(bidding(), "0 bid 0", "1 bid X", "2 bid X", "0 lease")
    assert unsold(state) == 3 * (count - 1), "the rest of this offer, and two more"


@shows("N19")
def test_a_bid_in_the_second_offer_begins_the_count_again():
    state = bidding()
    count = len(state.offer)
    for _ in range(count):
        play(state, "0 bid X", "1 bid X", "2 bid X")
    assert (state.phase, state.at) == (phases.BIDDING, 0), "the dearest once more"
    play(state, "0 bid 0", "1 bid X", "2 bid X", "0 lease")
    for _ in range(3 * (count - 1)):
        assert state.phase == phases.BIDDING
        play(state, "1 bid X", "2 bid X")
    assert (state.phase, state.turn) == (phases.CHOOSING, 1)


@shows("N19")
def test_a_record_of_the_rules_before_lets_trains_be_chosen_after_one_offer(monkeypatch):
    monkeypatch.setattr(MODEL, "unsold", GAME.with_rules(1).model.unsold)
    state = bidding()
    count = len(state.offer)
    for _ in range(count):
        play(state, "0 bid X", "1 bid X", "2 bid X")
    assert state.phase == phases.CHOOSING


@shows("N19")
def test_a_player_who_chose_the_first_train_of_the_pack_chooses_no_second_one():
    state = bidding()
    while state.phase == phases.BIDDING:
        play(state, "0 bid X", "1 bid X", "2 bid X")
    assert train("red-1") == 0
    play(state, "0 choose red-1", "0 lease")
    assert state.turn == 1


@shows("8a", "N20")
@pytest.mark.parametrize(("money", "bid"), [(5, "5"), (6, "5"), (0, "0"), (30, "10")])
def test_a_sealed_bid_that_is_dealt_again_is_one_that_can_be_paid(money, bid):
    state = play(bidding(money=(30, money, 30)), "1 bid X")
    highest = state.resample(0, lambda: 0.999)
    assert highest.view(1)["seats"][1]["bid"] == bid
    assert state.resample(0, lambda: 0.0).view(1)["seats"][1]["bid"] == "X"


@shows("9b", "N8")
def test_a_lease_is_bought_out_before_the_bidding():
    state = preparing(TWO, players=2, trains={0: ["red-1"], 1: ["yellow-1"]})
    state.leased[0] = True
    assert refused(state, 0, "buy out S2") == "no-train"
    play(state, "0 buy out S1")
    assert state.money[0] == 30 - MODEL.price[train("red-1")]
    assert refused(state, 0, "buy out S1") == "not-leased"
    assert refused(state, 0, "bid X") == "prepare-first"
    play(state, "0 done")
    state.leased[4], state.money[1] = True, MODEL.price[train("yellow-1")] - 1
    assert refused(state, 1, "buy out S1") == "no-money"


@shows("10a", "N8", "N24")
def test_a_yellow_train_becomes_a_grey_one_for_the_difference_or_the_higher_lease():
    state = preparing(TWO, players=2, trains={0: ["yellow-1"], 1: ["red-1"]})
    new = MODEL.upgrade_to[train("yellow-1")]
    state.special[0], state.options[0] = 4, MODEL.placeholders[train("yellow-1")]
    assert passengers(state, 0) == 11 - 2
    leased = state.copy()
    leased.leased[0] = True
    play(state, "0 upgrade S1")
    assert state.train[0] == new
    assert state.money[0] == 30 - (MODEL.price[new] - MODEL.price[train("yellow-1")])
    assert passengers(state, 0) == 11
    assert state.special[0] == 0, "a grey train has no place for special wagons"
    both = MODEL.placeholders[train("yellow-1")] & MODEL.placeholders[new]
    assert state.options[0] == both
    assert refused(state, 0, "upgrade S1") == "no-upgrade"
    assert refused(state, 0, "upgrade S2") == "no-train"
    play(leased, "0 upgrade S1")
    assert leased.money[0] == 30
    assert MODEL.lease_rate[new] > MODEL.lease_rate[train("yellow-1")]
    assert row_of(leased, 0, 0).lease == -MODEL.lease_rate[new]


@shows("10a")
def test_an_upgrade_that_cannot_be_paid_is_refused():
    state = preparing(TWO, players=2, trains={0: ["yellow-1"], 1: ["yellow-2"]})
    new = MODEL.upgrade_to[train("yellow-1")]
    more = MODEL.price[new] - MODEL.price[train("yellow-1")]
    state.money[0] = more - 1
    assert refused(state, 0, "upgrade S1") == "no-money"
    state.money[0] = more
    play(state, "0 upgrade S1")
    assert state.money[0] == 0


@shows("N24")
def test_a_cheaper_upgrade_train_gives_nothing_back():
    state = preparing(TWO, players=2, trains={0: ["yellow-1"], 1: ["yellow-2"]})
    prices = MODEL.price[:]
    try:
        MODEL.price[train("yellow-1")] = MODEL.price[MODEL.upgrade_to[train("yellow-1")]] + 3
        state.apply(0, MODEL.upgrade[0])
    finally:
        MODEL.price[:] = prices
    assert state.money[0] == 30


@shows("10b", "N23")
def test_swapped_trains_take_their_markers_with_them_and_leave_what_is_the_routes():
    state = preparing(THREE, players=2, trains={0: ["red-1", "yellow-1"], 1: ["grey-1", "grey-2"]})
    state.special[0], state.options[0], state.leased[0] = 3, options("wifi"), True
    state.ads[0], state.safe[0] = 2, True
    before = passengers(state, 0), passengers(state, 1)
    play(state, "0 swap S1 S2")
    assert state.train[:2] == [train("yellow-1"), train("red-1")]
    assert (state.special[:2], state.options[:2]) == ([0, 3], [0, options("wifi")])
    assert state.leased[:2] == [False, True]
    assert (state.ads[:2], state.safe[:2]) == ([2, 0], [True, False])
    assert (passengers(state, 0), passengers(state, 1)) == (before[0] - 4, before[1] + 4)


@shows("N16")
def test_trains_are_swapped_route_by_route():
    four = {0: [*THREE[0], "zurich-munich-berlin"], 1: [*THREE[1], "vienna-zurich-milan"]}
    trains = {0: ["red-1", "red-4", "red-7"], 1: ["grey-1", "grey-3", "grey-5"]}
    state = preparing(four, players=2, trains=trains)
    assert legal(state, 0, "swap") == ["swap S1 S2", "swap S1 S3", "swap S2 S3"]
    assert len(MODEL.swap) == 3, "the fourth route has no train to move"
    play(state, "0 swap S1 S3", "0 swap S2 S3")
    assert refused(state, 0, "swap S1 S2") == "settled"
    assert refused(state, 0, "swap S2 S3") == "settled"
    play(state, "0 done")
    assert legal(state, 1, "swap") == ["swap S1 S2", "swap S1 S3", "swap S2 S3"]
    early = preparing(THREE, players=2, trains={0: ["red-1", "red-4"], 1: ["grey-1", "grey-3"]})
    assert legal(early, 0, "swap") == ["swap S1 S2"]
    assert refused(early, 0, "swap S1 S3") == "no-train"


@pytest.mark.parametrize("move", ["upgrade S1", "swap S1 S2"])
@shows("10a", "10b")
def test_trains_are_neither_upgraded_nor_moved_in_the_simplified_version(move):
    trains = {0: ["yellow-1", "red-4"], 1: ["grey-1", "grey-3"]}
    state = preparing(THREE, players=2, trains=trains, version="simplified")
    assert refused(state, 0, move) == "expert-only"


@shows("11")
def test_trains_change_the_passengers_and_have_their_windows():
    found = {}
    for name in ("red-1", "grey-1", "yellow-1"):
        state = preparing(TWO, players=2, trains={0: [name], 1: ["red-2"]})
        state.posts[0], state.host[0] = 0, 0
        found[name] = (passengers(state, 0), row_of(state, 0, 0).wagons)
    red, grey, yellow = (MODEL.pack.classes[number].windows for number in range(3))
    assert found == {
        "red-1": (13, red[9]),
        "grey-1": (11, grey[10]),
        "yellow-1": (9, yellow[7]),
    }
    assert (red[8], red[9], yellow[6]) == (9, 11, 4), "as the printed example has them"
    assert (len(red), len(grey), len(yellow)) == (10, 12, 8)


@shows("N5", "13")
def test_points_are_exchanged_once_and_never_while_bids_are_sealed():
    state = preparing(ONE)
    state.points[0] = 2
    state.other[4 * (3 * 1)] = 2
    play(state, "0 exchange")
    assert (state.points[0], state.money[0]) == (-3, 40)
    assert refused(state, 0, "exchange") == "exchanged"
    play(state, "0 done", "1 done", "2 done")
    assert refused(state, 1, "exchange") == "sealed"
    play(state, "0 bid X", "1 bid 10", "2 bid X", "1 exchange")
    assert state.money[1] == 30
    hold(state, 1)


@shows("N21")
def test_points_can_fall_below_nothing():
    state = preparing(ONE)
    play(state, "0 exchange")
    assert state.points == [-5, 0, 0]
    assert route("milan-munich") in state.route
