"""Fixtures of the tests of seasons."""

import pytest

from tournaments.models import User


@pytest.fixture
def owner():
    return User.objects.create_user("olga@example.org", "a long password", name="Olga")
