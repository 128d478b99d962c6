"""Step 4: events, insurance, shared routes and the extra event."""

from __future__ import annotations

import pytest

from games.kernel import CHANCE
from games.night_express import phases
from games.night_express.adjudication import EVENTS
from games.night_express.evaluation import passengers, row_of
from tests.games.night_express.positions import (
    GAME,
    MODEL,
    legal,
    play,
    refused,
    shows,
    to_events,
    upgrading,
)

ROUTES = {0: ["vienna-munich-paris"], 1: ["vienna-munich-berlin"], 2: ["milan-munich"]}
TRAINS = {0: ["red-1"], 1: ["grey-1"], 2: ["grey-2"]}
POSTS = {0: ["paris"], 1: ["berlin"], 2: ["milan"]}


def dealing(routes=ROUTES, trains=TRAINS, insured=0, **more):
    """Step 4, with the starting player to be dealt the first card."""
    players = more.pop("players", len(routes))
    state = upgrading(
        routes,
        players=players,
        trains=trains,
        posts={seat: POSTS[seat] for seat in routes if seat in POSTS},
        **more,
    )
    to_events(state)
    state.insured = insured
    return state


def late(**more):
    """Step 4 of the third round: 0 and 1 share Vienna - Munich with their newest routes."""
    routes = {
        0: ["amsterdam-hamburg-berlin", "milan-zurich-paris", "vienna-munich-paris"],
        1: ["vienna-munich-berlin", "brussels-cologne-berlin", "budapest-vienna-munich"],
        2: ["milan-munich", "warsaw-berlin-cologne", "rome-milan-zurich"],
    }
    trains = {
        0: ["red-1", "red-4", "red-7"],
        1: ["grey-1", "grey-4", "grey-7"],
        2: ["grey-2", "grey-5", "grey-8"],
    }
    return dealing(routes, trains, **more)


@shows("14a", "N4")
def test_each_player_is_dealt_one_event_in_turn_order_for_the_newest_route():
    state = dealing()
    before = [passengers(state, where) for where in (0, 4, 8)]
    play(state, "chance event snow")
    assert state.turn == 0
    play(state, "chance event school-trip")
    play(state, "chance event award")
    assert (state.turn, state.phase) == (2, phases.GAINING)
    assert state.view(None)["event"] == "Award"
    assert [passengers(state, where) for where in (0, 4, 8)] == [
        before[0] - 2,
        before[1] + 3,
        before[2],
    ]
    assert refused(state, 2, "money") == "gain-first"
    assert state.refusal(2, GAME.parse("money")).rule == EVENTS
    money = state.money[2]
    twin = play(state.copy(), "2 gain points")
    assert twin.other[(1 * 3 + 2) * 4] == 3
    play(state, "2 gain money")
    assert state.money[2] >= money + 5
    assert state.view(None)["event"] == "", "no card lies there once it was dealt with"


@shows("14b")
@pytest.mark.parametrize(("version", "late_cards"), [("expert", True), ("simplified", False)])
def test_cards_of_rounds_three_and_four_come_to_the_experts_alone(version, late_cards):
    early = dealing(version=version)
    assert sorted(early.events) == sorted(MODEL.early)
    state = late(version=version)
    assert refused(early, CHANCE, "event storm") == "not-in-pile"
    assert ("event storm" in legal(state, CHANCE)) == late_cards
    assert len(state.events) == (40 if late_cards else 18)


@shows("14c")
@pytest.mark.parametrize(
    ("version", "players", "left"),
    [("simplified", 5, 18), ("simplified", 4, 14), ("expert", 5, 13)],
)
def test_played_cards_leave_the_game_or_are_shuffled_again(version, players, left):
    routes = {seat: [GAME.words.routes[n]] for seat, n in enumerate((0, 3, 6, 9, 12)[:players])}
    trains = {seat: [f"grey-{seat + 1}"] for seat in range(players)}
    state = dealing(routes, trains, players=players, version=version)
    while state.phase in (phases.TURNING, phases.GAINING):
        state.apply(state.actors()[0], state.legal_actions(state.actors()[0])[0])
    state.end_round()
    assert len(state.events) == left


@shows("14d", "N13")
def test_the_extra_event_goes_to_any_own_route():
    state = late(extra_event=True)
    play(state, "chance event subsidy", "chance event subsidy", "chance event good-press")
    assert state.phase == phases.TURNING, "a second card each"
    before = passengers(state, 1)
    play(state, "chance event snow")
    assert legal(state, 0) == ["apply S1", "apply S2", "apply S3", "exchange"]
    assert refused(state, 0, "apply S4") == "no-route"
    assert refused(state, 0, "money") == "apply-first"
    play(state, "0 apply S2")
    assert passengers(state, 1) == before - 2
    play(state, "chance event good-press")
    assert state.phase == phases.TURNING, "points need no route"
    first = dealing(extra_event=True)
    play(first, "chance event subsidy", "chance event subsidy", "chance event good-press")
    assert first.phase == phases.CALLING, "only from the third round on"
    plain = late(extra_event=True, version="simplified")
    assert not plain.extra_event


@shows("N33", "14f")
@pytest.mark.parametrize(
    ("card", "offered"), [("blame", ["S1", "S3"]), ("snow", ["S1", "S2", "S3"])]
)
def test_the_extra_shared_event_goes_to_a_shared_route_if_there_is_one(card, offered, monkeypatch):
    """Source: Step 4, "he MUST choose that route"."""
    routes = {
        0: ["vienna-munich-paris", "amsterdam-hamburg-berlin", "milan-munich"],
        1: ["vienna-munich-berlin", "brussels-cologne-berlin", "berlin-munich-milan"],
    }
    trains = {0: ["red-1", "red-4", "red-7"], 1: ["grey-1", "grey-4", "grey-7"]}
    state = dealing(routes, trains, players=2, extra_event=True)
    play(state, "chance event subsidy", "chance event subsidy", f"chance event {card}")
    assert legal(state, 0, "apply") == [f"apply {slot}" for slot in offered]
    if card == "blame":
        assert refused(state, 0, "apply S2") == "shared-first"
        monkeypatch.setattr(MODEL, "rules", 1)
        assert legal(state, 0, "apply") == ["apply S1", "apply S2", "apply S3"]


@shows("N33", "N28")
def test_without_a_shared_route_the_extra_shared_event_goes_to_any():
    routes = {
        0: ["vienna-munich-paris", "amsterdam-hamburg-berlin", "milan-zurich-paris"],
        1: ["warsaw-berlin-cologne", "brussels-cologne-berlin", "zurich-munich-berlin"],
    }
    trains = {0: ["red-1", "red-4", "red-7"], 1: ["grey-1", "grey-4", "grey-7"]}
    state = dealing(routes, trains, players=2, extra_event=True)
    play(state, "chance event subsidy", "chance event subsidy", "chance event blame")
    assert legal(state, 0, "apply") == ["apply S1", "apply S2", "apply S3"]
    play(state, "0 apply S2")
    assert state.points == [0, 0]


@shows("14e", "N6")
def test_locked_wagons_are_those_with_the_highest_windows_for_one_round():
    """As in the printed example: of 10 wagons one is locked, so 9 score."""
    state = dealing()
    assert passengers(state, 0) >= 10
    assert row_of(state, 0, 0).wagons == 11
    play(state, "chance event broken-heating")
    assert row_of(state, 0, 0).wagons == 9
    assert state.view(None)["seats"][0]["routes"][0]["locked"] == 1
    play(state, "chance event subsidy", "chance event subsidy")
    assert state.rows[0].wagons == 9
    assert state.locks == [0] * 12


@shows("14e", "N6")
def test_a_train_whose_wagons_are_all_locked_carries_nobody():
    state = dealing()
    state.locks[0] = 99
    assert row_of(state, 0, 0).wagons == 0


@shows("14e", "N17")
def test_passengers_come_back_after_the_evaluation_and_are_never_less_than_none():
    state = dealing()
    state.loss[0], state.safe[0] = 12, True
    play(state, "chance event strike")
    assert (passengers(state, 0), row_of(state, 0, 0).wagons) == (0, 0)
    play(state, "chance event subsidy", "chance event subsidy")
    assert state.extra == [0] * 12


@shows("14e", "N14", "N21")
def test_points_and_money_are_settled_at_once_as_far_as_there_is_money():
    state = dealing()
    state.money[1] = 3
    play(state, "chance event late-arrival", "chance event repair-bill")
    assert state.points == [-2, 0, 0]
    assert state.money[1] == 0
    assert state.other[3 * 4] == -2


@shows("12i", "N25")
@pytest.mark.parametrize(
    ("card", "harm"),
    [("snow", True), ("broken-heating", True), ("late-arrival", True), ("repair-bill", True),
     ("festival", False), ("subsidy", False), ("good-press", False)],
)  # fmt: skip
def test_insurance_cancels_what_is_to_the_bad(card, harm):
    def effect(insured):
        state = dealing(insured=insured)
        before = (passengers(state, 0), state.points[0], state.money[0], state.locks[0])
        play(state, f"chance event {card}")
        return before != (passengers(state, 0), state.points[0], state.money[0], state.locks[0])

    assert effect(0)
    assert effect(1) == (not harm)
    assert effect(2), "the insurance of another player is of no use"


@shows("14f")
def test_a_shared_event_must_use_a_shared_route_of_any_round():
    state = play(late(), "chance event blame")
    assert state.phase == phases.HITTING
    assert legal(state, 0) == ["hit 1 S1", "hit 1 S3", "exchange"]
    assert refused(state, 0, "hit 1 S2") == "not-shared"
    assert refused(state, 0, "hit 0 S1") == "own-route"
    assert refused(state, 0, "hit 1 S4") == "no-route"
    assert refused(state, 0, "hit 5 S1") == "no-route"
    assert refused(state, 0, "money") == "share-first"
    play(state, "0 hit 1 S1")
    assert state.points == [0, -2, 0]


@shows("14f", "N25")
def test_both_players_of_a_shared_event_are_touched_but_for_who_is_insured():
    for insured, changed in ((0, (-2, -2)), (0b10, (-2, 0)), (0b1, (0, -2))):
        state = play(late(insured=insured), "chance event works-ahead")
        before = passengers(state, 2), passengers(state, 6)
        play(state, "0 hit 1 S3")
        after = passengers(state, 2), passengers(state, 6)
        assert (after[0] - before[0], after[1] - before[1]) == changed


@shows("N28")
def test_a_shared_event_with_one_shared_route_needs_no_choice_and_with_none_has_no_effect():
    state = late()
    play(state, "chance event shared-costs", "0 hit 1 S1")
    money = state.money[:]
    play(state, "chance event joint-fame")
    assert state.points == [1, 2, 0], "seat 1 shares its newest route with seat 0's alone"
    assert state.phase == phases.TURNING
    play(state, "chance event works-ahead")
    assert state.phase == phases.CALLING
    assert [row.wagons for row in state.rows if row.player == 2 and row.route == 2]
    assert money[0] == 33 + 6
    assert money[1] == 30 + 6 - 3


@shows("14g")
def test_protection_from_sharing_is_none_from_events():
    state = dealing()
    state.safe[0] = True
    before = passengers(state, 0)
    play(state, "chance event snow")
    assert passengers(state, 0) == before - 2
