"""A tournament that people register for, and the conductor of its event."""

import pytest

from tests.builders import make_conductor, make_tournament


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def event(tournament):
    return tournament.event


@pytest.fixture
def conductor(client, event):
    user = make_conductor(event)
    client.force_login(user)
    return user
