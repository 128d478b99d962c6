"""Two owners of leagues link their divisions at the same moment."""

from functools import partial

import pytest

from tests.builders import ANNA, NOON
from tests.tournaments.clock.test_at_the_same_moment import together
from tournaments.models import Season
from tournaments.seasons.divisions.services import put_below

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
TRIES = 4


def test_two_divisions_that_are_put_below_each_other_make_no_circle():
    for number in range(TRIES):
        one, other = (
            Season.objects.create(name=name, slug=f"{name}-{number}") for name in ("one", "other")
        )
        below = partial(put_below, by=ANNA, at=NOON)
        together(partial(below, one, other), partial(below, other, one))
    assert Season.objects.exclude(above=None).count() == TRIES
