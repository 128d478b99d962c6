"""The standings, the hands and the whole event as files."""

import csv
import io
import json
import threading

import pytest
from django.db import connection
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.standings.hands import play_large_round, play_round, report
from tournaments import ledger
from tournaments.models import Player, Role, ScoreSheet
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_writer
from tournaments.standings.exporting.event_sources import this_installation
from tournaments.text_files import safe_cell
from tournaments.verbs import Verb

pytestmark = pytest.mark.django_db
#: For rows that come through a cursor, which each database has its own way with.
with_each_cursor = pytest.mark.each_database
LATER = NOON + minutes(30)


@pytest.fixture
def tournament():
    tournament = make_tournament(make_event(time_zone="Europe/Paris"))
    a, b, c = make_entries(tournament, 3)
    Player.objects.filter(pk=a.player_id).update(
        name="=cmd|' /C calc'!A0",
        handle="@zoë",
        home_town="Orléans",
        email="zoe@example.org",
        household="Household 9",
        notes="Needs a ramp",
    )
    play_round(tournament, [[(a, 120), (b, 60), (c, 60)]], number=1)
    services.refresh(tournament.pk, at=LATER)
    return tournament


def lines(client, name, tournament):
    response = client.get(reverse(name, args=[tournament.event.slug, tournament.slug]))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert (
        f'filename="{tournament.event.slug}-{tournament.slug}-' in response["Content-Disposition"]
    )
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


@with_each_cursor
def test_the_standings_as_csv_have_every_row_rounded_and_exact(client, tournament):
    first, second, third = lines(client, "standings-csv", tournament)
    assert first == {
        "place": "1",
        "player": "'=cmd|' /C calc'!A0",
        "handle": "'@zoë",
        "home town": "Orléans",
        "score": "4",
        "exact score": "4",
        "wins": "1",
        "game points": "120",
        "games": "1",
        "hands": "1",
        "playing now": "no",
        "dropped out": "no",
        "above the next because": "More points: 4 against 1.75.",
    }
    assert (second["place"], third["place"]) == ("2", "2")
    assert (second["score"], second["exact score"]) == ("1.75", "1 3/4")


API = "/api/v1/events/winter-meet/tournaments/express-open/export/standings.csv/"


def test_with_semicolons_decimals_have_a_comma_on_the_page_and_in_the_api(client, tournament):
    page = reverse("standings-csv", args=[tournament.event.slug, tournament.slug])
    for where in (page, API):
        answer = client.get(where, {"separator": ";"})
        assert answer.status_code == 200, (where, answer.text)
        text = answer.content.decode("utf-8-sig")
        second = list(csv.DictReader(io.StringIO(text), delimiter=";"))[1]
        assert (second["score"], second["exact score"]) == ("1,75", "1 3/4")
    assert client.get(page, {"separator": "|"}).status_code == 404
    refused = client.get(API, {"separator": "|"})
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown-separator")


def test_public_files_hold_nothing_private(client, tournament):
    for name in ("standings-csv", "hands-csv"):
        text = str(lines(client, name, tournament))
        for private in ("zoe@example.org", "Household 9", "Needs a ramp"):
            assert private not in text


@with_each_cursor
def test_the_hands_as_csv_have_a_line_for_each_player_of_each_hand(client, tournament):
    made = make_round(tournament, [tournament.entries.order_by("pk")], number=2)
    table = made.tables.get()
    out = table.seats.get(position=2)
    report(table, [10, 30, -5], went_out=out)
    report(table, [1, 2, 3], number=2, status=ScoreSheet.Status.VOIDED)
    report(table, [4, 5, 6], number=2, ended_early=True)
    ScoreSheet.objects.create(table=table, number=3, dealt_at=NOON, cutoff_at=NOON)
    found = lines(client, "hands-csv", tournament)
    shown = [(h["round"], h["hand"], h["points"], h["went out"], h["status"]) for h in found]
    assert shown == [
        ("1", "1", "120", "no", "reported"),
        ("1", "1", "60", "no", "reported"),
        ("1", "1", "60", "no", "reported"),
        ("2", "1", "10", "no", "reported"),
        ("2", "1", "30", "yes", "reported"),
        ("2", "1", "-5", "no", "reported"),
        ("2", "2", "1", "no", "voided"),
        ("2", "2", "2", "no", "voided"),
        ("2", "2", "3", "no", "voided"),
        ("2", "2", "4", "no", "reported"),
        ("2", "2", "5", "no", "reported"),
        ("2", "2", "6", "no", "reported"),
        ("2", "3", "", "no", "dealt"),
    ]
    assert found[3]["dealt"] == "2026-11-21T13:10:00+01:00"
    assert found[3]["reported"] == "2026-11-21T13:18:00+01:00"
    assert [h["ended early"] for h in found[9:12]] == ["yes"] * 3
    assert found[12]["player"] == found[12]["reported"] == ""


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_a_file_takes_the_same_queries_whatever_the_field(client, people, same_queries):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, people), hands=3)
    services.refresh(tournament.pk, at=LATER)
    with same_queries(at_most=3):
        assert len(lines(client, "standings-csv", tournament)) == people
    with same_queries(at_most=3):
        assert len(lines(client, "hands-csv", tournament)) == 3 * people


@pytest.mark.once
def test_no_text_can_become_a_formula():
    for start in ("=", "+", "-", "@", "\t", "\r", "\n", "＝"):  # noqa: RUF001
        assert safe_cell(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.once
def test_numbers_and_harmless_texts_stay_as_they_are():
    values = [-5, 3, "O'Brien", "", "a=b"]
    assert [safe_cell(value) for value in values] == values


# --- The whole event ------------------------------------------------------------------------------


def whole(event):
    with event_writer.write(event, at=LATER) as file:
        return json.load(file)


def test_the_event_file_has_everything_of_the_event_and_nothing_of_another(tournament):
    make_conductor(tournament.event)
    ledger.record(tournament.event, Verb.REPORT_HAND, "Hand 1", by=ANNA, at=NOON, after={"a": [1]})
    other = make_tournament(make_event("Summer Meet"))
    play_large_round(other, make_entries(other, 4), number=2)
    services.refresh(other.pk, at=LATER)

    data = whole(tournament.event)
    assert (data["format"], data["version"]) == ("roundhouse-event", 10)
    assert data["exported_at"] == LATER.isoformat()
    assert data["event"]["slug"] == "winter-meet"
    assert {name: len(rows) for name, rows in data.items() if isinstance(rows, list)} == {
        "staff": 1,
        "players": 3,
        "rooms": 0,
        "hall_tables": 1,
        "titles": 0,
        "tournaments": 1,
        "entries": 3,
        "seating_needs": 0,
        "sessions": 0,
        "announcements": 0,
        "bookings": 0,
        "pickups": 0,
        "parties": 0,
        "party_members": 0,
        "party_bookings": 0,
        "pickup_players": 0,
        "ranking_classes": 0,
        "ranking_class_members": 0,
        "ranking_teams": 0,
        "ranking_team_members": 0,
        "ranking_prizes": 0,
        "rankings": 0,
        "ranking_parts": 0,
        "rounds": 1,
        "tables": 1,
        "seats": 3,
        "sheets": 1,
        "versions": 0,
        "lines": 3,
        "standings": 3,
        "adjustments": 0,
        "kept_apart": 0,
        "heats": 0,
        "byes": 0,
        "fixture_lists": 0,
        "fixture_teams": 0,
        "fixture_members": 0,
        "fixture_weeks": 0,
        "fixtures": 0,
        "fixture_games": 0,
        "ledger": 1,
    }
    assert data["staff"][0] == {
        "role": Role.OWNER,
        "user__email": "conductor@example.org",
        "user__name": "Clara Conductor",
    }
    assert data["players"][0]["notes"] == "Needs a ramp"
    assert data["tournaments"][0]["slot"] == 7200
    assert data["ledger"][0]["after"] == {"a": [1]}
    assert data["standings"][0]["score"] == "4"


@ON_SQLITE
def test_every_reference_in_the_event_file_leads_to_a_row_in_it(tournament):
    data = whole(tournament.event)
    ids = {name: {row["id"] for row in rows} for name, rows in data.items() if name in NUMBERED}
    for name, column, target in REFERENCES:
        assert {row[column] for row in data[name]} - {None} <= ids[target]


NUMBERED = {"players", "tournaments", "entries", "rounds", "tables", "seats", "sheets"}
REFERENCES = (
    ("tournaments", "champion_id", "entries"),
    ("entries", "player_id", "players"),
    ("entries", "tournament_id", "tournaments"),
    ("rounds", "tournament_id", "tournaments"),
    ("tables", "round_id", "rounds"),
    ("seats", "table_id", "tables"),
    ("seats", "entry_id", "entries"),
    ("sheets", "table_id", "tables"),
    ("sheets", "went_out_id", "seats"),
    ("lines", "sheet_id", "sheets"),
    ("lines", "seat_id", "seats"),
    ("standings", "entry_id", "entries"),
    ("adjustments", "entry_id", "entries"),
    ("kept_apart", "one_id", "players"),
    ("kept_apart", "other_id", "players"),
    ("heats", "round_id", "rounds"),
    ("heats", "winner_id", "entries"),
    ("byes", "round_id", "rounds"),
    ("byes", "entry_id", "entries"),
)


# The first test of the event file reads the same rows on PostgreSQL.
@ON_SQLITE
def test_the_event_file_holds_no_secret(tournament):
    user = make_conductor(tournament.event)
    with event_writer.write(tournament.event, at=LATER) as file:
        text = file.read().decode()
    assert user.password not in text
    assert "password" not in text


@ON_SQLITE
def test_an_event_without_anything_is_a_file_too():
    assert whole(make_event("Empty"))["players"] == []


def test_only_conductors_get_the_event_file(client, tournament):
    where = reverse("event-json", args=[tournament.event.slug])
    stranger = make_conductor(make_event("Summer Meet"), email="other@example.org")
    client.force_login(stranger)
    assert client.get(where).status_code == 403
    client.force_login(make_conductor(tournament.event))
    response = client.get(where)
    assert response["Content-Type"] == "application/json"
    assert 'filename="winter-meet.json"' in response["Content-Disposition"]
    assert json.loads(b"".join(response.streaming_content))["event"]["name"] == "Winter Meet"


@ON_SQLITE
@pytest.mark.parametrize("tables", [1, 6])
def test_the_event_file_takes_the_same_number_of_queries_for_any_event(tables, same_queries):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, 4 * tables), hands=2)
    # The event and twenty-two lists.
    this_installation()  # made once
    with same_queries(at_most=44):
        whole(tournament.event)


@pytest.mark.django_db(transaction=True)
def test_the_event_file_is_read_as_of_one_moment_while_others_write(tournament):
    with event_writer._consistent_reads():
        before = ScoreSheet.objects.count()
        writer = threading.Thread(target=_report_elsewhere, args=[tournament])
        writer.start()
        writer.join()
        assert ScoreSheet.objects.count() == before
    assert ScoreSheet.objects.count() == before + 1


def _report_elsewhere(tournament):
    try:
        report(tournament.rounds.get().tables.get(), [1, 2, 3])
    finally:
        connection.close()
