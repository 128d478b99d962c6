"""A session with a post office: the second of its players wins a place from the queue."""

import pytest

from tests.builders import make_event
from tests.tournaments.notifications.mail.letters import won, write
from tests.tournaments.notifications.mail.post_office import PostOffice
from tests.tournaments.signup.sessions import make_players, make_session


@pytest.fixture
def office(settings):
    with PostOffice() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_TIMEOUT = 60  # a busy machine may take its time
        yield office


@pytest.fixture
def session():
    return make_session(event=make_event(mails_players=True), capacity=1)


@pytest.fixture
def players(session):
    """The first two of three gave an address."""
    found = make_players(session.event, 3)
    for number, player in enumerate(found[:2]):
        player.email = f"guest{number}@example.org"
        player.save()
    return found


@pytest.fixture
def letter(office, session, players):
    won(session, players)
    (found,) = write()
    return found
