"""How a tournament went: numbers, plots, and files."""

import io
import json
import re
from copy import deepcopy
from fractions import Fraction
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament, minutes, phone_of
from tests.selecting import ON_SQLITE
from tests.tournaments.fixtures.leagues import MORNING, games, league
from tests.tournaments.standings.hands import play_large_round, play_round, report
from tournaments.fixtures.playing.services import rule
from tournaments.models import Entry, Player
from tournaments.standings.computing import services
from tournaments.standings.showing.charts import place_chart
from tournaments.standings.showing.history import (
    History,
    PlayerHistory,
    history,
    statistics,
)

pytestmark = pytest.mark.django_db
LATER = NOON + minutes(30)


@pytest.fixture(scope="module")
def played_once(module_database):
    """Five players over two rounds; the fifth comes to the second only."""
    tournament = make_tournament(make_event("Two rounds"))
    a, b, c, d, e = make_entries(tournament, 5)
    play_round(tournament, [[(a, 120), (b, 90), (c, 60), (d, 30)]], number=1)
    play_round(tournament, [[(b, 50), (a, 50), (c, 20)], [(e, 70), (d, 10)]], number=2)
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def get(client, name, tournament, *more):
    return client.get(reverse(name, args=[tournament.event.slug, tournament.slug, *more]))


def test_the_history_of_every_player(tournament):
    found = history(tournament)
    assert found.rounds == (1, 2)
    ways = {player.name[-1]: (player.places, player.scores) for player in found.players}
    assert ways["1"] == ((1, 1), (4, Fraction(29, 4)))
    assert ways["2"] == ((2, 2), (3, Fraction(25, 4)))
    assert ways["5"] == ((None, 3), (None, 4))


def test_what_the_tables_were_like(tournament):
    found = statistics(tournament)
    assert (found.players, found.tables, found.hands) == (5, 3, 3)
    assert found.sizes == [(2, 1), (3, 1), (4, 1)]
    assert found.mean_points == pytest.approx(500 / 9)
    assert found.mean_winner == 80
    assert found.best == (120, "Player 001")
    assert found.closest[0] == 0
    assert found.widest == (60, "Player 005", "Player 004")
    # First seats won one game alone, shared one and won one; second seats shared one.
    assert found.seats == [(1, Fraction(5, 2), 3), (2, Fraction(1, 2), 3), (3, 0, 2), (4, 0, 1)]


def test_the_page_has_the_plots_and_the_same_as_a_table(client, tournament):
    html = get(client, "statistics", tournament).content.decode()
    assert html.count('class="plot"') == 2
    assert "as in the table below" in html
    assert html.count('<th scope="row">') == 5
    assert "60 points, Player 005 over Player 004" in html
    assert "a tie: Player 002 and Player 001" in html


def test_a_tournament_without_results_has_no_plots(client):
    empty = make_tournament()
    assert "Nobody has played yet" in get(client, "statistics", empty).content.decode()
    assert get(client, "places-svg", empty).status_code == 404


def test_a_tournament_has_no_plots_before_its_second_round(client):
    tournament = make_tournament()
    play_round(tournament, [[(one, 10) for one in make_entries(tournament, 3)]], number=1)
    html = get(client, "statistics", tournament).content.decode()
    assert "Place and score after each round" in html
    assert 'class="plot"' not in html


def test_a_league_has_a_place_and_a_score_after_each_week(client):
    tournament = league(4)
    for game in games(tournament, fixture__week__number__lte=2):
        rule(game, "home", "as it was", by=ANNA, at=MORNING, version=0)
    html = get(client, "statistics", tournament).text
    assert html.index("Week 1") < html.index("Week 2")
    assert "Week 3" not in html
    assert "Wins by seat" not in html  # it has no tables
    assert get(client, "places-svg", tournament).status_code == 200


@pytest.mark.long
@pytest.mark.each_database  # the database adds up what the page shows
@pytest.mark.parametrize("people", [8, 16])
def test_the_page_takes_the_same_queries_whatever_the_field_and_then_few(
    client, people, same_queries
):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, people), hands=2)
    # Tournament, names, results twice.
    with same_queries(at_most=14):
        get(client, "statistics", tournament)
    with same_queries(at_most=2):
        get(client, "statistics", tournament)


# The history above adds up the same rows on PostgreSQL.
@ON_SQLITE
@pytest.mark.each_database
def test_a_new_result_or_a_new_name_is_shown_at_once(client, tournament):
    assert "Player 005" in get(client, "statistics", tournament).text
    Player.objects.filter(name="Player 005").update(name="Renamed")
    html = get(client, "statistics", tournament).text
    assert "Renamed" in html
    assert "Player 005" not in html
    assert "120" in html
    report(tournament.rounds.get(number=2).tables.get(number=1), [500, 0, 0])
    assert "550" in get(client, "statistics", tournament).text


def test_the_page_is_the_same_without_a_cache(client, tournament, settings):
    with_cache = re.findall("<td.*?</td>", get(client, "statistics", tournament).text)
    gone = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": gone}
    assert re.findall("<td.*?</td>", get(client, "statistics", tournament).text) == with_cache != []


def test_a_plot_is_a_picture_that_loads_nothing_else(client, tournament):
    Player.objects.filter(name="Player 001").update(name="<script>alert(1)</script>")
    for name in ("places-svg", "scores-svg"):
        answer = get(client, name, tournament)
        assert answer["Content-Type"] == "image/svg+xml"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        root = ET.fromstring(answer.content)  # noqa: S314 - our own picture
        assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
        assert b"href" not in answer.content
        assert b"&lt;script&gt;" in answer.content


def words_of(picture: bytes) -> list[str]:
    """The texts of a picture, in its order."""
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    return [one.text for one in root.iter("{http://www.w3.org/2000/svg}text") if one.text]


def test_the_places_of_the_first_ten_have_a_line_each_with_its_name(client):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, 16), hands=1)
    found = history(tournament)
    words = words_of(place_chart(found))
    assert [word for word in words if word.startswith("Player")] == [
        player.name for player in found.players[:10]
    ]
    assert "10" in words
    assert "11" not in words


def test_whose_phone_it_is_has_a_line_wherever_they_stand_and_a_thicker_one(client):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, 16), hands=1)
    found = history(tournament)
    last = found.players[-1]
    thick = b".serie-10 .line{stroke-width:7px !important}"
    assert thick in place_chart(found, last.entry_id)
    assert thick not in place_chart(found)
    phone_of(client, Entry.objects.get(pk=last.entry_id).player)
    words = words_of(get(client, "places-svg", tournament).content)
    assert "You" in words
    assert str(last.places[-1]) in words
    assert sum(word.startswith("Player") for word in words) == 10


def test_a_phone_has_a_picture_as_wide_as_itself_with_all_names(client):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, 16), hands=1)
    first = history(tournament).players[0].name
    Player.objects.filter(name=first).update(name="Walter Pemberton-Smythe")
    for name in ("places-svg", "scores-svg"):
        where = reverse(name, args=[tournament.event.slug, tournament.slug])
        picture = client.get(where, {"phone": "1"}).content
        assert ET.fromstring(picture).get("viewBox").split()[2] == "326"  # noqa: S314 - our own
        words = words_of(picture)
        assert "Walter Pemberton-…" in words
        assert sum(word.startswith(("Player", "Walter")) for word in words) == 10


def test_players_who_share_a_place_have_their_names_one_below_the_other():
    places = {"Ann": 1, "Ben": 2, "Cay": 2, "Dee": 4}
    players = [
        PlayerHistory(number, name, (number, place), ())
        for number, (name, place) in enumerate(places.items(), 1)
    ]
    root = ET.fromstring(place_chart(History((1, 2), ("Round 1", "Round 2"), tuple(players))))  # noqa: S314 - our own
    heights = {
        one.text: float(one.get("y"))
        for one in root.iter("{http://www.w3.org/2000/svg}text")
        if one.get("y") and one.text
    }
    found = [heights[name] for name in ("Ann", "Ben", "= Cay", "Dee")]
    assert found == sorted(set(found))


def test_places_below_those_of_the_chart_share_a_line():
    def player(number, *places):
        return PlayerHistory(number, f"Player {number:03}", places, ())

    others = [player(number, number, number + 1) for number in range(1, 10)]
    risen = player(12, 30, 1)
    words = words_of(place_chart(History((1, 2), ("Round 1", "Round 2"), (risen, *others))))
    assert words.count("lower") == 1
    assert "30" not in words


def test_a_workbook_has_numbers_as_numbers_and_no_formula(client, tournament):
    Player.objects.filter(name="Player 001").update(name="=1+1")
    answer = get(client, "standings-file", tournament, "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    rows = list(sheet.values)
    assert rows[0][:5] == ("place", "player", "handle", "home town", "score")
    assert rows[1][:2] == (1, "'=1+1")
    assert float(rows[1][4]) == 7.25
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_a_file_for_programs_says_what_is_there(client, tournament):
    Player.objects.filter(name="Player 001").update(name="=1+1")
    data = json.loads(get(client, "standings-file", tournament, "json").content)
    assert data[0]["player"] == "=1+1"
    assert data[0]["score"] == 7.25
    assert data[0]["exact score"] == "7 1/4"
    hands = json.loads(get(client, "hands-file", tournament, "json").content)
    assert len(hands) == 9


def test_another_kind_of_file_is_not_found(client):
    tournament = make_tournament()
    for name in ("standings-file", "hands-file"):
        assert get(client, name, tournament, "exe").status_code == 404
