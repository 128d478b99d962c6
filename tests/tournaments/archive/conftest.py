"""An event that was played, and the folder of its archive."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.routes.visitors import rolled_back_later
from tests.tournaments.signup.sessions import make_session
from tournaments.models import Event, Tournament
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round
from tournaments.seating.finishing.services import finish_tournament
from tournaments.standings.computing.services import refresh


@pytest.fixture(scope="module")
def event(django_db_setup, django_db_blocker, redis_server):
    """An event with a tournament that was played, made once."""
    with django_db_blocker.unblock(), rolled_back_later():
        found = make_event()
        make_conductor(found)
        played = make_tournament(found, name="Played", slug="played")
        table = make_round(played, [make_entries(played, 3)], started_at=NOON).tables.get()
        deal_hand(table, 1, by=ANNA, at=NOON)
        hand = QuickHand(points={1: 130, 2: 5, 3: 0}, went_out=1)
        report_hand(table, 1, hand, by=ANNA, at=NOON + minutes(15), key="a-hand")
        close_round(table.round, by=ANNA, at=NOON + minutes(20))
        refresh(played, at=NOON + minutes(21))
        yield found
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def ended(event):
    """That event, with its tournaments over."""
    for tournament in event.tournaments.filter(slug="played"):
        finish_tournament(tournament, by=ANNA, at=timezone.now())
        refresh(tournament.pk, at=timezone.now())
    Tournament.objects.filter(event=event).exclude(slug="played").update(status="cancelled")
    return Event.objects.get(pk=event.pk)


@pytest.fixture(scope="module")
def kept(event, tmp_path_factory):
    """The folder of its archive, with the event file; a session is to come."""
    make_session(event=event, kind="other", name="Auction")
    folder = tmp_path_factory.mktemp("archive")
    call_command("archive", event.slug, str(folder), "--with-event-file", stdout=StringIO())
    return folder
