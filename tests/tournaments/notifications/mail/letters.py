"""Letters to somebody who won a place from the queue: written, and tried to be sent."""

from tests.builders import ANNA, NOON, make_event, minutes
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.models import Letter
from tournaments.notifications.mail import sending
from tournaments.notifications.push import changes
from tournaments.signup import promoting
from tournaments.signup import services as signup

BEFORE = {"by": ANNA, "at": NOON - minutes(120)}
NOW = BEFORE["at"]


def make_guests():
    """A session with one place, and three guests, of whom the first two gave an address."""
    session = make_session(event=make_event(mails_players=True), capacity=1)
    guests = make_players(session.event, 3)
    for number, player in enumerate(guests[:2]):
        player.email = f"guest{number}@example.org"
        player.save()
    return session, guests


def won(session, players):
    """The second gets the place of the last, from the queue."""
    signup.book(session, players[2], **BEFORE)
    signup.join_queue(session, players[1], **BEFORE)
    signup.cancel(session, players[2], **BEFORE)
    promoting.promote(session.pk, at=NOW)


def write():
    """The letters that are written of what was noted."""
    changes.queue_messages(now=NOW)
    return list(Letter.objects.order_by("pk"))


def attempt(letter, at=NOW):
    sending.send_due(now=at)
    letter.refresh_from_db()
    return letter
