"""Rules for every seat, and exactly at a bound: examples of seat 0 alone do not show them."""

import pytest

from games.kernel import CHANCE
from games.terminus import building, building_reasons, income, scoring
from games.terminus.developing_reasons import DEVELOPING
from games.terminus.model import HUB, SECOND
from tests.games.terminus.positions import (
    GAME,
    PLOTS,
    at_table,
    develop,
    game_of,
    give,
    house,
    hub,
    legal,
    line,
    moves,
    play,
    rich,
    rule,
    seat,
    unlock,
    why_not,
)


def turn_of(state, number):
    state.turn = number
    return state


def heard(state, agendas):
    """Seat 0 has two Agendas, with a Lobbyist on those of this mask."""
    state.agendas[0], state.bag = (1, 10), state.bag ^ 1 << 10
    state.heard[0] = agendas
    state.lobbyists[0] -= agendas.bit_count()
    state.check()
    return state


def reason(state, text, player=0):
    return state.refusal(player, GAME.parse(text))


@rule("R12")
def test_each_build_upgrade_is_unlocked_once():
    state = give(at_table(3), construction=1, power=1, capacity=2)
    play(state, "supply capacity 1")
    state.unlocked[0] = 1 << SECOND
    assert moves(state, "unlock") == ["unlock hub"]
    assert why_not(state, "unlock terminus") == "unlocked"


@rule("B5", "T3")
@pytest.mark.parametrize("number", [0, 1])
def test_only_the_second_terminus_turns_the_prime_hub_into_one(number):
    state = turn_of(give(at_table(3), number, construction=1, power=1, capacity=2), number)
    twin = play(state.copy(), "supply capacity 1", "unlock hub")
    play(state, "supply capacity 1", "unlock terminus")
    assert len(seat(twin, number)["termini"]) == 1
    assert len(seat(state, number)["termini"]) == 2


@rule("B5", "A10")
def test_more_capacity_leaves_a_second_terminus_where_its_line_has_come():
    state = give(at_table(3), capacity=6, construction=1, power=4)
    line(state, 1, "g1 f1 e1 d1 c1 b1")
    line(unlock(unlock(state, 0, HUB), 0, SECOND), 0, "b1", second=True)
    play(state, "supply capacity 1")
    assert seat(state)["termini"] == ["a1", "b1"]


@rule("T2", "R7")
def test_a_bonus_of_exactly_the_rails_left_is_to_be_had_in_full():
    state = at_table(3)
    income.begin_year(state)
    give(state, 0, rails=29)
    play(state, "bonus 4", "bonus 3", "bonus 3")
    assert state.rails[0] == 32
    assert state.actors() == (0,)
    assert moves(state, "bonus") == [], "nobody was asked for another one"
    state = at_table(3)
    income.begin_year(state)
    give(give(state, 2, power=8), 0, rails=29)
    play(state, "bonus 1", "bonus 3", "bonus 3")
    assert legal(state, "bonus 4")


def test_the_table_waits_for_chance_until_the_last_card_is_drawn():
    state = play(give(at_table(3), permit=1), "lobby agenda")
    assert state.actors() == (CHANCE,)
    assert reason(state, "keep 1", CHANCE).code == "not-drawn-now"


@rule("A1")
@pytest.mark.parametrize(("zone", "source"), [("develop", DEVELOPING), ("build", "Build Zone")])
def test_a_demand_is_refused_by_the_text_of_its_zone(zone, source):
    state = develop(line(at_table(3), 0, "b1"), "02", "TH1", demand="TH")
    assert reason(state, f"{zone} demand 02").rule == source


@rule("R8")
def test_the_demands_of_another_player_fill_no_space_of_ones_own():
    state = develop(line(give(at_table(3), power=1), 0, "b1"), "02", "TH1", demand="TH")
    count = len(GAME.model.in_district)
    state.demands[count + 1] = len(GAME.model.pack.board.demands)
    assert legal(state, "develop demand 02")


@rule("T12")
def test_a_lobbyist_goes_to_another_area():
    state = play(heard(at_table(3), 0b1), "develop lobbyist from agenda 1")
    why = reason(state, "lobbyist to agenda 2")
    assert why.text == "Move the Lobbyist from your Agendas to another area."


@rule("A3")
def test_the_second_agenda_takes_one_lobbyist_too():
    state = play(heard(at_table(3), 0b10), "develop lobbyist from board")
    assert why_not(state, "lobbyist to agenda 2") == "agenda-taken"
    assert legal(state, "lobbyist to agenda 1")
    assert [each.lobbyist for each in scoring.agendas(state, 0)] == [False, True]


@rule("A7", "A10")
def test_there_is_a_move_for_every_step_and_every_cube():
    model, board = GAME.model, GAME.model.pack.board
    assert [each.count for each in model.capacity] == list(range(1, len(board.power) + 1))
    for cube, found in model.buy.items():
        cubes = sum(model.pack.markets[cube].spaces)
        assert [each.count for each in found] == list(range(1, cubes + 1))


# The Build


@rule("B1")
@pytest.mark.parametrize(("number", "link"), [(0, "g1-h1"), (1, "a5-a6")])
def test_rails_do_not_start_at_the_terminus_of_the_next_player(number, link):
    state = play(turn_of(rich(at_table(3), number), number), "build build")
    assert why_not(state, f"link {link}") == "not-from-terminus"


@rule("B2", "R13")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_double_link_is_free_for_all_but_its_one_user(number):
    state = at_table(3)
    link = GAME.model.names.links.index("a3-b3")
    assert GAME.model.double[link]
    state.track[link] = 1 << number
    assert [building.free(state, each, link) for each in range(3)] == [
        each != number for each in range(3)
    ]


@rule("B2")
def test_own_rails_are_told_from_those_of_others_for_every_seat():
    state = turn_of(line(rich(at_table(3), 1), 1, "g1 f1"), 1)
    play(state, "build build")
    assert why_not(state, "link f1-g1") == "own-rails"


@rule("B4", "R6")
def test_a_hub_takes_the_last_disc_that_capacity_gives():
    state = unlock(line(rich(at_table(3)), 0, "b1"), 0, HUB)
    state.capacity[0] = 0
    assert state.buildable(0) == 1
    play(state, "build build")
    assert moves(state, "hub") == ["hub b1"]
    play(state, "hub b1")
    assert why_not(state, "link b1-c1") == "no-capacity"


@rule("B4")
def test_a_hub_is_one_of_those_that_a_development_builds():
    state = unlock(line(rich(at_table(3)), 0, "b1"), 0, HUB)
    develop(state, "20", "TH1", lobbied="0")
    play(state, "build use 20", "hub b1", "link b1-c1")
    assert why_not(state, "link c1-d1") == "build-limit"


@rule("B1")
@pytest.mark.parametrize(("number", "plots"), [(0, "b1 c1"), (1, "g1 f1"), (2, "a5 a4")])
def test_the_line_of_every_seat_grows_at_its_end(number, plots):
    state = turn_of(rich(at_table(3), number), number)
    play(state, "build build")
    first, second = plots.split()
    for here, there in ((PLOTS[state.termini[2 * number]], first), (first, second)):
        play(state, f"link {'-'.join(sorted((here, there)))}")
    assert [PLOTS[plot] for plot in state.lines[number]][1:] == [first, second]


# The Automa


@rule("R10", "Q3")
def test_the_automa_uses_its_last_rails_and_its_last_disc():
    state = at_table(2)
    link, far = GAME.model.towards[PLOTS.index("b2")][0]
    state.rails_left[2], state.discs[2] = GAME.model.spaces[link], 1
    assert building.automa_can(state, GAME.model, link, far)
    state.rails_left[2] -= 1
    assert not building.automa_can(state, GAME.model, link, far)


@rule("R10", "Q3")
def test_the_automa_goes_neither_to_its_own_stops_nor_to_a_connection_that_it_has():
    state = at_table(2)
    link, far = GAME.model.towards[PLOTS.index("b2")][0]

    def can(owner, met=0):
        state.owner[far], state.met[2] = owner, met
        return building.automa_can(state, GAME.model, link, far)

    assert can(0)
    assert can(0, met=~(1 << far))
    assert not can(0, met=1 << far)
    assert not can(2)


def test_what_an_effect_costs_in_rails_goes_to_the_reserve():
    """No card of the house pack costs Rails; a pack may have one."""
    data = house()
    (tile,) = (each for each in data["cards"]["developments"] if each["id"] == "05")
    tile["cost"] = {"rails": 2}
    game = game_of(data)
    state = develop(line(give(at_table(3, game=game), rails=3), 0, "b1"), "05", "TH1", lobbied="0")
    left = state.rails_left[0]
    play(state, "develop use 05", game=game)
    assert (state.rails[0], state.rails_left[0]) == (1, left + 2)


def test_discs_are_counted_by_plot_for_hubs():
    state = hub(line(at_table(3), 0, "b1 c1"), 0, "c1")
    assert building_reasons.link(state, 0, GAME.model.names.links.index("c1-d1")) is not None
