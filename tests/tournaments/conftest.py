"""Fixtures of the tests of the site's packages."""

import pytest

from tests.builders import NOON, make_conductor, make_event, minutes


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
