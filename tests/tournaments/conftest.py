"""Fixtures of the tests of the site's packages."""

import pytest
from django.db import transaction

from tests.builders import NOON, make_conductor, make_event, minutes
from tests.routes.visitors import rolled_back_later


@pytest.fixture(scope="module")
def module_database(django_db_setup, django_db_blocker, redis_server):
    """The database, for what all tests of a module begin with: each rolls back to that.

    A test may change what is in memory too, so it gets a copy of that (``copy.deepcopy``). What
    it asks for by ``getfixturevalue`` is made too late, in the test's own transaction.
    """
    with django_db_blocker.unblock(), rolled_back_later():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def that_day(time_machine):
    """Now is half an hour after NOON, so the events of the tests are not over."""
    time_machine.move_to(NOON + minutes(30))


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def owner(client, event):
    """The owner of the event, signed in with the client."""
    user = make_conductor(event, "olga@example.org")
    client.force_login(user)
    return user


@pytest.fixture
def no_mail(settings):
    """A site that cannot send mail."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
