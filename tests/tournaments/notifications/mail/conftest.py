"""A session with a post office: the second of its players wins a place from the queue."""

from copy import deepcopy

import pytest

from tests.tournaments.notifications.mail.letters import make_guests, won, write
from tests.tournaments.notifications.mail.post_office import PostOffice


@pytest.fixture
def office(settings):
    with PostOffice() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_TIMEOUT = 60  # a busy machine may take its time
        yield office


@pytest.fixture(scope="module")
def made_once(module_database):
    """Made once; what a test does with it is rolled back."""
    return make_guests()


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


@pytest.fixture
def session(made):
    return made[0]


@pytest.fixture
def players(made):
    """The first two of three gave an address."""
    return made[1]


@pytest.fixture
def letter(office, session, players):
    won(session, players)
    (found,) = write()
    return found
