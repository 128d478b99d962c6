"""The world that the tests of addresses ask about."""

import pytest
from django.db import transaction
from django.utils import timezone

from tests.routes.visitors import give_credentials, rolled_back_later
from tests.routes.world import make_world


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """The world, created once; changes of each test are rolled back."""
    with django_db_blocker.unblock(), rolled_back_later():
        made = make_world(timezone.now())
        give_credentials(made)
        yield made
        transaction.set_rollback(True)
