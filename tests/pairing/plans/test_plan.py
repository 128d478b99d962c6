"""Plans of all rounds: what the constructions, the library and annealing promise."""

import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.plans import advise, library, lower_bound, plan
from pairing.plans import plan as plan_of
from pairing.plans.advice import size_options
from pairing.plans.designs import design, holds
from pairing.plans.groups import Field, prime_power
from pairing.tables import SeatingImpossible
from pairing.tables.sizes import sizes_allowed
from pairing.tables.turns import balance
from tests.examples import examples

#: Repeats of the best published plans that were read: see docs/seating.md.
AT_MOST = {(20, 6): 6, (20, 7): 20, (20, 8): 50, (24, 8): 22, (16, 6): 24, (16, 8): 72}


def meetings(rounds):
    return Counter(
        pair for played in rounds for table in played for pair in combinations(sorted(table), 2)
    )


def repeats(rounds):
    return sum(times - 1 for times in meetings(rounds).values())


def test_a_field_multiplies_without_zero_divisors_and_distributes():
    for order in (n for n in range(2, 50) if prime_power(n)):
        field = Field(order)
        everything = range(order)
        for one in everything:
            sums = [field.add(one, other) for other in everything]
            assert sorted(sums) == list(everything), order
            if one:
                products = [field.multiply(one, other) for other in everything]
                assert sorted(products) == list(everything), order
        for a, b, c in ((x, x * 3 % order, x * 7 % order) for x in everything):
            both = field.add(field.multiply(a, b), field.multiply(a, c))
            assert field.multiply(a, field.add(b, c)) == both, order


def test_every_design_there_is_holds():
    for tables in range(3, 41):
        for columns in range(2, 7):
            for rounds in range(2, 13):
                found = design(tables, columns, rounds)
                assert found is None or holds(found)


@pytest.mark.parametrize("people", range(16, 61, 4))
def test_nobody_meets_twice_where_the_published_record_has_it(people):
    record = {16: 5, 20: 5, 24: 7}.get(people, 8)
    for rounds in range(1, 9):
        made = plan([4] * (people // 4), rounds, steps=0)
        assert made.turns <= 1, rounds
        if rounds <= record:
            assert made.repeats == repeats(made.rounds) == 0, rounds


@pytest.mark.parametrize(("people", "rounds"), AT_MOST)
def test_where_repeats_are_needed_there_are_no_more_than_the_best_known(people, rounds):
    made = plan([4] * (people // 4), rounds, steps=0)
    assert made.repeats == repeats(made.rounds) <= AT_MOST[people, rounds]
    assert made.most_meetings == 2
    assert made.turns <= 1


def test_every_plan_of_the_library_is_what_it_says():
    shipped = json.loads(library.FILE.read_text("utf-8"))
    assert len(shipped["differences"]) > 20
    for found in shipped["starters"]:
        base = library.read_round(found["base"], found["sizes"])
        rounds = library.develop_starter(base, found["rounds"])
        assert repeats(rounds) == 0
        check_seated(rounds, found["sizes"])
    for found in shipped["plans"]:
        rounds = library.whole_plan(found["sizes"], found["rounds"])
        assert repeats(rounds) == found["repeats"]
        assert found["repeats"] >= lower_bound(found["sizes"], found["rounds"]).repeats
        check_seated(rounds, found["sizes"])


def check_seated(rounds, sizes):
    for played in rounds:
        assert sorted(person for table in played for person in table) == list(range(sum(sizes)))
        assert sorted(map(len, played)) == sorted(sizes)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(4, 130), st.integers(1, 9), st.integers(0, 9), st.data())
def test_any_plan_seats_everybody_once_a_round_and_never_beats_its_bound(
    people, rounds, seed, data
):
    sizes = data.draw(st.sampled_from(size_options(people, 2, 6)))
    made = plan(sizes, rounds, seed=seed, steps=400)
    check_seated(made.rounds, sizes)
    assert len(made.rounds) == rounds
    assert made.repeats == repeats(made.rounds) >= made.bound.repeats
    assert made.most_meetings == max(meetings(made.rounds).values())
    assert made == plan(sizes, rounds, seed=seed, steps=400)
    if len(set(sizes)) == 1:
        assert made.turns <= 1


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 6), st.integers(1, 9), st.integers(1, 10), st.randoms(use_true_random=False))
def test_turn_counts_of_equal_tables_differ_by_one_at_most(size, tables, rounds, random):
    played = []
    for _ in range(rounds):
        order = list(range(size * tables))
        random.shuffle(order)
        played.append([order[n : n + size] for n in range(0, len(order), size)])
    ordered = balance(played)
    for before, after in zip(played, ordered, strict=True):
        assert [sorted(t) for t in after] == [sorted(t) for t in before]
    for person in range(size * tables):
        often = Counter(t.index(person) for p in ordered for t in p if person in t)
        counts = [often[place] for place in range(size)]
        assert max(counts) - min(counts) <= 1


def test_the_bounds_are_known_ones():
    assert lower_bound([4] * 4, 6).repeats == 24
    assert lower_bound([5, 5, 4, 4], 4).repeats == 6
    assert lower_bound([5, 5, 4, 4], 4).why == "pigeonhole"
    assert lower_bound([4] * 5, 6) == lower_bound([4] * 5, 6)
    assert lower_bound([4] * 5, 6).why == "published"
    assert lower_bound([4] * 8, 8).repeats == 0


def test_people_of_a_column_never_meet():
    made = plan([4] * 20, 8)
    met = meetings(made.rounds)
    for first in range(0, 80, 20):
        column = range(first, first + 20)
        assert not any(pair in met for pair in combinations(column, 2))


def test_a_search_does_better_the_longer_it_goes_on():
    sizes = [4] * 4 + [3] * 11
    assert sum(sizes) == 49
    short, long = (plan(sizes, 16, steps=steps) for steps in (0, 20_000))
    assert long.repeats <= short.repeats


def test_advice_names_the_usual_tables_first_and_what_the_others_cost():
    choices = advise(18, 3, 4, 6, 4)
    assert [choice.sizes for choice in choices[:2]] == [(4, 4, 4, 3, 3), (5, 5, 4, 4)]
    assert choices[0].repeats == 0
    assert choices[1].repeats >= choices[1].bound.repeats == 6
    assert [choice.byes for choice in advise(7, 4, 4, 4, 3)] == [3]
    assert advise(2, 3, 4, 6, 3) == []


def test_allowed_sizes_are_filled_with_the_preferred_one_first():
    assert sizes_allowed(18, (4, 5)) == (5, 5, 4, 4)
    assert sizes_allowed(18, (4, 3)) == (4, 4, 4, 3, 3)
    assert sizes_allowed(30, (4, 5)) == (5, 5, 4, 4, 4, 4, 4)
    with pytest.raises(SeatingImpossible):
        sizes_allowed(7, (4, 5))


@pytest.mark.parametrize(("sizes", "rounds"), [([4, 4], 0), ([], 3), ([4, 1], 3)])
def test_no_plan_for_nothing(sizes, rounds):
    with pytest.raises(ValueError, match="no plan"):
        plan_of(sizes, rounds)
