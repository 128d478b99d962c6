"""The figures of a seating in words."""

import pytest
from django.utils import translation

from pairing.plans.plan import plan
from tournaments.texts import say

#: Plans of every origin: table sizes, rounds.
PLANS = [
    ([4] * 5, 3),
    ([4] * 4, 4),
    ([4] * 4, 5),
    ([3] * 5, 7),
    ([4] * 12, 9),
    ([4, 4, 3], 3),
    ([5, 5, 4], 5),
]


@pytest.mark.long
@pytest.mark.parametrize(("sizes", "rounds"), PLANS)
def test_the_origin_of_a_plan_is_said_in_the_language_of_the_reader(sizes, rounds, pseudo_language):
    method = plan(sizes, rounds, seed=1).method
    assert say(method) == method
    with translation.override(pseudo_language):
        assert say(method).startswith("[")
