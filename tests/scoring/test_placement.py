"""Placement points, on tables worked out by hand and on any table at all."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring import placement


def merits(points):
    """What players end a game with that has no tie-break of its own: their points alone."""
    return {player: (amount,) for player, amount in points.items()}


def table_points(points):
    return placement.table_points(merits(points))


def places(points):
    return placement.places(merits(points))


tables = st.dictionaries(st.integers(0, 20), st.integers(-50, 150), min_size=1, max_size=8)


def test_four_players_get_four_three_two_and_one():
    assert table_points({"ann": 121, "ben": 98, "cay": 40, "dee": -3}) == {
        "ann": 4,
        "ben": 3,
        "cay": 2,
        "dee": 1,
    }


def test_three_five_and_six_players_are_spaced_evenly_between_four_and_one():
    assert list(table_points({1: 30, 2: 20, 3: 10}).values()) == [4, Fraction(5, 2), 1]
    assert list(table_points({1: 5, 2: 4, 3: 3, 4: 2, 5: 1}).values()) == [
        4,
        Fraction(13, 4),
        Fraction(5, 2),
        Fraction(7, 4),
        1,
    ]
    assert table_points(dict.fromkeys(range(6), 0) | {0: 9})[0] == 4
    assert table_points({n: -n for n in range(6)})[1] == Fraction(17, 5)


def test_two_who_tie_for_first_share_the_mean_of_first_and_second():
    worth = table_points({"ann": 120, "ben": 120, "cay": 60, "dee": 10})
    assert worth["ann"] == worth["ben"] == Fraction(7, 2)
    assert (worth["cay"], worth["dee"]) == (2, 1)


def test_three_who_tie_for_last_share_the_mean_of_their_places():
    worth = table_points({"ann": 120, "ben": 5, "cay": 5, "dee": 5})
    assert worth == {"ann": 4, "ben": 2, "cay": 2, "dee": 2}


def test_a_table_where_all_tie_gives_everybody_the_middle():
    assert set(table_points(dict.fromkeys("abcde", 0)).values()) == {Fraction(5, 2)}


def test_nobody_and_a_lone_player_are_tables_too():
    assert table_points({}) == {}
    assert table_points({"ann": -5}) == {"ann": 4}


def test_places_name_the_first_and_the_last_place_held():
    held = places({"ann": 10, "ben": 7, "cay": 7, "dee": 0})
    assert held == {"ann": (1, 1), "ben": (2, 3), "cay": (2, 3), "dee": (4, 4)}


@given(tables.filter(lambda table: len(table) > 1))
def test_a_table_hands_out_the_same_sum_whatever_the_ties(table):
    assert sum(table_points(table).values()) == Fraction(5 * len(table), 2)


@given(tables)
def test_more_points_are_never_worth_less_and_equal_points_worth_the_same(table):
    worth = table_points(table)
    for one, points in table.items():
        for other, others in table.items():
            assert (points > others) == (worth[one] > worth[other])


@given(tables)
def test_every_worth_is_an_exact_fraction_from_one_to_four(table):
    assert all(isinstance(w, Fraction) and 1 <= w <= 4 for w in table_points(table).values())
