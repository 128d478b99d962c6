"""Whom a conductor cannot reach, and what nobody else gets to see of the roster.

Which role may use which of its pages is in tests/routes/test_matrix.py.
"""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tests.tournaments.registration.pages import SECRETS, join, page
from tournaments.models import Entry
from tournaments.registration import services

pytestmark = pytest.mark.django_db


def test_a_conductor_cannot_reach_people_of_another_event_through_their_own(
    client, event, tournament, conductor
):
    elsewhere = make_tournament(make_event("Summer Meet"))
    [entry] = make_entries(elsewhere, 1, status=Entry.Status.ENTERED)
    for name, pk in [
        ("entry-status", entry.pk),
        ("player-edit", entry.player_id),
        ("player-enter", entry.player_id),
        ("entry-status", 10**30),
    ]:
        address = reverse(name, args=[event.slug, pk])
        assert client.post(address, {"to": "check_in", "name": "X"}).status_code == 404


def test_no_public_page_shows_what_is_private(client, event, tournament):
    entries = make_entries(tournament, 4)
    for entry in entries:
        services.edit_player(entry.player, by=ANNA, at=NOON, **SECRETS)
    make_round(tournament, [entries])
    assert SECRETS
    pages = [
        page(client, "standings", event.slug, tournament.slug),
        page(client, "player", event.slug, entries[0].player_id),
        page(client, "api-players", event.slug),
        page(client, "api-entries", event.slug, tournament.slug),
        page(client, "event", event.slug),
        page(client, "join", event.slug),
        page(client, "tournament", event.slug, tournament.slug),
        join(client, event, name="Player 001", tournaments=[tournament.slug]).content.decode(),
    ]
    for text in pages:
        assert "ecret" not in text
