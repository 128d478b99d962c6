"""Words of the standings in templates: how old they are."""

from datetime import timedelta

import pytest

from tests.builders import NOON
from tournaments.templatetags.standings import age


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0 s"), (12, "12 s"), (59, "59 s"), (60, "1 min"), (121, "2 min"), (9000, "2 h")],
)
def test_an_age_is_said_in_the_unit_that_fits(seconds, words):
    assert age(NOON - timedelta(seconds=seconds), NOON) == words
