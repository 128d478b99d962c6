"""Scores as people read them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formatting import decimals, exact, in_column, rounded


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(10), "10"),
        (Fraction(100), "100"),
        (Fraction(7, 2), "3.5"),
        (Fraction(55, 8), "6.88"),
        (Fraction(1, 3), "0.33"),
        (Fraction(0), "0"),
        (Fraction(-5, 2), "-2.5"),
    ],
)
def test_a_score_is_shown_with_two_decimals_at_most(score, text):
    assert str(rounded(score)) == text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(7, 2), "3 1/2"),
        (Fraction(3, 5), "0 3/5"),
        (Fraction(-1, 2), "-0 1/2"),
        (Fraction(737, 60), "12 17/60"),
    ],
)
def test_a_score_is_exact_for_a_spreadsheet(score, text):
    assert exact(score) == text


@given(st.fractions(0, 200, max_denominator=120))
def test_what_is_written_exactly_can_be_read_back(score):
    assert sum(map(Fraction, exact(score).split())) == score
    assert abs(Fraction(rounded(score)) - score) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        ([Fraction(22, 5), Fraction(437, 100)], ["4.40", "4.37"]),
        ([Fraction(7), Fraction(10)], ["7", "10"]),
        ([Fraction(7, 2), Fraction(100)], ["3.5", "100.0"]),
        ([Fraction(-1, 3), Fraction(0)], ["-0.33", "0.00"]),
        ([], []),
    ],
)
def test_scores_of_one_column_have_the_same_number_of_decimals(column, texts):
    assert [str(in_column(score, decimals(column))) for score in column] == texts


@given(st.lists(st.fractions(-100, 100), max_size=8))
def test_a_column_shows_each_score_as_it_is_shown_alone(column):
    needed = decimals(column)
    shown = [in_column(score, needed) for score in column]
    assert shown == [rounded(score) for score in column]
    assert {-one.as_tuple().exponent for one in shown} <= {needed}
