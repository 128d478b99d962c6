"""Step 5, step 6 and the end of the game."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel import CHANCE
from games.night_express import evaluation, goals, hiring, phases
from games.night_express.adjudication import HIRING
from games.night_express.evaluation import Row
from games.night_express.pack import AIMS, Aim
from games.testing import play_out
from tests.games.night_express.positions import (
    GAME,
    MODEL,
    calm,
    city,
    hold,
    legal,
    number,
    options,
    play,
    refused,
    route,
    shows,
    table,
    to_events,
    train,
    upgrading,
)

ROUTES = {0: ["vienna-munich-paris"], 1: ["warsaw-berlin-cologne"], 2: ["milan-munich"]}
TRAINS = {0: ["red-1"], 1: ["yellow-1"], 2: ["grey-1"]}
POSTS = {0: ["paris"], 1: ["cologne"], 2: ["milan"]}
FOUR = {
    0: ["vienna-munich-paris", "milan-zurich-paris", "amsterdam-hamburg-berlin", "milan-munich"],
    1: [
        "warsaw-berlin-cologne",
        "brussels-paris-zurich",
        "zurich-munich-berlin",
        "berlin-munich-milan",
    ],
}
LAST = {0: ["red-1", "red-3", "red-5", "red-7"], 1: ["grey-1", "grey-4", "grey-7", "grey-9"]}


@shows("15")
def test_a_route_has_six_kinds_of_points_and_the_sum_is_paid():
    state = upgrading(ROUTES, trains=TRAINS, posts=POSTS)
    state.leased[0], state.special[0], state.plus[0] = True, 3, 1 << city("paris")
    state.options[0] = options("hsp", "wifi")
    to_events(state)
    calm(state)
    pack = MODEL.pack
    row = state.rows[0]
    assert row == Row(
        player=0,
        round=0,
        route=0,
        wagons=11,
        lease=-pack.trains[train("red-1")].lease,
        special=pack.specials[0].points,
        options=pack.options[0].points + pack.options[3].points,
        travel=0,
        service=2,
    )
    total = sum(row[3:])
    events = sum(state.other[4 * 3 : 4 * 4])
    assert state.points[0] == total + events
    assert state.view(None)["round"] == 1


@shows("15", "N21")
def test_rounds_one_to_three_pay_the_sum_and_never_less_than_nothing():
    state = upgrading(ROUTES, trains=TRAINS, posts=POSTS)
    state.leased[:] = [where == 0 for where in range(12)]
    state.safe[0], state.loss[0] = True, 99
    before = state.money[:]
    evaluation.evaluate(state)
    sums = [sum(row[3:]) for row in state.rows]
    assert sums[0] < 0
    assert state.points == sums
    assert state.money == [before[0], before[1] + sums[1], before[2] + sums[2]]


@shows("15", "3")
def test_four_rounds_score_ten_routes_and_the_last_pays_nothing():
    state = play_out(GAME, 2, Random(3)).state
    assert [(row.round, row.route) for row in state.rows if row.player == 0] == [
        (number_, slot) for number_ in range(4) for slot in range(number_ + 1)
    ]
    last = upgrading(FOUR, players=2, trains=LAST)
    last.host[:] = [0] * 4 + [1] * 4
    before = last.money[:]
    evaluation.evaluate(last)
    assert last.money == before
    assert last.end() == "finished"


def test_a_specialist_with_an_income_pays_when_routes_pay():
    state = upgrading(ROUTES, trains=TRAINS, posts=POSTS)
    hold(state, 1, "accountant")
    before = state.money[1]
    evaluation.evaluate(state)
    assert state.money[1] == before + sum(state.rows[1][3:]) + 3


# Step 6


def hiring_(points=(5, 2, 9), round_=0, **more):
    state = upgrading(ROUTES, trains=TRAINS, posts=POSTS, **more)
    state.round = round_
    state.points = list(points)
    hiring.begin(state)
    return state


@shows("16a")
def test_the_fewest_points_choose_first_and_lots_are_drawn_between_equals():
    state = hiring_(points=(2, 2, 9))
    while state.phase == phases.CALLING:
        state.apply(CHANCE, state.legal_actions(CHANCE)[0])
    assert len(state.shown) == 5
    assert legal(state, CHANCE) == ["lot 0", "lot 1"]
    assert refused_code(state, CHANCE, "lot 2") == "not-equal"
    state.apply(CHANCE, GAME.parse("lot 1"))
    assert state.turn == 1
    assert refused_code(state, 1, "hire minister") == "not-shown"
    assert refused_code(state, 1, "money") == "must-hire"
    order = []
    while state.phase == phases.HIRING:
        order.append(state.turn)
        state.apply(state.turn, state.legal_actions(state.turn)[-2])
    assert order == [1, 0, 2]
    assert (state.shown, state.round, state.phase) == ([], 1, phases.REVEALING)


def refused_code(state, player, text):
    """The code of a refusal, for points that were set by hand."""
    why = state.refusal(player, GAME.parse(text))
    return why and why.code


@shows("16a")
@pytest.mark.parametrize(("players", "shown"), [(2, 4), (5, 7), (6, 7)])
def test_so_many_specialists_are_shown(players, shown):
    state = table({0: []}, players=players)
    state.round = 0
    hiring.begin(state)
    while state.phase == phases.CALLING:
        state.apply(CHANCE, state.legal_actions(CHANCE)[0])
    assert len(state.shown) == shown


@shows("16b")
def test_money_and_points_are_settled_at_once_and_other_cards_are_kept():
    state = table(ROUTES, trains=TRAINS)
    names = ["banker", "reporter", "accountant", "buyer", "broker"]
    state.shown = sorted(number(MODEL.pack.specialists, name) for name in names)
    state.phase, state.turn, state.hired = phases.HIRING, 0, 0b110
    twins = {name: state.copy() for name in names}
    for name, twin in twins.items():
        twin.apply(0, GAME.parse(f"hire {name}"))
    assert twins["banker"].money[0] == 36
    assert twins["reporter"].points[0] == twins["reporter"].other[2 * 3 * 4] == 3
    assert twins["accountant"].view(0)["seats"][0]["specialists"] == ["Accountant"]
    choice = twins["broker"]
    assert refused(choice, 0, "money") == "gain-first"
    assert choice.refusal(0, GAME.parse("money")).rule == HIRING
    assert choice.view(0)["event"] == ""
    both = choice.copy()
    play(both, "0 gain money")
    play(choice, "0 gain points")
    assert (both.money[0], both.points[0]) == (42, 0)
    assert (choice.money[0], choice.points[0]) == (30, 5)


# The end


def finished(**more):
    """Two players after the fourth evaluation; the first has the better routes and trains."""
    state = upgrading(FOUR, players=2, trains=LAST, **more)
    state.host[:] = [0] * 4 + [1] * 4
    return state


@shows("17a", "2", "N10")
@pytest.mark.parametrize("version", ["expert", "simplified"])
@pytest.mark.parametrize(("aims", "points"), [(0, 0), (1, 5), (2, 15)])
def test_one_objective_is_five_points_and_both_are_fifteen(aims, points, version):
    state = finished(version=version)
    goal = number(MODEL.pack.goals, "alpine")  # Zurich, and two red trains
    other = number(MODEL.pack.goals, "danube")
    taken = [*state.kept, *state.refused, *state.goals]
    assert sorted(taken) == MODEL.goals_for[2]
    if aims == 0:
        state.kept[0] = other
    else:
        state.kept[0] = goal
        if aims == 1:
            state.train[1:4] = [train("yellow-1"), train("yellow-4"), train("yellow-7")]
    met = goals.met(state, 0)
    assert met == aims
    state.kept[1] = number(MODEL.pack.goals, "luxury")
    evaluation.evaluate(state)
    assert state.goal_points == [points, 0]


AIM_COUNTS = {
    "city": 2, "hsp_routes": 2, "red": 2, "grey": 1, "yellow": 1, "bought": 3, "options": 3,
    "specials": 3, "service_points": 2, "upgraded": 1, "cities": 8,
}  # fmt: skip


@shows("N10")
@pytest.mark.parametrize("kind", AIMS)
def test_each_kind_of_objective_is_met_by_its_number_and_not_by_one_less(kind):
    state = table(FOUR, players=2, trains={0: ["red-1", "red-4", "yellow-7", "grey-9"]})
    state.leased[0] = True
    state.options[1], state.options[2] = options("wifi", "hsp"), options("wifi")
    state.special[0], state.special[1] = 4, 1
    state.posts[0], state.plus[0] = (1 << city("paris")) | (1 << city("milan")), 1 << city("milan")
    there = city("paris") if kind == "city" else -1
    count = AIM_COUNTS[kind]
    assert goals.COUNTS[kind](state, 0, Aim(AIMS.index(kind), 1, there)) == count
    assert goals.reaches(state, 0, Aim(AIMS.index(kind), count, there))
    assert not goals.reaches(state, 0, Aim(AIMS.index(kind), count + 1, there))
    early = GAME.new(2)
    assert goals.COUNTS[kind](early, 0, Aim(AIMS.index(kind), 1, there)) == 0
    assert goals.met(early, 0) == 0


@shows("17b", "17c", "17d")
def test_the_three_bonuses_go_to_the_best_route_fleet_and_cash():
    state = finished()
    state.special[0] = 4  # two special wagons: 42 against 48 of four grey trains
    state.money[:] = [20, 10]
    evaluation.evaluate(state)
    best = [max(evaluation.route_points(state, seat)) for seat in (0, 1)]
    assert [evaluation.fleet(state, seat) for seat in (0, 1)] == [42, 48]
    assert best[0] > best[1]
    fourth = [sum(evaluation.route_points(state, seat)) for seat in (0, 1)]
    assert [evaluation.cash(state, seat) for seat in (0, 1)] == [20 + fourth[0], 10 + fourth[1]]
    assert state.bonus == [10, 5]


@shows("17d")
@pytest.mark.parametrize("points", [-9, 0])
def test_a_last_round_without_points_takes_no_money_and_brings_none(points):
    state = finished()
    evaluation.evaluate(state)
    state.rows[:] = [Row(0, state.round, 0, 0, points, 0, 0, 0, 0)]
    assert evaluation.cash(state, 0) == state.money[0]


@shows("N9")
def test_all_who_are_first_in_a_bonus_get_it_and_equal_points_go_by_money_and_are_then_shared():
    state = finished()
    mirrored = state.copy()
    for seat in (0, 1):
        mirrored.route[4 * seat : 4 * seat + 4] = state.route[:4]
        mirrored.train[4 * seat : 4 * seat + 4] = state.train[:4]
    mirrored.loss[:] = [0] * 8
    mirrored.kept[1] = mirrored.kept[0]
    evaluation.evaluate(mirrored)
    assert mirrored.bonus == [15, 15]
    assert [one.place for one in mirrored.placings()] == [1, 1]
    mirrored.money[0] -= 1
    assert [one.place for one in mirrored.placings()] == [2, 1]
    assert mirrored.placings()[0].keys[0] == mirrored.placings()[1].keys[0]


@shows("15", "17d")
def test_before_the_end_money_is_what_is_in_hand():
    state = upgrading(ROUTES, trains=TRAINS, posts=POSTS)
    evaluation.evaluate(state)
    assert [one.keys for one in state.placings()] == list(
        zip(state.points, state.money, strict=True)
    )
    assert state.end() == ""
    assert route("milan-munich") == state.route[8]


def test_nothing_is_played_after_the_end():
    state = finished()
    evaluation.evaluate(state)
    assert refused(state, 0, "exchange") == "over"
    assert state.view(None)["seats"][0]["goal"] != "secret"
