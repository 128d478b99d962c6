"""Numbers from outside are bounded before they are parsed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.numbers import (
    LONGEST_FRACTION,
    fraction,
    many,
    whole_number,
    whole_value,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", Fraction(2)),
        (" 1/2 ", Fraction(1, 2)),
        ("0.5", Fraction(1, 2)),
        ("-2.25", Fraction(-9, 4)),
        ("+3", Fraction(3)),
        (".5", Fraction(1, 2)),
        ("2.", Fraction(2)),
        ("999999999999/999999999", Fraction(999999999999, 999999999)),
    ],
)
def test_a_number_is_read_exactly_as_people_write_it(text, number):
    assert fraction(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "1e3000000",
        "1E9",
        "-1e-3000000",
        "9" * 13,
        "1/" + "9" * 10,
        "0." + "1" * 10,
        "1/0",
        "",
        " ",
        ".",
        "1_000",
        "٣",
        "nan",
        "inf",
        "1 1/2",
        "--1",
        "1\x00",
        "9" * 1_000_000,
    ],
)
def test_what_is_no_number_of_a_score_is_refused_before_it_costs_anything(text):
    with pytest.raises(ValueError, match=r"number|zero"):
        fraction(text)


@given(st.text(max_size=40))
def test_whatever_is_accepted_is_small(text):
    try:
        number = fraction(text)
    except ValueError:
        return
    assert len(str(number)) <= LONGEST_FRACTION
    assert abs(number) < 10**12


@given(st.fractions(-(10**6), 10**6, max_denominator=999_999_999))
def test_what_the_site_writes_it_reads(number):
    text = str(number)
    if len(text) <= LONGEST_FRACTION and abs(number.numerator) < 10**12:
        assert fraction(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.0", " 1", "٣", "1e3", "9" * 9])
def test_only_plain_digits_are_a_whole_number(text):
    assert whole_number(text) is None


def test_a_whole_number_may_have_as_many_digits_as_its_place_allows():
    assert whole_number("00012") == 12
    assert whole_number("9" * 9, most_digits=9) == 999_999_999


def test_a_document_may_write_a_whole_number_as_a_number_or_in_digits():
    assert [whole_value(7), whole_value("7"), whole_value(-7)] == [7, 7, -7]


@pytest.mark.parametrize("value", [10**8, 10**500, "1" * 9, 1.0, float("inf"), None, True, "x"])
def test_what_is_no_whole_number_of_a_usual_size_is_refused(value):
    with pytest.raises(ValueError, match="not a whole number"):
        whole_value(value)


def test_a_number_of_things_is_said_with_its_plural():
    assert [many(count, "Rider") for count in (0, 1, 2)] == ["0 Riders", "1 Rider", "2 Riders"]
