"""A player's page: what they played, whom they met, how their rating went."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import reverse

from tests.builders import ANNA, make_conductor
from tests.tournaments.rankings.conventions import counted
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.standings.exporting.event_files import forgotten
from tests.tournaments.standings.hands import report
from tournaments.models import NAMED_BY, Player, Tournament
from tournaments.rankings import computing as rankings
from tournaments.seasons.careers import queries
from tournaments.seasons.careers import services as careers
from tournaments.seasons.careers.ratings import Scope, compute, ratings
from tournaments.seasons.computing import services as computing

# Seasons are summed by the database.
# Seasons are added up in Python; test_waiting.py asks each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        yield play("Winter", ("Ann", "Ben", "Cay"), [40, 30, 20], [5, 20, None]).pk


@pytest.fixture
def winter(played):
    return Tournament.objects.select_related("event").get(pk=played)


def the(name, tournament):
    return Player.objects.get(name=name, event=tournament.event)


def page(client, player, **query):
    return client.get(reverse("player", args=[player.event.slug, player.pk]), query)


def test_games_and_opponents_of_all_events(winter):
    play("Spring", ("Ann", "Ben"), [9, 9])
    record = queries.player_record(the("Ann", winter), at=LATER)
    assert [(game.place, game.points, game.others) for game in record.games] == [
        (1, 9, [("Ben", 9)]),
        (2, 5, [("Ben", 20)]),
        (1, 40, [("Ben", 30), ("Cay", 20)]),
    ]
    assert [(o.name, o.met, o.behind, o.ahead) for o in record.opponents] == [
        ("Ben", 3, 1, 1),
        ("Cay", 1, 1, 0),
    ]
    assert [one.row.place for one in record.standings] == [1, 2]


def test_the_page_shows_all_of_it(client, winter):
    html = page(client, the("Ann", winter)).content.decode()
    assert "Rating in Express" in html
    assert "Opponents met at a table" in html
    assert 'class="plot"' in html
    assert "Same person at other events" not in html


def test_a_rating_below_zero_has_a_minus_and_no_hyphen(client, winter):
    cay = the("Cay", winter)
    assert "Rating in Express: \N{MINUS SIGN}" in page(client, cay).text
    where = reverse("rating-svg", args=[winter.event.slug, cay.pk])
    picture = client.get(where, {"game": "express"}).text
    assert ">\N{MINUS SIGN}" in picture
    assert ">-" not in picture


def test_a_player_without_games_has_a_page_too(client, winter):
    idle = Player.objects.create(event=winter.event, name="Zoe", identity="name:zoe|")
    assert "No games yet" in page(client, idle).content.decode()
    answer = client.get(
        reverse("rating-svg", args=[winter.event.slug, idle.pk]), {"game": "express"}
    )
    assert answer.status_code == 404


@pytest.mark.long
def test_the_page_takes_the_same_number_of_queries_however_much_was_played(
    client, winter, same_queries
):
    ann = the("Ann", winter)
    page(client, ann)
    # Event, player; same people, seasons, rankings, standings, tables, seats, lines; new rating,
    # twice.
    with same_queries("page", at_most=14):
        page(client, ann)
    play("Spring", ("Ann", "Ben"), *[[9, 8]] * 4)
    page(client, ann)
    with same_queries("page", at_most=14):
        page(client, ann)


def test_a_league_of_evenings_and_a_convention_stand_side_by_side(client, winter):
    league = make_season(None, name="Club league", rule="best-results", best=5)
    for number in (1, 2):
        count(league, play(f"Evening {number}", ("Ann", "Ben", "Cay"), [9, 8, 7]))
    computing.refresh(league, at=LATER)
    convention = counted(winter.event, [list(winter.entries.all())], required=1)
    rankings.refresh(convention.pk, at=LATER)
    ann = the("Ann", winter)
    html = page(client, ann).content.decode()
    panel = html[html.index("Seasons and rankings") :].split("</section>")[0]
    assert panel.index("Club league") < panel.index("Winter: Best of the show")
    assert reverse("ranking-person", args=[winter.event.slug, convention.slug, ann.pk]) in panel
    # The same person's page at an evening of the club.
    evening = Player.objects.get(name="Ann", event__name="Evening 2")
    assert "Winter: Best of the show" in page(client, evening).content.decode()


def test_ratings_are_those_of_a_computation_from_the_first_result(winter):
    kept = ratings("express")
    assert set(kept) == {"name:ann|", "name:ben|", "name:cay|"}
    assert [point.round[NAMED_BY.index("number")] for point in kept["name:ann|"]] == [1, 2]
    assert ratings("express") == kept
    cache.clear()
    assert ratings("express") == kept == compute("express")


def test_a_corrected_first_result_changes_all_later_ratings(winter):
    before = ratings("express")
    report(winter.rounds.get(number=1).tables.get(), [-40, 0, 0])
    after = ratings("express")
    assert [
        a.mean != b.mean for a, b in zip(after["name:ben|"], before["name:ben|"], strict=True)
    ] == [
        True,
        True,
    ]


def test_another_game_and_the_demo_are_rated_apart(winter):
    play("Spring", ("Ann", "Ben"), [9, 8], game="metro_x")
    assert len(ratings("express")["name:ann|"]) == 2
    assert len(ratings("metro_x")["name:ann|"]) == 1
    assert ratings("express", Scope(demo=True)) == {}


def test_the_rating_as_a_picture(client, winter):
    ann = the("Ann", winter)
    where = reverse("rating-svg", args=[winter.event.slug, ann.pk])
    assert client.get(where, {"game": "express"})["Content-Type"] == "image/svg+xml"
    for game in ("", "chess", "metro_x"):
        assert client.get(where, {"game": game}).status_code == 404


def test_one_rating_is_a_number_and_not_a_picture(client):
    spring = play("Spring", ("Zoe", "Dan"), [9, 8])
    html = page(client, the("Zoe", spring)).content.decode()
    assert "Rating in Express" in html
    assert 'class="plot"' not in html


def test_a_conductor_of_both_events_says_who_is_who(client, winter):
    spring = play("Spring", ("ANN", "Ben"), [9, 8])
    Player.objects.filter(name="ANN").update(identity="handle:ann")
    ann, other = the("Ann", winter), the("ANN", spring)
    user = make_conductor(winter.event)
    client.force_login(user)
    merge = reverse("player-merge", args=[winter.event.slug, ann.pk])
    assert client.post(merge, {"other": other.pk}).status_code == 403
    user.roles.create(event=spring.event, role="owner")
    assert "Same person as ANN at Spring" in page(client, ann, own="parts").content.decode()
    assert client.post(merge, {"other": other.pk}).status_code == 302
    html = page(client, ann, own="parts").content.decode()
    assert "This is someone else" in html
    assert "Spring: ANN" in html
    assert (
        "already the same person"
        in client.post(merge, {"other": other.pk}, follow=True).content.decode()
    )
    apart = reverse("player-separate", args=[winter.event.slug, ann.pk])
    assert client.post(apart).status_code == 302
    assert "Not merged with anyone." in page(client, ann, own="parts").content.decode()


def test_two_players_are_merged_although_one_is_given_another_name_meanwhile(winter):
    spring = play("Spring", ("Cy", "Dan"), [9, 1])
    one, other = the("Cay", winter), the("Cy", spring)
    renamed = []

    def rename(execute, sql, params, many, context):
        found = execute(sql, params, many, context)
        if sql.startswith("SELECT") and '"tournaments_player"' in sql and not renamed:
            renamed.append(one.pk)
            Player.objects.filter(pk=one.pk).update(name="Kay", identity="name:kay|")
        return found

    with connection.execute_wrapper(rename):
        person = careers.merge(one, other, by=ANNA, at=LATER)
    assert renamed
    assert {player.name for player in Player.objects.filter(person=person)} == {"Kay", "Cy"}


@pytest.mark.parametrize("other", ["", "x", "0", "99999", "-1"])
def test_nobody_can_be_merged_with_nobody(client, winter, other):
    client.force_login(make_conductor(winter.event))
    merge = reverse("player-merge", args=[winter.event.slug, the("Ann", winter).pk])
    assert client.post(merge, {"other": other}).status_code == 404
