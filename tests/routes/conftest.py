"""The world that the tests of addresses ask about."""

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from tests.routes.blank import undrawn_codes
from tests.routes.keeping import Kept, all_rows
from tests.routes.visitors import give_credentials, rolled_back_later
from tests.routes.world import make_world


def new_world(at):
    made = make_world(at)
    give_credentials(made)
    return made


@pytest.fixture(scope="session")
def kept_worlds():
    """The world that this process has made, if any."""
    return []


@pytest.fixture(scope="module")
def world(kept_worlds, django_db_setup, django_db_blocker):
    """The world; changes of each test are rolled back.

    On SQLite, where a dozen modules ask for it, all but the first of them go back to the moment at
    which it was made: to make it takes twenty times as long as to put its rows back.
    """
    with django_db_blocker.unblock(), rolled_back_later(), undrawn_codes():
        if connection.vendor == "postgresql":
            yield new_world(timezone.now())
        else:
            yield from _once_made(kept_worlds)
        transaction.set_rollback(True)


def _once_made(kept_worlds):
    if kept_worlds:
        with time_machine.travel(kept_worlds[0].at):
            yield kept_worlds[0].put_back()
        return
    before, now = all_rows(), timezone.now()
    made = new_world(now)
    kept_worlds.append(Kept(made, now, before))
    yield made
