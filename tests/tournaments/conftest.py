"""Fixtures of the tests of the site's packages."""

import pytest

from tests.builders import NOON, minutes


@pytest.fixture
def that_day(time_machine):
    """Now is half an hour after NOON, so the events of the tests are not over."""
    time_machine.move_to(NOON + minutes(30))
