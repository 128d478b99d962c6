"""People over many events: careers, two against each other, and rating lists."""

import re

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.builders import ANNA, NOON, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.exporting.event_files import forgotten
from tests.tournaments.standings.hands import play_round
from tournaments.models import Entry, LedgerEntry, Player, Season, Tournament
from tournaments.seasons import errors
from tournaments.seasons.careers import queries
from tournaments.seasons.careers import services as people
from tournaments.seasons.careers.ratings import RatingPoint, Scope, rating_list
from tournaments.seasons.computing import services as computing
from tournaments.seasons.services import change_season
from tournaments.standings.computing import services as standings
from tournaments.standings.deciding.services import adjust

pytestmark = [pytest.mark.django_db, pytest.mark.each_database, pytest.mark.usefixtures("that_day")]

NAMES = ("Ann", "Ben", "Cay")


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        with time_machine.travel(NOON):
            made = play("Winter", NAMES, [40, 30, 20], [5, 20, None])
        yield made.pk


@pytest.fixture
def winter(played):
    """Ann 45, Ben 50, Cay 20: Ben won, and each of the two won a game."""
    return Tournament.objects.select_related("event").get(pk=played)


@pytest.fixture
def spring(winter):
    """Ann leads a tournament that runs."""
    return play("Spring", NAMES[:2], [9, 8], status="running")


def the(name, tournament):
    return Player.objects.get(name=name, event=tournament.event)


def careers(name, tournament):
    record = queries.player_record(the(name, tournament), at=LATER)
    return [
        (one.game, one.events, one.tournaments, one.won, one.podiums, one.games, one.games_won)
        for one in queries.career(record)
    ]


# --- Careers --------------------------------------------------------------------------------------


def test_a_career_counts_what_was_won_and_not_what_is_led(winter, spring):
    assert careers("Ben", winter) == [("Express", 2, 2, 1, 1, 3, 1)]
    assert careers("Ann", winter) == [("Express", 2, 2, 0, 1, 3, 2)]


@ON_SQLITE
def test_each_game_has_a_line_and_all_of_them_one(winter):
    play("Summer", NAMES[:2], [9, 8], game="metro_x")
    found = careers("Ann", winter)
    assert [line[0] for line in found] == ["Express", "Metro X", ""]
    assert found[-1][1:] == (2, 2, 1, 2, 3, 2)


def test_a_disqualified_player_has_won_nothing(winter):
    entry = Entry.objects.get(player=the("Ben", winter))
    adjust(entry, "disqualified", by=ANNA, at=NOON, reason="cheated")
    standings.refresh(winter.pk, at=LATER)
    assert careers("Ben", winter) == [("Express", 1, 1, 0, 0, 2, 1)]


@ON_SQLITE
def test_the_page_shows_the_career_and_the_seasons(client, winter, spring):
    season = make_season(None, name="League 2026", rule="best-results")
    count(season, winter)
    computing.refresh(season, at=LATER)
    ann = the("Ann", winter)
    page = client.get(reverse("player", args=[winter.event.slug, ann.pk])).text
    assert "Career" in page
    assert season.get_absolute_url() in page
    assert page.count("provisional") == 1  # of two tournaments one runs
    ben = the("Ben", spring)
    assert reverse("player-against", args=[winter.event.slug, ann.pk, ben.pk]) in page


# --- Two people -----------------------------------------------------------------------------------


def test_who_was_ahead_of_whom_at_tables_and_in_tournaments(winter, spring):
    found = queries.head_to_head(the("Ann", winter), the("Ben", spring), at=LATER)
    assert [(game.places, game.points) for game in found.games] == [
        ((1, 2), (9, 8)),
        ((2, 1), (5, 20)),
        ((1, 2), (40, 30)),
    ]
    games, tournaments = found.in_games, found.in_tournaments
    assert (games.ahead, games.behind, games.level) == (2, 1, 0)
    assert (tournaments.ahead, tournaments.behind, tournaments.level) == (0, 1, 0)
    assert [one.mine.is_over for one in found.tournaments] == [False, True]
    turned = queries.head_to_head(the("Ben", winter), the("Ann", winter), at=LATER).in_games
    assert (turned.ahead, turned.behind) == (1, 2)


# What it shows: the tests around.
@pytest.mark.long
def test_the_page_of_two_people_costs_the_same_however_often_they_met(client, winter, same_queries):
    ann, ben = the("Ann", winter), the("Ben", winter)
    where = reverse("player-against", args=[winter.event.slug, ann.pk, ben.pk])
    # Event, both players; who they are, tables, seats, lines, and the standings of each.
    with same_queries("page", at_most=13):
        client.get(where)
    play("Summer", NAMES[:2], *[[9, 8]] * 4)
    with same_queries("page", at_most=13):
        page = client.get(where).text
    assert "Ann against Ben" in page
    assert page.count("Summer: Express Open") == 5  # four games, one tournament


@ON_SQLITE
def test_two_who_never_met_and_one_who_is_the_same_person(client, winter):
    idle = Player.objects.create(event=winter.event, name="Zoe", identity="name:zoe|")
    ann = the("Ann", winter)
    where = reverse("player-against", args=[winter.event.slug, ann.pk, idle.pk])
    assert "They have not met yet" in client.get(where).text
    people.merge(ann, idle, by=ANNA, at=LATER)
    assert client.get(where).url == reverse("player", args=[winter.event.slug, ann.pk])
    nobody = reverse("player-against", args=[winter.event.slug, ann.pk, 99999])
    assert client.get(nobody).status_code == 404


# --- Rating lists ---------------------------------------------------------------------------------


# Ratings are computed in Python of games that PostgreSQL finds in the tests of two people.
@ON_SQLITE
def test_ratings_of_few_games_are_provisional_and_have_no_place(winter):
    play("Summer", ("Ann", "Ben"), *[[9, 8]] * 9)
    found = {row.who: row for row in rating_list("express")}
    places = {who: (row.place, row.games, row.is_provisional) for who, row in found.items()}
    assert places == {
        "name:ann|": (1, 11, False),
        "name:ben|": (2, 11, False),
        "name:cay|": (None, 1, True),
    }
    shown = [row.shown for row in rating_list("express")]
    assert shown == sorted(shown, reverse=True)


@ON_SQLITE
def test_a_rating_names_its_round_as_the_timetable_does():
    facts = (NOON, "Winter", 1500, 25.0, 8.0)
    named = {
        RatingPoint(*facts[:2], of_round, *facts[2:]).round_name
        for of_round in (
            ("preliminary", 3, None, "", False),
            ("preliminary", 3, 2, "", False),
            ("preliminary", 3, 2, "", True),
            ("preliminary", 3, 2, "Sunday", False),
            ("final", 4, None, "", False),
        )
    }
    assert named == {"Round 3", "Heat 2", "Game 2", "Sunday", "Final"}


@ON_SQLITE
def test_the_list_names_people_as_they_are_called_now(client, winter):
    play("Summer", ("Ann", "Ben"), *[[9, 8]] * 9)
    where = reverse("rating-list", args=["express"])
    assert re.findall(r"<strong>(\w+)</strong>", client.get(where).text)[0] == "Ann"
    Player.objects.filter(name="Ann").update(name="Anne")
    page = client.get(where).text
    assert re.findall(r"<strong>(\w+)</strong>", page)[0] == "Anne"
    assert page.count("provisional") == 1
    people.merge(the("Anne", winter), the("Cay", winter), by=ANNA, at=LATER)
    assert re.findall(r"<strong>(\w+)</strong>", client.get(where).text) == ["Anne", "Ben"]


# The list itself: the tests above.
@pytest.mark.long
def test_the_list_costs_the_same_for_many_people(client, winter, same_queries):
    where = reverse("rating-list", args=["express"])
    client.get(where)
    # The games there are; is the list new, twice; the names.
    with same_queries("page", at_most=5):
        client.get(where)
    play("Summer", [f"Player {n}" for n in range(12)], list(range(12)))
    client.get(where)
    with same_queries("page", at_most=5):
        assert "Player 11" in client.get(where).text


@ON_SQLITE
def test_lists_of_games_that_nobody_played_and_of_the_demo(client, winter):
    assert "Ratings in Express" in client.get(reverse("ratings")).text
    assert client.get(reverse("rating-list", args=["metro_x"])).status_code == 404
    assert client.get(reverse("rating-list", args=["chess"])).status_code == 404
    demo = client.get(reverse("ratings"), {"demo": "1"}).text
    assert "Nobody is rated yet" in demo
    assert "People of the demo only" in demo


# --- Ratings of a season --------------------------------------------------------------------------


@pytest.fixture
def league(winter):
    """Ann and Ben played in winter; only Ben and Dee a hundred days later."""
    season = make_season(None, name="League", rule="best-results")
    count(season, winter)
    summer = play("Summer", ("Ben", "Dee"))
    table = list(zip(summer.entries.order_by("pk"), (9, 8), strict=True))
    later = NOON + minutes(100 * 24 * 60)
    play_round(summer, [table], number=1, started_at=later)
    standings.refresh(summer.pk, at=later)
    count(season, summer)
    return season


def listed(season):
    return {row.who: row for row in rating_list("express", Scope(season=season))}


def fade(season, days):
    return change_season(season, by=ANNA, at=LATER, ratings_fade=days)


@ON_SQLITE
def test_the_ratings_of_a_season_are_those_of_its_tournaments(league):
    play("Elsewhere", ("Ann", "Zoe"), [9, 8])
    assert listed(league).keys() == {"name:ann|", "name:ben|", "name:cay|", "name:dee|"}
    assert listed(league)["name:ann|"].games == 2
    everywhere = {row.who: row.games for row in rating_list("express")}
    assert (everywhere["name:ann|"], everywhere["name:zoe|"]) == (3, 1)


@ON_SQLITE
def test_ratings_fade_as_the_season_says_until_its_last_game(league):
    kept = listed(league)
    fading = listed(fade(league, 3650))
    # Her two games were hours apart, in which it faded a little too.
    assert fading["name:ann|"].mean == pytest.approx(kept["name:ann|"].mean, abs=0.01)
    assert fading["name:ann|"].deviation > kept["name:ann|"].deviation
    assert fading["name:ann|"].shown < kept["name:ann|"].shown
    # Dee has played one game, on the last day.
    assert fading["name:dee|"].deviation == pytest.approx(kept["name:dee|"].deviation, abs=0.1)
    faster = listed(fade(league, 2000))
    assert faster["name:ann|"].shown < fading["name:ann|"].shown
    assert listed(fade(league, None)) == kept


@ON_SQLITE
def test_the_list_of_all_events_never_fades(league):
    before = rating_list("express")
    fade(league, 30)
    assert rating_list("express") == before


@pytest.mark.parametrize("days", [0, 29, 3651])
def test_days_that_no_rating_fades_within_are_refused_and_never_stored(league, days):
    with pytest.raises(errors.FadesTooFastOrSlow):
        fade(league, days)
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.update(ratings_fade=days)


@pytest.mark.long("postgresql")
def test_the_page_says_whether_ratings_fade(client, league, same_queries):
    where = reverse("season-ratings", args=[league.slug])
    assert where in client.get(league.get_absolute_url()).text
    page = client.get(where).text
    assert "They do not fade." in page
    assert re.findall(r"<strong>(\w+)</strong>", page)[0] == "Ben"
    fade(league, 365)
    client.get(where)
    # The season, its games; is the list new, twice; the names.
    with same_queries("page", at_most=6):
        page = client.get(where).text
    assert "After 365 days without a game" in page
    assert "As of the last game, on" in page
    assert client.get(reverse("season-rating-list", args=[league.slug, "chess"])).status_code == 404


@ON_SQLITE
def test_an_owner_sets_how_fast_ratings_fade(client, owner, league):
    Season.objects.update(owner=owner)
    client.force_login(owner)
    where = reverse("season-edit", args=[league.slug])
    sent = {"name": "League", "rule": "best-results", "best": "", "ratings_fade": "365"}
    assert client.post(where, sent).url.startswith(league.get_absolute_url())
    league.refresh_from_db()
    assert league.ratings_fade == 365
    entry = LedgerEntry.objects.filter(verb="change season").latest("pk")
    assert (entry.before["ratings_fade"], entry.after["ratings_fade"]) == (None, 365)
    assert "greater than or equal to 30" in client.post(where, sent | {"ratings_fade": "7"}).text


@ON_SQLITE
def test_programs_read_the_ratings_of_a_season(client, league):
    fade(league, 200)
    where = reverse("api-season-ratings", args=[league.slug, "express"])
    rows = client.get(where).json()["results"]
    assert {row["name"]: row["rating"] for row in rows} == {
        who.removeprefix("name:").removesuffix("|").title(): row.shown
        for who, row in listed(Season.objects.get()).items()
    }
    assert client.get(reverse("api-season", args=[league.slug])).json()["ratings_fade"] == 200
    nobody = reverse("api-season-ratings", args=["none", "express"])
    assert client.get(nobody).status_code == 404
