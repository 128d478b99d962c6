"""Scores as people read them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formatting import exact, rounded


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
