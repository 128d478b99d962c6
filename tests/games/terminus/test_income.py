"""The Annual Income, passing, and the end of a Year, rule by rule (notation.md)."""

from games.terminus import income
from games.terminus.model import NOWHERE
from games.terminus.pack import Goods
from games.terminus.phases import BONUSES, OTHER_BONUS
from tests.games.terminus.positions import (
    GAME,
    at_table,
    cubes,
    develop,
    give,
    legal,
    line,
    marker,
    moves,
    play,
    rich,
    rule,
    why_not,
)


def coins(state):
    return [seat["coins"] for seat in state.view(None)["seats"]]


def at_income(players=3, year=1):
    """The Bonus choices of a Year."""
    state = at_table(players)
    state.year = year
    income.begin_year(state)
    return state


@rule("Y1", "T2")
def test_the_first_income_is_a_bonus_and_a_budget_of_twelve():
    state = at_income(3)
    for seat in (2, 0):
        state.apply(seat, GAME.parse("bonus 1"))
        assert state.view(1)["seats"][seat]["bonus"] == 0, "sealed"
        assert state.view(seat)["seats"][seat]["bonus"] == 1
    assert state.actors() == (1,)
    play(state, "bonus 4")
    assert cubes(state, 0) == {"permit": 1, "power": 1}
    assert state.rails == [1, 3, 1]
    assert coins(state) == [12, 13, 12]
    assert state.actors() == (0,)


@rule("Y1")
def test_three_discs_in_the_city_give_a_budget_of_fifteen():
    state = at_table(3)
    line(state, 0, "b1 c1 d1")
    income.begin_year(state)
    play(state, "bonus 2", "bonus 2", "bonus 2")
    assert coins(state) == [15, 12, 12]


@rule("T2", "R7")
def test_a_bonus_that_cannot_be_had_in_full_may_be_changed():
    state = at_income(3)
    give(state, 2, power=8)
    play(state, "bonus 1", "bonus 3", "bonus 3")
    assert state.actors() == (0,)
    assert moves(state, "bonus") == ["bonus 1", "bonus 2", "bonus 3", "bonus 4"]
    assert why_not(state, "bonus 5") == "not-in-full"
    play(state, "bonus 2")
    assert cubes(state, 0) == {"construction": 2, "blueprint": 1}


@rule("T2")
def test_nobody_is_asked_for_another_bonus_where_none_can_be_had_in_full(monkeypatch):
    """Source: Annual Income, 1, Note: "may instead select an alternate reward"."""

    def after_bonuses():
        state = at_income(3)
        give(give(give(state, 2, power=8), 1, blueprint=8), 0, blueprint=7, rails=32)
        for seat in range(3):
            state.apply(seat, GAME.parse("bonus 1"))
        assert state.phase == OTHER_BONUS
        return state

    state = after_bonuses()
    assert state.turn == 1, "seat 0 took the Permit, and was not asked"
    assert cubes(state, 0) == {"blueprint": 7, "permit": 1}
    assert moves(state, "bonus") == ["bonus 1", "bonus 4"]
    monkeypatch.setattr(GAME.model, "rules", 1)
    earlier = after_bonuses()
    assert (earlier.turn, moves(earlier, "bonus")) == (0, ["bonus 1"])


@rule("T2", "R7")
def test_or_what_there_is_of_it_is_taken():
    state = at_income(3)
    give(state, 0, rails=32)
    play(state, "bonus 4", "bonus 3", "bonus 3", "bonus 4")
    assert state.rails[0] == 32
    assert coins(state) == [13, 12, 12]


@rule("R1", "Y3")
def test_the_columns_of_the_turn_order_card():
    state = at_table(5)
    state.year = 2
    income.begin_year(state)
    play(state, *["bonus 2"] * 5)
    assert state.actors() == (0,)
    assert moves(state, "reward") == [
        f"reward {it}" for it in ("construction", "blueprint", "permit", "power")
    ]
    assert why_not(state, "reward coins") == "no-coins-instead"
    play(state, "reward power")
    assert coins(state)[0] == 14
    play(state, "reward coins")
    assert coins(state)[1] == 14
    assert why_not(state, "reward coins") == "no-coins-instead"
    give(give(state, 3, power=4), 4, power=3)
    assert why_not(state, "reward power") == "none-left"
    play(state, "reward blueprint")
    assert coins(state) == [14, 14, 12, 13, 12]
    assert state.actors() == (0,)


@rule("R1")
def test_where_no_resource_is_left_there_is_no_choice():
    state = at_income(3, year=2)
    state.market = [0, 0, 0, 0]
    for seat in range(3):
        state.apply(seat, GAME.parse("bonus 4"))
    assert coins(state) == [13, 14, 13]
    assert state.actors() == (0,)
    assert moves(state, "pass") == ["pass"]


@rule("T10", "Z2", "R5")
def test_surplus_is_returned_cube_by_cube_in_the_income():
    state = at_income(3)
    give(state, 0, construction=7)
    play(state, "bonus 2", "bonus 2", "bonus 2")
    assert state.actors() == (0,)
    assert why_not(state, "return power") == "none-to-return"
    assert why_not(state, "pass") == "surplus-first"
    play(state, "return construction", "return blueprint")
    assert cubes(state, 0) == {"construction": 8}
    assert state.actors() == (0,)
    assert "pass" in moves(state, "pass")


@rule("T7")
def test_coins_are_not_limited():
    state = give(at_table(3), coins=10_000)
    state.check()


@rule("Y3", "Y4")
def test_who_passes_first_is_first_in_the_next_year():
    state = at_table(3)
    play(state, "pass")
    assert state.actors() == (1,)
    assert why_not(state, "pass", 0) == "has-passed"
    play(state, "market permit 1") if legal(state, "market permit 1") else play(
        state, "supply construction"
    )
    play(state, "pass", "pass")
    assert state.year == 2
    assert state.order == (0, 2, 1)
    assert state.phase == BONUSES
    assert state.zone == [NOWHERE] * 3


@rule("Y4")
def test_the_game_ends_after_the_third_year():
    state = at_table(2, automa=False)
    state.year = 3
    play(state, "pass", "pass")
    assert state.end() == "finished"
    assert why_not(state, "pass", 0) == "over"


@rule("Y3", "B3")
def test_who_has_passed_still_earns_from_connections():
    state = at_table(3)
    line(state, 2, "b6")
    marker(state, "", seat=0)
    rich(state, 1)
    play(state, "pass")
    line(state, 1, "g1 f1 e1 d1 c1 b1")
    before = coins(state)[0]
    give(state, 1, rails=2)
    play(state, "build build", "link a1-b1", "done")
    assert coins(state)[0] == before + 1


@rule("Y2", "T1")
def test_the_marker_moves_clockwise_and_passes_the_checkpoint_once():
    state = give(at_table(3), coins=20)
    assert why_not(state, "checkpoint") == "on-card"
    marker(state, "market")
    assert why_not(state, "improve blueprint 1") == "behind"
    assert why_not(state, "market permit 1") == "behind"
    assert legal(state, "supply construction")
    play(state, "checkpoint")
    assert state.cycle[0] == 2
    assert why_not(state, "checkpoint") == "crossed"
    play(state, "market permit 1")
    assert state.actors() == (1,)


@rule("T1")
def test_from_build_to_build_is_a_full_lap():
    state = give(marker(at_table(3), "build"), coins=5)
    play(state, "checkpoint", "build rails 3", "done")
    assert (state.zone[0], state.cycle[0]) == (5, 2)


@rule("Y2")
def test_the_third_cycle_ends_at_the_checkpoint():
    state = marker(at_table(3), "build", cycle=3)
    assert why_not(state, "checkpoint") == "third-cycle"
    assert moves(state, "") == ["pass"]


@rule("T9")
def test_passing_is_always_possible_and_all_that_is_left():
    state = marker(at_table(3), "build", cycle=2)
    assert moves(state, "") == ["pass", "checkpoint"]
    play(state, "checkpoint")
    assert "pass" in moves(state, "")


@rule("Y2", "R3")
def test_an_action_is_one_of_the_zone_in_full():
    state = at_table(3)
    assert why_not(state, "market permit 1") == "no-coins"
    assert why_not(state, "place on TH1") == "no-action"
    give(state, coins=2, rails=2)
    play(state, "supply rails 1")
    assert why_not(state, "market permit 1") == "finish-first"
    play(state, "done")
    assert state.actors() == (1,)


@rule("Y1")
def test_the_income_of_upgrades_comes_with_the_budget():
    state = at_table(3)
    upgrade = GAME.model.names.upgrades.index("A1")
    state.upgrades[0] |= 1 << upgrade
    state.upgrades_left[upgrade] -= 1
    income.begin_year(state)
    play(state, "bonus 2", "bonus 2", "bonus 2")
    assert coins(state) == [15, 12, 12]


def test_a_development_in_the_city_changes_no_income():
    state = develop(line(at_table(3), 0, "b1"), "02", "TH1")
    income.begin_year(state)
    play(state, "bonus 2", "bonus 2", "bonus 2")
    assert coins(state) == [13, 12, 12]


def test_goods_are_named_in_the_singular_or_plural():
    assert Goods(1, 1).words == "1 coin and 1 Rail"
    assert Goods(2, 3, (1, 0, 0, 0)).words == "2 coins, 3 Rails and 1 Construction"
