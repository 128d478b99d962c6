import pytest

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament
from tournaments.models import Standing
from tournaments.results.services import deal_hand

pytestmark = pytest.mark.django_db

BASE = "/api/v1/events/winter-meet/tournaments"


def test_events_and_tournaments_are_listed_without_anything_private(client):
    make_tournament()
    assert client.get("/api/v1/events/").json()["results"] == [
        {
            "slug": "winter-meet",
            "name": "Winter Meet",
            "venue": "",
            "time_zone": "UTC",
            "starts_on": "2026-11-21",
            "ends_on": "2026-11-22",
        }
    ]
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


@pytest.mark.parametrize("players", [8, 80])
def test_standings_need_the_same_queries_for_any_number_of_players(
    client, players, django_assert_num_queries
):
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
    with django_assert_num_queries(3):
        answer = client.get(f"{BASE}/express-open/standings/").json()
    assert answer["count"] == players
    assert answer["results"][0]["score"] == "7/2"


def test_a_table_needs_four_queries(client, django_assert_num_queries):
    tournament = make_tournament()
    table = make_round(tournament, [make_entries(tournament, 4)], started_at=NOON).tables.get()
    deal_hand(table, 1, by=ANNA, at=NOON)
    with django_assert_num_queries(4):
        client.get(f"/api/v1/tables/{table.code}/")
