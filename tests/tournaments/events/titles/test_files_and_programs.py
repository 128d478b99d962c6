"""Titles in event files, in careers, and in the hands of programs."""

import copy
import json

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title,
    make_title_tournament,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import at_seat
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.access.shown_results import EVERYTHING
from tournaments.events.titles import queries
from tournaments.models import Player, Title
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round
from tournaments.seasons.careers.played_games import infos
from tournaments.seasons.careers.queries import career, player_record
from tournaments.standings import errors
from tournaments.standings.computing.services import refresh
from tournaments.standings.exporting import event_reader, event_writer, spreadsheets

# Files are written and read in Python.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

LATER = NOON + minutes(30)
GOLF = {"name": "Golf", "counting": "fewer", "tie_break_1": "Holes"}
SCORES = {"points": [72, 68, 90], "tie_break_1": [1, 2, 3]}


def make_golf():
    """A tournament of golf with a closed round of one table."""
    tournament = make_title_tournament(**GOLF)
    round_ = make_round(tournament, [make_entries(tournament, 3)])
    table = round_.tables.get()
    deal_hand(table, 1, by=at_seat(table, 1), at=NOON)
    report_hand(table, 1, SCORES, by=at_seat(table, 1), at=LATER)
    close_round(round_, by=ANNA, at=LATER)
    refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def golf():
    return make_golf()


@pytest.fixture(scope="module")
def file(django_db_setup, redis_server, django_db_blocker):
    """The file of its event, written once for all tests."""
    with forgotten(django_db_blocker):
        return written(make_golf().event)


def written(event):
    with event_writer.write(event, at=LATER) as file:
        return json.load(file)


# --- Event files ----------------------------------------------------------------------------------


def test_an_event_comes_back_with_its_titles_and_their_sheets(golf):
    made = event_reader.load(written(golf.event), by=ANNA, at=LATER)
    title = made.titles.get()
    assert (title.key, title.counting, title.tie_break_1) == ("title-golf", "fewer", "Holes")
    tournament = made.tournaments.get()
    assert tournament.title == title
    assert tournament.rounds.get().tables.get().sheets.get().data == SCORES
    assert (
        spreadsheets.hands_data(tournament, EVERYTHING).dict
        == spreadsheets.hands_data(golf, EVERYTHING).dict
    )


@pytest.mark.once  # a file is checked in Python
@pytest.mark.parametrize(
    ("name", "column", "value", "path"),
    [
        ("titles", "players_max", 99, "titles[0].players_max"),
        ("titles", "name", "Express", "titles[0].name"),
        ("titles", "counting", "luck", "titles[0].counting"),
        ("titles", "tie_break_3", "Birdies", "titles[0].tie_break_3"),
        ("titles", "key", "express", "titles[0]"),
        ("tournaments", "game", "express", "tournaments[0].game"),
        ("tournaments", "title_id", None, "tournaments[0].game"),
        ("tournaments", "scheme", "share", "tournaments[0].scheme"),
        ("sheets", "entered", {"points": [1, 2, 3]}, "sheets[0].entered.tie_break_1"),
    ],
)
def test_a_file_whose_titles_make_no_sense_is_refused_whole(file, name, column, value, path):
    data = copy.deepcopy(file)
    data[name][0][column] = value
    with pytest.raises(errors.NotAnEventFile) as refusal:
        event_reader.load(data, by=ANNA, at=LATER)
    assert path in {fault.path for fault in refusal.value.faults}
    assert not Title.objects.exists()


def test_a_file_of_an_older_release_has_no_titles():
    data = written(make_tournament().event)
    del data["titles"]
    for tournament in data["tournaments"]:
        del tournament["title_id"]
    event_reader.checked(data)


def test_spreadsheets_have_points_as_tables_wrote_them(golf):
    assert [row["points"] for row in spreadsheets.hands_data(golf, EVERYTHING).dict] == [72, 68, 90]


# --- Careers and ratings --------------------------------------------------------------------------


def test_a_career_has_the_title_by_name_and_its_points_as_written(golf):
    winner = Player.objects.get(name="Player 002")
    record = player_record(winner, at=LATER)
    assert [(line.game, line.games_won) for line in career(record)] == [("Golf", 1)]
    game = record.games[0]
    assert (game.place, game.points) == (1, 68)
    assert [points for _name, points in game.others] == [72, 90]


def test_the_pages_of_people_and_ratings_show_titles(client, golf):
    winner = Player.objects.get(name="Player 002")
    page = client.get(reverse("player", args=[golf.event.slug, winner.pk])).content.decode()
    assert "Golf" in page
    page = client.get(reverse("rating-list", args=["title-golf"])).content.decode()
    assert "Golf" in page
    picture = reverse("rating-svg", args=[golf.event.slug, winner.pk])
    assert client.get(picture, {"game": "title-golf"}).status_code == 200
    assert client.get(picture, {"game": "title-croquet"}).status_code == 404


def test_titles_of_one_name_are_one_game_named_by_the_newest():
    make_title(make_event())
    newest = make_title(make_event("Spring Meet"), name="BEST of 18xx")
    assert list(infos(["title-best-of-18xx", "nothing", "express"])) == [
        "title-best-of-18xx", "express"
    ]  # fmt: skip
    assert infos([newest.key])[newest.key].name == "BEST of 18xx"


# --- Later events ---------------------------------------------------------------------------------


def test_a_later_event_can_start_from_the_titles_of_ones_own_earlier_ones(client):
    earlier, later = make_event(), make_event("Spring Meet")
    user = make_conductor(earlier)
    title = make_title(earlier, counting="fewer")
    assert queries.earlier_titles(later, user) == [title]
    later.staff.create(user=user, role="owner")
    client.force_login(user)
    assert "Winter Meet" in client.get(reverse("titles", args=[later.slug])).content.decode()
    new = reverse("title-new", args=[later.slug])
    form = client.get(new, {"from": title.pk}).context["form"]
    assert (form.initial["name"], form.initial["counting"]) == ("Best of 18xx", "fewer")
    stranger = make_title(make_event("Elsewhere"), name="Croquet")
    assert client.get(new, {"from": stranger.pk}).status_code == 404
    assert client.get(new, {"start": "Union Pacific"}).context["form"].initial["players_max"] == 6
    assert client.get(new, {"start": "Chess"}).status_code == 404
    make_title(later)
    assert queries.earlier_titles(later, user) == []


def test_the_page_of_games_takes_as_many_queries_for_many(client, same_queries):
    event = make_event()
    client.force_login(make_conductor(event))
    page = reverse("titles", args=[event.slug])
    client.get(page)
    make_title(event)
    with same_queries("page", at_most=20):
        client.get(page)
    for number in range(5):
        make_title(event, name=f"Game {number}")
    with same_queries("page", at_most=20):
        client.get(page)


# --- Programs -------------------------------------------------------------------------------------


def test_a_program_defines_a_title_and_a_tournament_of_it(client):
    event = make_event()
    client.force_login(make_conductor(event))
    values = {"name": "Golf", "players_min": 2, "players_max": 4, "slot": 60, "counting": "fewer"}

    def post(address, **said):
        return client.post(reverse(address, args=[event.slug]), said, "application/json")

    made = post("api-titles", **values)
    assert (made.status_code, made.json()["key"], made.json()["slot"]) == (201, "title-golf", 60)
    refused = post("api-titles", **values)
    assert (refused.status_code, refused.json()["code"]) == (422, "title-name-taken")
    opened = post("api-tournaments", name="Open", game="title-golf")
    assert (opened.status_code, opened.json()["game"]) == (201, "title-golf")
    assert post("api-tournaments", name="Open", game="title-chess").json()["code"] == "no-such-game"
    listed = client.get(reverse("api-titles", args=[event.slug])).json()
    assert [one["name"] for one in listed["results"]] == ["Golf"]
    found = reverse("api-tournaments", args=[event.slug])
    assert client.get(found, {"game": "title-golf"}).json()["results"][0]["slug"] == "open"


def test_a_program_reads_the_sheet_of_a_table_and_its_points_as_written(client, golf):
    table = golf.rounds.get().tables.get()
    found = client.get(reverse("api-table", args=[table.code])).json()
    assert [field["name"] for field in found["sheet"]] == ["points", "tie_break_1"]
    assert [seat["total"] for seat in found["seats"]] == [72, 68, 90]
    assert found["hands"][0]["entered"] == SCORES
