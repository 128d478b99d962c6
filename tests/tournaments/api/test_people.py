"""Careers, two people against each other, rating lists and seasons, as programs read them."""

from copy import deepcopy

import pytest
import time_machine

from tests.builders import ANNA, NOON
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tournaments.models import Player, User
from tournaments.seasons import services
from tournaments.seasons.computing import services as computing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_day")]

NAMES = ("Ann", "Ben", "Cay")


@pytest.fixture(scope="module")
def played_once(module_database):
    """Two tournaments, and a season of the first; what a test does with them is rolled back."""
    with time_machine.travel(NOON):
        winter = play("Winter", NAMES, [40, 30, 20], [5, 20, None])
        spring = play("Spring", NAMES[:2], [9, 8], status="running")
        owner = User.objects.create_user("olga@example.org", "a long password")
        values = {"rule": "own-table", "points": "25 18 15", "taking_part": "1"}
        season = make_season(owner, name="League", **values)
        count(season, winter)
        computing.refresh(season, at=LATER)
        return winter, spring, season


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


@pytest.fixture
def winter(played):
    """Ann 45, Ben 50, Cay 20: Ben won, and each of the two won a game."""
    return played[0]


@pytest.fixture
def spring(played):
    """Ann leads a tournament that runs."""
    return played[1]


@pytest.fixture
def season(played):
    return played[2]


def the(name, tournament):
    return Player.objects.get(name=name, event=tournament.event)


def of(player, rest):
    return f"/api/v1/events/{player.event.slug}/players/{player.pk}/{rest}"


def test_a_career_has_games_places_seasons_and_opponents(client, winter, spring, season):
    found = client.get(of(the("Ben", spring), "career/")).json()
    assert found["name"] == "Ben"
    assert found["games"] == [
        {
            "game": "Express", "events": 2, "tournaments": 2, "won": 1, "podiums": 1, "games": 3,
            "games_won": 1,
        }
    ]  # fmt: skip
    shown = [(one["event"], one["place"], one["is_over"]) for one in found["tournaments"]]
    assert shown == [("spring", 2, False), ("winter", 1, True)]
    assert [(one["season"], one["place"], one["total"]) for one in found["seasons"]] == [
        ("league", 1, "26")
    ]
    assert [
        (one["name"], one["met"], one["ahead"], one["behind"]) for one in found["opponents"]
    ] == [
        ("Ann", 3, 2, 1),
        ("Cay", 1, 0, 1),
    ]


def test_a_career_says_nothing_private(client, winter):
    Player.objects.filter(name="Ann").update(email="ann@example.org", notes="Needs a ramp")
    text = client.get(of(the("Ann", winter), "career/")).content.decode()
    for private in ("ann@example.org", "Needs a ramp", "pin", "badge", "identity"):
        assert private not in text


def test_two_people_are_compared_in_games_and_tournaments(client, winter, spring):
    ann, ben = the("Ann", winter), the("Ben", spring)
    found = client.get(of(ann, f"against/{ben.pk}/")).json()
    assert found["in_games"] == {"ahead": 2, "behind": 1, "level": 0}
    assert found["in_tournaments"] == {"ahead": 0, "behind": 1, "level": 0}
    assert [
        (one["event"], one["round"], one["places"], one["points"]) for one in found["games"]
    ] == [
        ("spring", 1, [1, 2], [9, 8]),
        ("winter", 2, [2, 1], [5, 20]),
        ("winter", 1, [1, 2], [40, 30]),
    ]
    first = found["tournaments"][0]
    assert (first["mine"]["place"], first["theirs"]["place"]) == (1, 2)
    assert client.get(of(ann, f"against/{the('Ann', spring).pk}/")).status_code == 404


def test_the_rating_list_of_a_game_has_its_people(client, winter, django_assert_max_num_queries):
    found = client.get("/api/v1/ratings/express/").json()
    assert found["count"] == 3
    assert {one["name"] for one in found["results"]} == set(NAMES)
    assert all(one["is_provisional"] and one["place"] is None for one in found["results"])
    with django_assert_max_num_queries(4):
        assert client.get("/api/v1/ratings/express/?page_size=1").json()["count"] == 3
    assert client.get("/api/v1/ratings/chess/").status_code == 404


@pytest.mark.parametrize(("what", "queries"), [("career/", 12), ("against/{}/", 14)])
def test_people_are_read_in_a_known_number_of_queries(
    client, spring, django_assert_max_num_queries, what, queries
):
    ann, ben = the("Ann", spring), the("Ben", spring)
    with django_assert_max_num_queries(queries):
        assert client.get(of(ann, what.format(ben.pk))).status_code == 200


def test_a_season_shows_its_own_points_table(client, season):
    found = client.get("/api/v1/seasons/league/").json()
    assert (found["points"], found["taking_part"], found["each_below"]) == ("25 18 15", "1", "0")
    assert (found["promoted"], found["relegated"]) == (0, 0)


def test_seasons_can_be_read_since_they_changed(client, season):
    other = make_season(season.owner, name="Winter Cup", rule="laurels")
    season.refresh_from_db()
    since = {"updated_since": other.updated_at.isoformat()}
    (found,) = client.get("/api/v1/seasons/", since).json()["results"]
    assert found["slug"] == "winter-cup"
    changes = {"name": "The League", "rule": season.rule, "points": season.points}
    services.change_season(season, by=ANNA, at=LATER, **changes)
    assert client.get("/api/v1/seasons/", since).json()["count"] == 2
    assert client.get("/api/v1/seasons/", {"q": "cup"}).json()["count"] == 1
