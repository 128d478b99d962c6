"""Workers of a site send each letter once, whichever of them is first and whichever is killed."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction

from tests.builders import NOON, minutes
from tests.tournaments.notifications.mail.letters import NOW, attempt, make_guests
from tournaments.models import Letter
from tournaments.notifications.mail import sending

pytestmark = pytest.mark.django_db


OF_TWO_STATES = (
    {"state": "sent"},
    {"sent_at": NOON},
    {"due_at": None},
    {"state": "failed", "due_at": None},
)


@pytest.fixture
def made():
    """Not once for all: other connections read it."""
    return make_guests()


def test_the_database_refuses_a_letter_of_two_states(letter):
    for values in OF_TWO_STATES:
        with pytest.raises(IntegrityError), transaction.atomic():
            Letter.objects.update(**values)


@pytest.mark.django_db(transaction=True)
def test_eight_workers_send_each_letter_once(office, letter, players):
    facts = {"event": letter.event, "subject": "x", "text": "y", "made_at": NOW, "due_at": NOW}
    Letter.objects.bulk_create(
        Letter(player=players[0], key=f"k{n}", ends_at=NOON, **facts) for n in range(11)
    )

    def work(_number):
        try:
            return sending.send_due(now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 12
    assert len(office.letters) == 12


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_while_the_server_takes_it_sends_it_no_second_time(office, letter):
    worker = []

    def kill():
        os.kill(worker[0], signal.SIGKILL)
        return ""

    office.on_letter = kill
    connection.close()
    worker.append(os.fork())
    if not worker[0]:
        sending.send_due(now=NOW)
        os._exit(0)
    os.waitpid(worker[0], 0)
    office.on_letter = lambda: "250 taken"
    letter.refresh_from_db()
    assert letter.state == "sending"
    attempt(letter, NOW + minutes(5))
    assert (letter.state, len(office.letters)) == ("failed", 1)
    assert "It may have arrived." in letter.reason_in_words
