"""Seating a round: what must hold for any people, history and sizes."""

import itertools
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.rng import Rng
from pairing.tables import (
    Mode,
    Person,
    SeatingImpossible,
    final_sizes,
    final_tables,
    judge,
    place_with_least_harm,
    seat_round,
    sizes_and_byes,
    table_sizes,
)
from tests.examples import examples


def people(count, **fields):
    return [Person(key) for key in range(1, count + 1)]


def play(rounds, count, sizes, mode=Mode.SOCIAL, seed=1):
    """``rounds`` rounds of people whose standings follow their keys."""
    history = []
    for number in range(rounds):
        here = [Person(key, rank=key, merit=count - key) for key in range(1, count + 1)]
        history.append(seat_round(here, history, sizes, mode, seed + number).tables)
    return history


def meetings(history):
    met = {}
    for played in history:
        for table in played:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


# --- Sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (3, (3,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (5, 4)), (10, (4, 3, 3)),
        (11, (4, 4, 3)), (13, (5, 4, 4)), (17, (5, 4, 4, 4)), (18, (4, 4, 4, 3, 3)),
        (40, (4,) * 10), (42, (4,) * 9 + (3, 3)),
    ],
)  # fmt: skip
def test_tables_of_an_express_tournament_take_four_or_nearly(count, sizes):
    assert table_sizes(count, 3, 4, 6) == sizes


@pytest.mark.parametrize(
    ("count", "sizes", "byes"), [(3, (3,), 0), (5, (4,), 1), (7, (4, 3), 0), (11, (4, 4, 3), 0)]
)
def test_as_few_as_can_be_sit_out(count, sizes, byes):
    assert sizes_and_byes(count, 3, 4, 4) == (sizes, byes)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_people_for_one_table_do_not_all_sit_out(count):
    with pytest.raises(SeatingImpossible):
        sizes_and_byes(count, 3, 4, 4)


@st.composite
def limits(draw):
    smallest = draw(st.integers(2, 12))
    largest = draw(st.integers(smallest, 16))
    return smallest, draw(st.integers(smallest, largest)), largest


@given(st.integers(0, 500), limits())
def test_every_number_that_can_be_divided_is_and_others_are_told_what_can(count, limit):
    smallest, preferred, largest = limit

    def possible(number):
        tables = range(1, number // smallest + 1)
        return any(number <= table * largest for table in tables)

    if possible(count):
        sizes = table_sizes(count, *limit)
        assert sum(sizes) == count
        assert smallest <= min(sizes) <= max(sizes) <= largest
        assert max(sizes) - min(sizes) <= 1
        off = abs(count - len(sizes) * preferred)
        others = [t for t in range(1, count + 1) if smallest * t <= count <= largest * t]
        assert off == min(abs(count - t * preferred) for t in others)
    else:
        with pytest.raises(SeatingImpossible) as raised:
            table_sizes(count, *limit)
        assert possible(raised.value.more)
        assert raised.value.fewer is None or possible(raised.value.fewer)
        assert str(raised.value.more) in str(raised.value)


def test_an_impossible_number_is_told_in_a_sentence():
    with pytest.raises(SeatingImpossible) as raised:
        table_sizes(7, 4, 4, 4)
    assert str(raised.value) == "7 people do not fit at tables of 4. 4 or 8 people would fit."


# --- A round --------------------------------------------------------------------------------------


@st.composite
def situations(draw):
    """People with households and ranks, some rounds behind them, and a mode."""
    count = draw(st.integers(3, 40))
    names = st.sampled_from(["", "", "", "a", "b", "c", "d"])
    here = [
        Person(key, household=draw(names), rank=key, merit=draw(st.integers(0, 20)))
        for key in range(count)
    ]
    history = []
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(range(count)))
        tables, start = [], 0
        for size in table_sizes(count, 3, 4, 6):
            tables.append(order[start : start + size])
            start += size
        history.append(tables)
    return here, history, draw(st.sampled_from(Mode))


@settings(max_examples=examples(20), deadline=None)
@given(situations(), st.integers(0, 2**32 - 1))
def test_everybody_sits_once_at_a_table_of_an_allowed_size_and_the_verdict_is_true(case, seed):
    here, history, mode = case
    sizes = table_sizes(len(here), 3, 4, 6)
    found = seat_round(here, history, sizes, mode, seed)
    assert sorted(key for table in found.tables for key in table) == [p.key for p in here]
    assert sorted(found.sizes) == sorted(sizes)
    assert found.verdict == judge(found.tables, here, history, mode)
    home = {person.key: person.household for person in here}
    met = meetings(history)
    pairs = [tuple(sorted(pair)) for table in found.tables for pair in combinations(table, 2)]
    together = [pair for pair in pairs if home[pair[0]] and home[pair[0]] == home[pair[1]]]
    assert sorted(tuple(sorted(pair)) for pair in found.verdict.clashes) == sorted(together)
    assert len(found.verdict.repeats) == sum(pair in met for pair in pairs)


@settings(max_examples=examples(10), deadline=None)
@given(situations(), st.integers(0, 2**32 - 1), st.randoms(use_true_random=False))
def test_the_same_people_and_seed_give_the_same_tables_in_whatever_order_they_come(
    case, seed, random
):
    here, history, mode = case
    sizes = table_sizes(len(here), 3, 4, 6)
    found = seat_round(here, history, sizes, mode, seed)
    mixed = list(here)
    random.shuffle(mixed)
    assert seat_round(mixed, history, sizes, mode, seed) == found


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(2, 12), st.data())
def test_households_that_fit_apart_always_sit_apart(tables, data):
    """A household of at most as many people as there are tables can be spread."""
    count = tables * 4
    home, number = [], 0
    while len(home) < count:
        home += [str(number)] * data.draw(st.integers(1, tables))
        number += 1
    here = [Person(key, household=home[key], rank=key) for key in range(count)]
    mode = data.draw(st.sampled_from(Mode))
    assert not seat_round(here, [], (4,) * tables, mode, 1).verdict.clashes


@pytest.mark.usefixtures("short_search")
def test_a_household_with_more_people_than_tables_is_named():
    here = [Person(key, household="Smith" if key < 3 else "") for key in range(8)]
    found = seat_round(here, [], (4, 4), Mode.SOCIAL, 1).verdict
    assert len(found.clashes) == 1
    assert found.crowded == ("Smith",)


@pytest.mark.parametrize(("count", "rounds"), [(16, 3), (20, 3), (40, 6), (100, 8)])
def test_nobody_meets_anybody_twice_where_that_can_be_avoided(count, rounds):
    assert max(meetings(play(rounds, count, table_sizes(count, 3, 4, 6))).values()) == 1


@pytest.mark.parametrize(
    "mode", [pytest.param(one, marks=() if one is Mode.MIXED else pytest.mark.long) for one in Mode]
)
@pytest.mark.usefixtures("short_search")
def test_nobody_meets_a_third_time_while_a_second_is_possible(mode):
    # 8 people have 28 pairs; 2 tables of 4 use 12 a round, so 4 rounds fit into two meetings.
    assert max(meetings(play(4, 8, (4, 4), mode)).values()) == 2


def test_whoever_sat_at_a_smaller_table_is_spared_the_next_time():
    history = play(3, 18, (4, 4, 4, 3, 3))
    small = [key for played in history for table in played if len(table) == 3 for key in table]
    assert len(small) == 18
    assert len(set(small)) >= 16


def test_a_round_by_standings_cuts_the_standings_when_nobody_has_met():
    here = [Person(key, rank=key, merit=100 - key) for key in range(1, 17)]
    found = seat_round(here, [], (4, 4, 4, 4), Mode.STANDINGS, 5)
    assert [sorted(t) for t in found.tables] == [list(range(n, n + 4)) for n in (1, 5, 9, 13)]


def test_a_round_by_standings_pays_with_score_before_it_repeats():
    first = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    here = [Person(key, rank=key, merit=100 - key) for key in range(1, 17)]
    found = seat_round(here, [first], (4, 4, 4, 4), Mode.STANDINGS, 5)
    assert not found.verdict.repeats


@pytest.mark.parametrize(
    ("count", "rounds", "optimum"),
    [
        (24, 4, 357),
        # The smallest and the largest of them go the same way.
        pytest.param(32, 5, 177, marks=pytest.mark.long),
        pytest.param(40, 5, 144, marks=pytest.mark.long),
        (48, 5, 168),
    ],
)
def test_a_round_by_standings_is_the_best_that_the_oracle_proved(count, rounds, optimum):
    # The optima are those of tests/oracle/exact.py for this history and these scores.
    rng, keys, history = Rng(count), list(range(count)), []
    for _ in range(rounds):
        rng.shuffle(keys)
        history.append([keys[i : i + 4] for i in range(0, count, 4)])
    scores = sorted((rng.below(30) for _ in keys), reverse=True)
    here = [Person(key, rank=key + 1, merit=scores[key]) for key in range(count)]
    found = seat_round(here, history, (4,) * (count // 4), Mode.STANDINGS, 1)
    assert not found.verdict.repeats
    assert found.verdict.spread == optimum


@pytest.mark.parametrize("unit", [pytest.param(1, marks=pytest.mark.long), 27_720])
def test_nobody_sits_at_a_smaller_table_twice_in_a_round_by_standings(unit):
    history: list = []
    for number in range(4):
        here = [Person(key, rank=key, merit=(50 - key) * unit) for key in range(1, 31)]
        found = seat_round(here, history, table_sizes(30, 3, 4, 6), Mode.STANDINGS, number)
        assert found.verdict.shortfall == 0
        assert not found.verdict.repeats
        history.append(found.tables)


def test_over_the_rounds_everybody_sits_first_second_and_last_about_equally_often():
    history = play(8, 40, (4,) * 10)
    for key in range(1, 41):
        turns = [table.index(key) for played in history for table in played if key in table]
        often = [turns.count(place) for place in range(4)]
        assert max(often) - min(often) <= 2


def test_the_leader_starts_the_final():
    assert final_tables(["first", "second", "third"], (2,)) == [["first", "second"]]


def test_the_best_sit_at_the_top_table_of_a_final():
    assert final_tables("abcdefg", (3, 3)) == [["a", "b", "c"], ["d", "e", "f"]]


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (20, (4, 4, 4)),
        (12, (4, 4, 4)),
        (11, (4, 4, 3)),
        (10, (4, 3, 3)),
        (9, (3, 3, 3)),
        (8, (4, 4)),
        (7, (4, 3)),
        (6, (3, 3)),
        (5, (4,)),  # and one is left over
        (3, (3,)),
        (2, (2,)),  # too few, as the caller says
        (0, (0,)),
    ],
)
def test_a_final_with_fewer_people_fills_the_top_tables_first(people, sizes):
    assert final_sizes(people, 12, 3, 3) == sizes


def test_no_table_of_a_final_is_above_its_size_or_below_the_smallest():
    cases = itertools.product(range(1, 40), range(1, 6), range(2, 7), range(2, 7))
    for people, tables, full, smallest in cases:
        if smallest > full or smallest > people:
            continue
        sizes = final_sizes(people, tables * full, tables, smallest)
        case = (people, tables, full, smallest)
        assert list(sizes) == sorted(sizes, reverse=True), case
        assert all(smallest <= size <= full for size in sizes), case
        assert 1 <= len(sizes) <= tables, case
        assert sum(sizes) <= people, case


@pytest.mark.parametrize(
    ("here", "sizes"), [(people(8), (4, 3)), (people(0), ()), ([Person(1), Person(1)], (2,))]
)
def test_what_does_not_add_up_is_an_error_of_the_caller(here, sizes):
    with pytest.raises(ValueError, match=r"cannot sit|twice"):
        seat_round(here, [], sizes, Mode.SOCIAL, 1)


@pytest.mark.parametrize("mode", Mode)
def test_the_work_is_bounded_by_steps_however_many_people_come(mode):
    history = play(3, 200, (4,) * 50, mode)
    here = [Person(key, rank=key, merit=key % 7) for key in range(1, 201)]
    found = seat_round(here, history, (4,) * 50, mode, 9)
    assert found.looked < 500_000
    assert not found.verdict.repeats


# --- A place for somebody late --------------------------------------------------------------------


def test_a_late_arrival_goes_where_nobody_knows_them_then_where_a_hole_is():
    late = Person(99)
    tables = [people(8)[:4], people(8)[4:7]]
    options = {"preferred": 4, "largest": 5}
    assert place_with_least_harm(late, tables, [], **options) == 1
    assert place_with_least_harm(late, tables, [[[99, 5]]], **options) == 0
    assert place_with_least_harm(late, [people(5)], [], **options) is None


def test_larger_tables_stand_higher_in_a_round_by_standings():
    here = [Person(key, rank=key, merit=30 - key) for key in range(1, 19)]
    found = seat_round(here, [], (4, 4, 4, 3, 3), Mode.STANDINGS, 1)
    assert all(a >= b for a, b in pairwise(found.sizes))
