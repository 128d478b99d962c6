"""The page before seating promises no table for people who sit at another one."""

import pytest

from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
)
from tests.tournaments.seating.head_to_head.playing import head_to_head
from tournaments.models import Entry, Tournament
from tournaments.seating.formats.registry import format_of

pytestmark = pytest.mark.django_db


def also_in(tournament, entries):
    """The same people, checked in here too."""
    facts = {"status": Entry.Status.CHECKED_IN, "entered_at": NOON, "status_at": NOON}
    return [tournament.entries.create(player=entry.player, **facts) for entry in entries]


@pytest.fixture
def playing():
    """Three people who sit at a table of another tournament."""
    other = make_tournament(name="Other")
    entries = make_entries(other, 3)
    make_round(other, [entries])
    return entries


def test_who_sits_elsewhere_is_named_and_gets_no_table(client, playing):
    event = playing[0].tournament.event
    tournament = make_tournament(event)
    also_in(tournament, playing)
    make_entries(tournament, 4)
    found = format_of(tournament).outlook(tournament)
    assert (found.here, found.byes) == (4, 0)
    client.force_login(make_conductor(event))
    page = client.get(f"{tournament.get_absolute_url()}rounds/seat/").text
    assert "4 players are checked in." in page
    assert "not seated here: Player 001 (Other, Table 1), Player 002 (Other, Table 1)" in page


def test_if_everybody_sits_elsewhere_the_page_says_so(playing):
    tournament = make_tournament(playing[0].tournament.event)
    also_in(tournament, playing)
    assert "Player 001 (Other, Table 1)" in format_of(tournament).outlook(tournament).obstacle


def test_a_format_for_two_counts_them_neither(playing):
    event = playing[0].tournament.event
    tournament = head_to_head(Tournament.Pairing.FIELD, 4, event, slug="swiss")
    also_in(tournament, playing[:1])
    found = format_of(tournament).outlook(tournament)
    assert (found.here, len(found.elsewhere)) == (4, 1)
