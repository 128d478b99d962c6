"""Who may see and change the roster, and what nobody else gets to see."""

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
from tests.tournaments.registration.pages import SECRETS, join, page
from tournaments.models import Entry, Role
from tournaments.registration import services

pytestmark = pytest.mark.django_db


def conductors_addresses(event, entry) -> list[str]:
    slug = event.slug
    return [
        reverse("roster", args=[slug]),
        reverse("roster-live", args=[slug]),
        reverse("roster-import", args=[slug]),
        reverse("walk-in", args=[slug]),
        reverse("check-in-many", args=[slug]),
        reverse("entry-status", args=[slug, entry.pk]),
        reverse("player-edit", args=[slug, entry.player_id]),
        reverse("player-enter", args=[slug, entry.player_id]),
    ]


ONLY_POST = ("check-in/", "enter/")
ONLY_GET = ("roster/", "live/")


def allowed(address, method) -> bool:
    return not address.endswith(ONLY_POST if method == "get" else ONLY_GET)


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_public_is_sent_to_sign_in(client, event, tournament, method):
    [entry] = make_entries(tournament, 1, status=Entry.Status.ENTERED)
    for address in conductors_addresses(event, entry):
        if allowed(address, method):
            response = getattr(client, method)(address, {"to": "check_in"})
            assert response.url.startswith(reverse("sign-in")), address
    entry.refresh_from_db()
    assert entry.status == "entered"


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("role", [Role.SCOREKEEPER, "elsewhere"])
def test_others_are_refused(client, tournament, method, role):
    event = tournament.event
    [entry] = make_entries(tournament, 1, status=Entry.Status.ENTERED)
    place = make_event("Summer Meet") if role == "elsewhere" else event
    client.force_login(make_conductor(place, role=Role.OWNER if place != event else role))
    for address in conductors_addresses(event, entry):
        if allowed(address, method):
            response = getattr(client, method)(address, {"to": "check_in"})
            assert response.status_code == 403, address
    entry.refresh_from_db()
    assert entry.status == "entered"


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
