"""Repairing a published seating, fixed tables, constraints that cannot be, byes, and reasons."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.tables import (
    Constraints,
    Impossible,
    Mode,
    Person,
    Situation,
    Why,
    choose_byes,
    digest,
    judge,
    moved,
    place_with_least_harm,
    price,
    reason,
    repair,
    seat_round,
    swapped,
    table_sizes,
)
from tests.examples import examples
from tests.pairing.tables.fewest import fewest_moves

SIZES = {"smallest": 3, "largest": 6}


def ranked(count, **fields):
    return [Person(key, rank=key, merit=100 - key, **fields) for key in range(1, count + 1)]


def repaired(tables, gone, *, mode=Mode.SOCIAL, constraints=None, history=(), **options):
    people = [Person(key) for table in tables for key in table if key not in gone]
    situation = Situation(people, history, mode, constraints or Constraints())
    return repair(tables, gone, situation, **(SIZES | options))


# --- Repair ---------------------------------------------------------------------------------------


def test_a_table_that_stays_large_enough_is_left_alone():
    found = repaired([[1, 2, 3, 4], [5, 6, 7]], {4})
    assert found.tables == ((1, 2, 3), (5, 6, 7))
    assert found.moves == ()


def test_one_comes_from_a_larger_table_rather_than_two_leaving():
    past = [[[2, 4], [3, 5, 6]], [[7, 4]]]
    found = repaired([[1, 2, 3], [4, 5, 6, 7], [8, 9, 10]], {1}, history=past)
    assert [(m.person, m.from_table, m.to_table) for m in found.moves] == [(7, 1, 0)]
    assert found.tables == ((2, 3, 7), (4, 5, 6), (8, 9, 10))


def test_a_table_is_given_up_when_nobody_can_be_spared():
    found = repaired([[1, 2, 3], [4, 5, 6], [8, 9, 10]], {1})
    assert sorted(map(len, found.tables)) == [0, 4, 4]
    assert len(found.moves) == 2


def test_a_table_that_plays_neither_gives_nor_takes():
    tables = [[1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]
    assert repaired(tables, {1}, playing={1}).tables[1] == (4, 5, 6, 7)
    found = repaired(tables, {1}, playing={0})
    assert found.moves == ()
    assert found.too_small == (0,)


def test_who_has_a_fixed_table_stays_there():
    found = repaired(
        [[1, 2, 3], [4, 5, 6, 7]], {1}, constraints=Constraints(fixed={7: 2, 4: 2, 5: 2})
    )
    assert [m.person for m in found.moves] == [6]


def test_everybody_may_leave():
    assert repaired([[1, 2, 3]], {1, 2, 3}).tables == ((),)


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(3, 60), st.data())
def test_any_removal_is_mended_wherever_the_rest_can_sit(count, data):
    limits = (3, 4, 6)
    sizes = table_sizes(count, *limits)
    keys = iter(range(count))
    tables = [[next(keys) for _ in range(size)] for size in sizes]
    gone = data.draw(st.sets(st.integers(0, count - 1), max_size=count - 3))
    found = repaired(tables, gone)
    left = [key for table in found.tables for key in table]
    assert sorted(left) == [key for key in range(count) if key not in gone]
    assert not found.too_small
    assert all(3 <= len(table) <= 6 for table in found.tables if table)
    at = {key: n for n, table in enumerate(found.tables) for key in table}
    was = {key: n for n, table in enumerate(tables) for key in table}
    assert {m.person for m in found.moves} == {key for key in at if at[key] != was[key]}


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_after_a_no_show_nobody_moves_who_need_not(data):
    # Where one or two can repair it; in tighter knots three and more may trade places.
    smallest = data.draw(st.integers(2, 4))
    limits = {"smallest": smallest, "largest": smallest + data.draw(st.integers(0, 2))}
    sizes = st.integers(smallest, limits["largest"])
    keys = iter(range(99))
    tables = [[next(keys) for _ in range(n)] for n in data.draw(st.lists(sizes, max_size=4))]
    tables.insert(0, [next(keys) for _ in range(smallest)])
    people = [key for table in tables for key in table]
    gone = {tables[0][0]}
    fixed = data.draw(st.sets(st.sampled_from(people), max_size=4)) - gone
    together = {pair for table in tables for pair in combinations(sorted(table), 2)}
    strangers = [pair for pair in combinations(sorted(people), 2) if pair not in together]
    pairs = st.frozensets(st.sampled_from(strangers or [(98, 99)]), max_size=30)
    held = {
        "apart": data.draw(pairs),
        "fixed": {key: n for n, table in enumerate(tables, 1) for key in table if key in fixed},
    }
    playing = data.draw(st.sets(st.integers(1, 4), max_size=2))
    found = repaired(tables, gone, constraints=Constraints(**held), playing=playing, **limits)
    left = [[key for key in table if key not in gone] for table in tables]
    fewest = fewest_moves(left, playing=playing, at_most=2, **held, **limits)
    if fewest is not None:
        assert len(found.moves) == fewest
        assert not found.too_small
        now = {pair for table in found.tables for pair in combinations(sorted(table), 2)}
        assert not now & held["apart"]


def test_people_kept_apart_are_not_brought_together_to_spare_a_move():
    constraints = Constraints(
        apart=frozenset((one, other) for one in (2, 3) for other in (4, 5, 6, 7))
    )
    found = repaired([[1, 2, 3], [4, 5, 6, 7], [8, 9, 10]], {1}, constraints=constraints)
    assert len(found.moves) == 2
    assert not any({2, 4} <= set(table) or {3, 4} <= set(table) for table in found.tables)


def test_two_hundred_people_one_no_show_a_minute_for_an_hour():
    tables = [list(range(n, n + 4)) for n in range(0, 200, 4)]
    moved, others, worst = 0, 0, 0
    for minute in range(60):
        gone = sorted(key for table in tables for key in table)[(minute * 37) % (200 - minute)]
        playing = {n for n in range(len(tables)) if n % 5 == 0 and minute > 20}
        found = repaired(tables, {gone}, playing=playing)
        moved += len(found.moves)
        others += 199 - minute
        worst = max(worst, len(found.moves))
        tables = [list(table) for table in found.tables]
    assert moved / others <= 0.005
    assert worst <= 2


# --- Fixed tables and constraints -----------------------------------------------------------------


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(8, 50), st.data())
def test_hard_wishes_are_kept_or_named(count, data):
    people = ranked(count)
    sizes = table_sizes(count, 3, 4, 6)
    keys = st.integers(1, count)
    apart = data.draw(st.frozensets(st.tuples(keys, keys), max_size=count // 4))
    fixed = data.draw(st.dictionaries(keys, st.integers(1, len(sizes)), max_size=count // 6))
    constraints = Constraints(apart=apart, fixed=fixed)
    mode = data.draw(st.sampled_from(Mode))
    found = seat_round(people, [], sizes, mode, 3, constraints=constraints)
    assert sorted(key for table in found.tables for key in table) == [p.key for p in people]
    at = {key: n for n, table in enumerate(found.tables, 1) for key in table}
    full = {i.number for i in found.impossible if i.why == Why.TABLE_TOO_SMALL}
    for key, number in fixed.items():
        assert at[key] == number or number in full
    if not found.impossible:
        together = [p for p in apart if p[0] != p[1] and at[p[0]] == at[p[1]]]
        named = {frozenset(pair) for pair in found.verdict.clashes}
        assert {frozenset(pair) for pair in together} <= named


@pytest.mark.usefixtures("short_search")  # no search finds what is not there
def test_three_who_cannot_be_kept_apart_at_two_tables_are_named():
    constraints = Constraints(apart=frozenset({(1, 2), (2, 3), (1, 3)}))
    found = seat_round(ranked(8), [], (4, 4), Mode.SOCIAL, 1, constraints=constraints)
    assert found.impossible == (Impossible(Why.TOO_FEW_TABLES, (1, 2, 3), 2),)
    assert len(found.verdict.clashes) == 1


def test_contradictions_of_fixed_tables_are_named():
    constraints = Constraints(apart=frozenset({(1, 2)}), fixed={1: 1, 2: 1, 3: 7})
    found = seat_round(ranked(8), [], (4, 4), Mode.SOCIAL, 1, constraints=constraints)
    assert set(found.impossible) == {
        Impossible(Why.FIXED_TOGETHER, (1, 2), 1),
        Impossible(Why.NO_SUCH_TABLE, (3,), 7),
    }
    many = Constraints(fixed=dict.fromkeys(range(1, 6), 2))
    named = seat_round(ranked(8), [], (4, 4), Mode.SOCIAL, 1, constraints=many).impossible
    assert [i.why for i in named] == [Why.TABLE_TOO_SMALL]


def test_the_leader_with_a_fixed_table_still_plays_the_best():
    constraints = Constraints(fixed={1: 4})
    found = seat_round(ranked(16), [], (4,) * 4, Mode.STANDINGS, 1, constraints=constraints)
    assert sorted(found.tables[3]) == [1, 2, 3, 4]


def test_team_mates_sit_apart_unless_that_costs_a_meeting():
    people = [Person(key, team="Reds" if key % 4 == 0 else "") for key in range(16)]
    apart = seat_round(people, [], (4,) * 4, Mode.SOCIAL, 1)
    assert apart.verdict.teams == 0
    columns = [list(range(n, n + 4)) for n in (0, 4, 8, 12)]
    spread = [[column[n] for column in columns] for n in range(4)]
    mates = [Person(key, team=str(key)[-1:]) for key in range(16)]
    again = seat_round(mates, [spread], (4,) * 4, Mode.SOCIAL, 1)
    assert not again.verdict.repeats


def test_in_a_mixed_round_people_meet_within_their_part_of_the_standings():
    found = seat_round(ranked(32), [], (4,) * 8, Mode.MIXED, 1)
    quarters = [{(key - 1) // 8 for key in table} for table in found.tables]
    assert all(len(quarter) == 1 for quarter in quarters)


def test_a_published_seating_is_kept_where_nothing_else_is_at_stake():
    first = seat_round(ranked(40), [], (4,) * 10, Mode.SOCIAL, 1).tables
    here = [p for p in ranked(42) if p.key not in (5, 17)]
    again = seat_round(
        here, [], (4,) * 10, Mode.SOCIAL, 9, constraints=Constraints(published=first)
    )
    assert again.verdict.moved == 0
    moved = {key: n for n, table in enumerate(first) for key in table}
    assert all(moved.get(k, n) == n for n, table in enumerate(again.tables) for k in table)


# --- Byes, places, reasons, prices, digests -------------------------------------------------------


def test_nobody_sits_out_twice_before_everybody_has_once():
    out: dict[int, int] = {}
    for seed in range(9):
        for key in choose_byes(ranked(6), 2, out, Mode.SOCIAL, seed):
            out[key] = out.get(key, 0) + 1
    assert set(out.values()) == {3}


def test_by_standings_the_lowest_sits_out():
    assert choose_byes(ranked(6), 2, {6: 1}, Mode.STANDINGS, 1) == (5, 4)


def test_a_late_arrival_goes_to_their_fixed_table_and_away_from_who_they_are_kept_from():
    tables = [ranked(12)[n : n + 4] for n in (0, 4, 8)]
    options = {"preferred": 4, "largest": 5}
    late = Person(99)
    constraints = Constraints(fixed={99: 3})
    assert place_with_least_harm(late, tables, [], **options, constraints=constraints) == 2
    constraints = Constraints(apart=frozenset({(99, 1), (5, 99)}))
    assert place_with_least_harm(late, tables, [], **options, constraints=constraints) == 2
    assert place_with_least_harm(late, tables, [], **options, playing={0, 1, 2}) is None


def test_a_reason_names_who_was_met_and_the_best_alternative_with_its_price():
    people = ranked(12)
    first = [[1, 5, 9, 2], [3, 6, 7, 10], [4, 8, 11, 12]]
    second = [[1, 3, 4, 6], [2, 8, 7, 5], [9, 10, 11, 12]]
    situation = Situation(people, [first], Mode.STANDINGS)
    found = reason(1, second, situation)
    assert found.table == 0
    assert dict(found.others) == {3: 0, 4: 0, 6: 0}
    assert found.met == 3
    prices = {
        other: price(second, swapped(second, 1, other), situation).total
        for other in range(2, 13)
        if other not in (3, 4, 6)
    }
    assert found.best.price.total == min(prices.values()) == prices[found.best.other]


def test_the_price_of_a_move_is_the_difference_of_two_verdicts():
    people = [Person(1, household="x"), Person(2, household="x"), *map(Person, range(3, 9))]
    tables = [[1, 3, 4, 5], [2, 6, 7, 8]]
    situation = Situation(people, [], Mode.SOCIAL)
    found = price(tables, moved(tables, 2, 0), situation)
    assert found.clashes == 1
    assert found.total > 0
    verdicts = [judge(t, people, [], Mode.SOCIAL) for t in (tables, moved(tables, 2, 0))]
    assert found.total == verdicts[1].total - verdicts[0].total


def test_a_digest_knows_every_fact_and_no_order():
    people = ranked(8)
    base = digest(people, [], (4, 4), Mode.SOCIAL)
    assert base == digest(people[::-1], [], (4, 4), Mode.SOCIAL)
    others = [
        digest(people[:7], [], (4, 4), Mode.SOCIAL),
        digest(people, [[[1, 2]]], (4, 4), Mode.SOCIAL),
        digest(people, [], (5, 3), Mode.SOCIAL),
        digest(people, [], (4, 4), Mode.MIXED),
        digest(people, [], (4, 4), Mode.SOCIAL, Constraints(fixed={1: 1})),
        digest(people, [], (4, 4), Mode.SOCIAL, Constraints(apart=frozenset({(1, 2)}))),
    ]
    assert len({base, *others}) == 7


@pytest.mark.parametrize("mode", Mode)
def test_pairs_at_a_table_are_never_counted_twice(mode):
    people = ranked(8)
    tables = [[1, 2, 3, 4], [5, 6, 7, 8]]
    found = judge(tables, people, [tables], mode)
    assert len(found.repeats) == sum(len(list(combinations(t, 2))) for t in tables)
