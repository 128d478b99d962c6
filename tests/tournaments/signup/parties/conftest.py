"""Fixtures of the tests of parties."""

import pytest

from tests.builders import make_event
from tests.tournaments.signup.sessions import check_truth, make_session


@pytest.fixture
def session():
    """One of an event of its own, with four places."""
    return make_session(event=make_event(), capacity=4)


@pytest.fixture
def _the_truth_holds():
    yield
    check_truth()
