"""Tournaments that do not take place, and registration, by programs that say what they saw."""

import pytest
from django.urls import reverse

from tests.builders import NOON, make_conductor, make_entries, make_tournament
from tests.tournaments.signup.sessions import make_session
from tests.tournaments.standings.hands import play_round
from tournaments.events.settings.of_event import LONGEST_NAME
from tournaments.models import LedgerEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def send(client, tournament):
    client.force_login(make_conductor(tournament.event))

    def send(name, body=None, version=None):
        at = reverse(name, args=[tournament.event.slug, tournament.slug])
        headers = {} if version is None else {"If-Match": f'"{version}"'}
        return client.post(at, body or {}, "application/json", headers=headers)

    return send


def test_a_tournament_is_cancelled_and_reinstated_by_the_version_that_was_seen(send, tournament):
    assert send("api-cancel").status_code == 428
    version = tournament.results_version
    cancelled = send("api-cancel", version=version)
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
    older = send("api-reinstate-tournament", version=version)
    assert (older.status_code, older.json()["code"]) == (409, "changed-since-seen")
    again = send("api-reinstate-tournament", version=cancelled.json()["results_version"])
    assert again.json()["status"] == "open"


def test_registration_closes_and_opens_for_whoever_saw_how_it_was(send, tournament):
    assert send("api-registration", {"to": "closed"}).status_code == 400
    closed = send("api-registration", {"to": "closed", "was": "open"})
    assert closed.json()["registration"] == "closed"
    Tournament.objects.update(closes_at=NOON)
    opened = send("api-registration", {"to": "open", "was": "closed"}).json()
    assert (opened["registration"], opened["closes_at"]) == ("open", None)
    assert LedgerEntry.objects.filter(verb="change tournament").count() == 2


def test_a_program_names_the_sessions_that_go_with_a_tournament(send, tournament):
    make_session(tournament)
    longest = "L" * LONGEST_NAME
    Tournament.objects.update(name=longest)
    seen = {"name": longest, "entries": 0, "rounds": 0}
    assert send("api-tournament-delete", seen).json()["code"] == "changed-since-seen"
    assert send("api-tournament-delete", seen | {"sessions": 1}).status_code == 204


def test_what_is_deleted_is_what_the_program_saw_and_nothing_that_was_played(send, tournament):
    entries = make_entries(tournament, 3)
    seen = {"name": tournament.name, "entries": 2, "rounds": 0}
    assert send("api-tournament-delete", seen).json()["code"] == "changed-since-seen"
    played = make_tournament(tournament.event, name="Another")
    play_round(played, [[(one, 10) for one in make_entries(played, 3)]], number=1)
    assert send("api-tournament-delete", seen | {"entries": len(entries)}).status_code == 204
    assert not Tournament.objects.filter(pk=tournament.pk).exists()
    tournament.slug = played.slug
    kept = send("api-tournament-delete", {"name": "Another", "entries": 3, "rounds": 1})
    assert kept.json()["code"] == "played-already"
    assert Tournament.objects.filter(pk=played.pk).exists()
