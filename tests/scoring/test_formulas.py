"""Invariants of all formulas, whatever the table."""

from fractions import Fraction

import pytest
from hypothesis import given

from scoring.formulas import Played
from scoring.placement import places
from scoring.schemes import scheme, schemes
from tests.scoring.played import tables

BY_PLACES = ("house", "four-two-one", "newport-pagnell", "wbc-catan", "wbc-most-wins", "catan")


def worth(key, table):
    return scheme(key).formula.worth(Played.of(table))


@pytest.mark.parametrize("key", BY_PLACES)
@given(table=tables)
def test_shared_places_are_worth_exactly_the_mean_of_the_places_shared(key, table):
    untied = worth(key, {place: (-place,) for place in range(1, len(table) + 1)})
    for player, (first, last) in places(table).items():
        shared = [untied[place] for place in range(first, last + 1)]
        assert worth(key, table)[player] == sum(shared, Fraction(0)) / len(shared)


@pytest.mark.parametrize("key", BY_PLACES)
@given(table=tables)
def test_a_table_hands_out_the_same_sum_whatever_the_ties(key, table):
    untied = {place: (-place,) for place in range(len(table))}
    assert sum(worth(key, table).values()) == sum(worth(key, untied).values())


@pytest.mark.parametrize("key", sorted(schemes()))
@given(table=tables)
def test_equal_merits_are_worth_the_same_and_better_ones_never_less(key, table):
    got = worth(key, table)
    for one, merit in table.items():
        for other, theirs in table.items():
            if merit == theirs:
                assert got[one] == got[other]
            elif merit > theirs:
                assert got[one] >= got[other]


@given(table=tables)
def test_the_bonus_for_a_close_game_never_changes_the_order_of_a_table(table):
    plain, close = worth("house", table), worth("close-game", table)
    for player, points in close.items():
        assert 0 <= points - plain[player] < Fraction(1, 2)
    assert all((close[a] > close[b]) == (table[a] > table[b]) for a in table for b in table)


@given(table=tables)
def test_the_shares_of_a_table_add_up_to_a_hundred(table):
    assert sum(worth("share", table).values()) == 100
