import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tests.builders import ANNA, make_entries, make_round, make_tournament, minutes
from tests.clocks import change_clock
from tournaments.models import Standing
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.django_db

BASE = "/api/v1/events/winter-meet/tournaments"


def test_events_and_tournaments_are_listed_without_anything_private(client):
    make_tournament()
    (event,) = client.get("/api/v1/events/").json()["results"]
    assert event.pop("updated_at")
    assert event.pop("stream").startswith("/stream/?event=")
    assert event.pop("id")
    assert event.pop("uid")
    assert event.pop("announced_at")
    assert event.pop("runs_at") == ""
    assert event == (
        {
            "slug": "winter-meet",
            "name": "Winter Meet",
            "venue": "",
            "time_zone": "UTC",
            "clock_12h": False,
            "pickup_least": 3,
            "pickup_from": 0,
            "pickup_until": 24,
            "pickup_any_title": False,
            "place_ends_waiting": False,
            "offer_minutes": 0,
            "mails_players": False,
            "starts_on": "2026-11-21",
            "ends_on": "2026-11-22",
        }
    )
    (tournament,) = client.get(f"{BASE}/").json()["results"]
    assert (tournament["slug"], tournament["target"]) == ("express-open", 120)


def test_a_draft_seating_is_not_listed(client):
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    address = f"{BASE}/express-open/rounds/"
    assert len(client.get(address).json()["results"]) == 1
    made.status = "seated"
    made.save()
    assert client.get(address).json()["results"] == []


@pytest.mark.long
@pytest.mark.parametrize("players", [8, 48])
def test_standings_need_the_same_queries_for_any_number_of_players(client, players, same_queries):
    tournament = make_tournament()
    entries = make_entries(tournament, players)
    Standing.objects.bulk_create(
        Standing(
            tournament=tournament,
            entry=entry,
            rank=rank,
            place=rank,
            score="7/2",
            wins=0,
            game_points=1,
            games=1,
            hands=1,
            in_progress=False,
        )
        for rank, entry in enumerate(entries, start=1)
    )
    with same_queries(at_most=4):
        answer = client.get(f"{BASE}/express-open/standings/").json()
    assert answer["count"] == players
    assert answer["results"][0]["score"] == "7/2"


@pytest.mark.parametrize(
    ("since", "queries"),
    [(0, 5), (95, 8)],  # from the early warning on also: who agrees to play on, and misses a game
)
def test_a_table_needs_few_queries(client, since, queries, django_assert_max_num_queries):
    tournament = make_tournament()
    begun = timezone.now() - minutes(since)
    table = make_round(tournament, [make_entries(tournament, 4)], started_at=begun).tables.get()
    deal_hand(table, 1, by=ANNA, at=begun)
    with django_assert_max_num_queries(queries):
        client.get(f"/api/v1/tables/{table.code}/")


def test_a_table_shows_its_own_clock(client):
    tournament = make_tournament()
    begun = timezone.now()
    table = make_round(tournament, [make_entries(tournament, 4)], started_at=begun).tables.get()
    address = f"/api/v1/tables/{table.code}/"
    before = client.get(address).json()["clock"]
    change_clock(table, "extra", amount=minutes(10), by=ANNA, at=begun, reason="a spilt drink")
    after = client.get(address).json()["clock"]
    assert after["paused_at"] is None
    assert parse_datetime(after["ends_at"]) - parse_datetime(before["ends_at"]) == minutes(10)
