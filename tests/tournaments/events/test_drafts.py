"""An event that is a draft: nobody but its staff can tell that it exists."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    phone_of,
)
from tests.tournaments.fixtures.leagues import league, make
from tournaments.events import errors, services
from tournaments.fixtures.services import discard_fixtures
from tournaments.models import (
    Event,
    LedgerEntry,
    Player,
    Role,
    Round,
    Season,
    SeasonTournament,
    Staff,
    User,
)
from tournaments.seating.errors import EventIsADraft
from tournaments.seating.services import publish_round

pytestmark = pytest.mark.django_db

EVERYBODYS = ("event", "event-live", "board", "find", "join", "notices", "search", "conduct")


@pytest.fixture
def draft():
    return make_event("Secret Con", announced_at=None)


@pytest.fixture
def tournament(draft):
    return make_tournament(draft, name="Secret Open")


def of_tournament(name, tournament):
    return reverse(name, args=[tournament.event.slug, tournament.slug])


def test_its_pages_do_not_exist_for_strangers_and_do_for_staff(client, draft):
    for name in EVERYBODYS:
        stranger = client.get(reverse(name, args=[draft.slug]))
        assert stranger.status_code == 404, name
        assert "Secret" not in stranger.text
    for role in Role.values:
        user = make_conductor(draft, f"{role}@example.org", role)
        staff = Client()
        staff.force_login(user)
        for name in EVERYBODYS if role == Role.OWNER else ("event",):
            answer = staff.get(reverse(name, args=[draft.slug]))
            assert answer.status_code == 200, (role, name)
            assert "no-store" in answer["Cache-Control"], (role, name)


def test_staff_of_another_event_and_players_are_strangers(client, draft, tournament):
    address = draft.get_absolute_url()
    client.force_login(make_conductor(make_event("Other"), "other@example.org"))
    assert client.get(address).status_code == 404
    phone = Client()
    phone_of(phone, make_entries(tournament, 1)[0].player)
    assert phone.get(address).status_code == 404


def test_its_tournament_tables_players_and_files_do_not_exist_for_strangers(client, tournament):
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries]).tables.get()
    slug, player = tournament.event.slug, entries[0].player
    addresses = [
        of_tournament("tournament", tournament),
        of_tournament("standings", tournament),
        of_tournament("standings-csv", tournament),
        of_tournament("hands-csv", tournament),
        table.get_absolute_url(),
        reverse("player", args=[slug, player.pk]),
        f"/b/{player.badge}/",
        f"/api/v1/events/{slug}/",
        f"/api/v1/events/{slug}/tournaments/",
        f"/api/v1/events/{slug}/tournaments/{tournament.slug}/",
        f"/api/v1/events/{slug}/tournaments/{tournament.slug}/standings/",
        f"/api/v1/events/{slug}/tournaments/{tournament.slug}/rounds/",
        f"/api/v1/events/{slug}/players/",
        f"/api/v1/tables/{table.code}/",
    ]
    for address in addresses:
        assert client.get(address).status_code == 404, address
    Event.objects.update(announced_at=NOON)
    found = [client.get(address).status_code for address in addresses]
    assert found == [200] * len(addresses)


def test_it_is_in_no_list_of_a_stranger_and_marked_in_those_of_its_staff(client, draft):
    other = make_event("Open Con")
    assert client.get("/").url == other.get_absolute_url()
    assert "Secret" not in client.get("/?all").text
    assert "Secret" not in client.get("/api/v1/events/").text
    client.force_login(make_conductor(draft))
    home = client.get("/?all").text
    assert "Secret Con" in home
    assert "draft" in home
    assert "Draft: only the staff" in client.get(draft.get_absolute_url()).text


def test_nobody_else_reads_of_it_where_the_same_person_plays(client, draft):
    event = make_event("Known Con")
    ann, _same = (
        Player.objects.create(event=one, name="Ann", identity="name:ann|", pin=str(1000 + one.pk))
        for one in (event, draft)
    )
    address = reverse("player", args=[event.slug, ann.pk]) + "?own=parts"
    client.force_login(make_conductor(event))
    assert "Secret" not in client.get(address).text
    Staff.objects.create(event=draft, user=User.objects.get(), role=Role.CONDUCTOR)
    assert "Secret" in client.get(address).text


def test_its_tournaments_are_not_named_on_the_page_of_a_season(client, tournament):
    season = Season.objects.create(name="Season", slug="season")
    SeasonTournament.objects.create(season=season, tournament=tournament)
    assert "Secret" not in client.get("/seasons/season/").text
    assert "secret" not in client.get("/api/v1/seasons/season/tournaments/").text


def test_to_announce_it_is_one_act_and_can_be_taken_back(client, draft):
    client.force_login(make_conductor(draft))
    address = reverse("event-announce", args=[draft.slug])
    client.post(address, {"act": "announce"})
    assert Client().get(draft.get_absolute_url()).status_code == 200
    edit = client.get(reverse("event-edit", args=[draft.slug])).text
    assert "Make it a draft again" in edit
    client.post(address, {"act": "withdraw"})
    assert Client().get(draft.get_absolute_url()).status_code == 404
    verbs = LedgerEntry.objects.filter(event=draft).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["announce event", "withdraw event"]


def test_it_is_not_taken_back_once_seats_were_published(draft, tournament):
    services.announce_event(draft, by=ANNA, at=NOON)
    make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    with pytest.raises(errors.SeatsWerePublished):
        services.withdraw_event(draft, by=ANNA, at=NOON)


def test_it_is_not_taken_back_while_it_has_fixtures(client, draft):
    services.announce_event(draft, by=ANNA, at=NOON)
    tournament = league(4, event=draft)
    client.force_login(make_conductor(draft))
    edit = reverse("event-edit", args=[draft.slug])
    assert "Make it a draft again" not in client.get(edit).text
    with pytest.raises(errors.SeatsWerePublished):
        services.withdraw_event(draft, by=ANNA, at=NOON)
    discard_fixtures(tournament, by=ANNA, at=NOON)
    assert "Make it a draft again" in client.get(edit).text


def test_no_seats_are_published_in_it(draft, tournament):
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    Round.objects.update(status=Round.Status.SEATED)
    with pytest.raises(EventIsADraft):
        publish_round(round_, by=ANNA, at=NOON)


def test_no_fixtures_are_made_in_it(draft):
    tournament = league(4, event=draft, made=False)
    with pytest.raises(EventIsADraft):
        make(tournament)


def test_a_new_event_begins_as_a_draft_if_it_is_wanted(client):
    client.force_login(make_conductor(make_event("Other")))
    days = {"starts_on": "2026-11-21", "ends_on": "2026-11-21", "time_zone": "UTC"}
    client.post("/events/new/", {"name": "Quiet Con", "is_draft": "on", **days})
    client.post("/events/new/", {"name": "Loud Con", **days})
    assert Event.objects.get(name="Quiet Con").is_draft
    assert not Event.objects.get(name="Loud Con").is_draft
