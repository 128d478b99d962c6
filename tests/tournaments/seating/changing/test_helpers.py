"""A helper fills a seat: the result holds a place at the table, and counts for nobody."""

import json

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, seat
from tests.tournaments.standings.hands import close, report
from tournaments.api.tokens import make_token
from tournaments.ledger import Actor
from tournaments.models import Entry, LedgerEntry, Player, Round, Seat, Standing
from tournaments.registration.services import check_in, drop, enter, mark_missing
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.seasons.careers.queries import player_record
from tournaments.seasons.careers.ratings import compute
from tournaments.seating import errors
from tournaments.seating.changing.helpers import seat_helper
from tournaments.seating.changing.services import move_seat, swap_seats, undo
from tournaments.seating.formats import finals
from tournaments.seating.ranking import stored_ranking
from tournaments.standings import errors as standings_errors
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import adjust
from tournaments.standings.exporting import event_reader, event_writer
from tournaments.standings.exporting.trf import trf  # noqa: F401

pytestmark = pytest.mark.django_db
WHO = {"by": ANNA, "at": NOON}


@pytest.fixture
def tournament():
    return make_tournament(finalists=3, scheme="house", rounds_planned=1)


@pytest.fixture
def round_(tournament):
    """Two tables: four people, and two who lack a third."""
    entries = make_entries(tournament, 6)
    return make_round(tournament, [entries[:4], entries[4:]], started_at=None)


@pytest.fixture
def hal(tournament):
    """A person of the roster who does not play."""
    return Player.objects.create(event=tournament.event, name="Hal", identity="hal")


def helps(round_, player, number=2):
    return seat_helper(round_, player, round_.tables.get(number=number), **WHO)


def played(round_, *tables):
    """Report these points at the tables of a round that runs, and close it."""
    Round.objects.filter(pk=round_.pk).delete()
