"""Words of the standings in templates: a score, and how old they are."""

from datetime import timedelta
from fractions import Fraction

import pytest

from tests.builders import NOON
from tournaments.templatetags.standings import age, score


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0 s"), (12, "12 s"), (59, "59 s"), (60, "1 min"), (121, "2 min"), (9000, "2 h")],
)
def test_an_age_is_said_in_the_unit_that_fits(seconds, words):
    assert age(NOON - timedelta(seconds=seconds), NOON) == words


def test_a_score_below_zero_has_a_minus_and_no_hyphen():
    assert score(Fraction(-5)) == "\N{MINUS SIGN}5"
    assert score("-5/2") == '<span title="\N{MINUS SIGN}2 1/2">\N{MINUS SIGN}2.5</span>'
