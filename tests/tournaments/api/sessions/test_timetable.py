"""The timetable through the API alone."""

from base64 import b64encode
from datetime import date, time, timedelta
from http import HTTPStatus
from io import BytesIO

import openpyxl
import pytest
from django.test import Client
from django.utils.dateparse import parse_datetime

from tests.builders import ANNA, NOON, make_tournament, minutes
from tests.examples import ALL
from tests.tournaments.api.sessions.programs import BASE, MORNING, SEMINAR, bearer, refusal
from tests.tournaments.signup.sessions import make_players, make_session, states
from tournaments.api.writing.serializers import HIGHEST_KEY
from tournaments.models import LedgerEntry, Session
from tournaments.signup import services
from tournaments.timetable.hall.services import add_room, number_tables

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_program_plans_publishes_moves_and_cancels_a_session(client, event, owner, send):
    tournament = make_tournament(event, name="Eurorails")
    room = add_room(event, "Hall A", by=ANNA, at=MORNING)
    number_tables(room, 1, 4, 4, by=ANNA, at=MORNING)
    heat = {
        "tournament": "eurorails",
        "room_id": room.pk,
        "first_table": 1,
        "last_table": 4,
        "starts_at": "2026-11-21T10:00",
        "ends_at": "2026-11-21T14:00",
        "capacity": 16,
        "release_minutes": 10,
    }
    made = send("", heat)
    assert made.status_code == HTTPStatus.CREATED, made.json()
    said = made.json()
    assert (said["called"], said["tournament"], said["room"]) == (
        "Eurorails, heat 1", tournament.slug, "Hall A",
    )  # fmt: skip
    assert (said["starts_at"], said["taken"], said["version"]) == ("2026-11-21T10:00:00Z", 0, 1)
    one = f"{said['id']}/"
    assert client.get(BASE).json()["results"] == []
    assert client.get(BASE + one).status_code == HTTPStatus.NOT_FOUND
    drafts = client.get(BASE, headers=bearer(owner, "conduct")).json()["results"]
    assert drafts == [said]
    assert client.get(BASE, headers=bearer(owner, "results")).json()["results"] == []
    assert send("publish/").json() == {"published": 1}
    (shown,) = client.get(BASE).json()["results"]
    assert client.get(BASE + one).json() == shown
    later = {"starts_at": "2026-11-21T11:00", "ends_at": "2026-11-21T15:00"}
    moved = send(f"{one}change/", later, version=1).json()
    assert (moved["starts_at"], moved["version"]) == ("2026-11-21T11:00:00Z", 2)
    assert (moved["capacity"], moved["room"]) == (16, "Hall A")
    cancelled = send(f"{one}cancel/", version=2).json()
    assert cancelled["cancelled_at"]
    assert send(f"{one}restore/", version=3).json()["cancelled_at"] is None
    verbs = set(LedgerEntry.objects.values_list("verb", flat=True))
    assert {"plan session", "publish timetable", "change session"} <= verbs
    assert {"cancel session", "restore session"} <= verbs


def test_a_program_seats_a_heat_and_gives_it_the_whole_slot(clock, event, owner, send):
    heat = make_session(make_tournament(event), length=60)
    assert refusal(send(f"{heat.pk}/seat/")) == (422, "nobody-here")
    for player in make_players(event, 4):
        services.check_in(heat, player, conducts=True, by=ANNA, at=NOON)
    clock.move_to(NOON)
    made = send(f"{heat.pk}/seat/")
    assert made.status_code == 201
    seated = made.json()
    assert (seated["name"], seated["session_id"]) == ("Heat 1", heat.pk)
    assert refusal(send(f"{heat.pk}/seat/"))[0] == 409
    address = f"../tournaments/{heat.tournament.slug}/rounds/{seated['number']}"
    assert send(f"{address}/publish/").status_code == 200
    started = send(f"{address}/start/", {"whole_slot": True}).json()
    assert started["ends_at"] > started["started_at"]
    assert parse_datetime(started["ends_at"]) == NOON + heat.tournament.slot > heat.ends_at
    talk = make_session(event=event, kind=Session.Kind.OTHER, name="Talk")
    assert send(f"{talk.pk}/seat/").status_code == 404


def test_times_without_an_offset_are_those_of_the_event(event, send):
    event.time_zone = "America/New_York"
    event.save()
    there = SEMINAR | {"starts_at": "2026-11-21T10:00", "ends_at": "2026-11-21T12:00"}
    assert send("", there).json()["starts_at"] == "2026-11-21T10:00:00-05:00"
    assert Session.objects.get().starts_at == NOON + minutes(3 * 60)


#: What is changed of a seminar, the code of the refusal, and the field at which it stands.
CANNOT_STAND = [
    ({"starts_at": "2026-11-21T10:05:00Z"}, "session-off-the-quarter", "starts_at"),
    ({"starts_at": "2026-11-19T10:00:00Z"}, "session-too-long", "ends_at"),
    (
        {"starts_at": "2026-11-24T10:00:00Z", "ends_at": "2026-11-24T12:00:00Z"},
        "session-outside-the-event",
        "starts_at",
    ),
    ({"ends_at": "2026-11-21T10:00:00Z"}, "session-ends-before-it-starts", "ends_at"),
    ({"name": ""}, "session-needs-name", "name"),
    ({"kind": "heat"}, "session-of-no-tournament", "tournament"),
    ({"tournament": "chess"}, "session-no-such-tournament", "tournament"),
    ({"room_id": HIGHEST_KEY}, "session-no-such-room", "room_id"),
    ({"first_table": 1, "last_table": 2}, "session-no-such-table", "last_table"),
    ({"first_table": 1}, "session-tables-out-of-order", "last_table"),
    ({"capacity": 0}, "session-no-places", "capacity"),
    ({"release_minutes": 9_999}, "session-release-out-of-range", "release_minutes"),
    (
        {"opens_at": "2026-11-20T12:00:00Z", "closes_at": "2026-11-20T11:00:00Z"},
        "session-sign-up-out-of-order",
        "closes_at",
    ),
    ({"starts_at": "soon"}, "invalid", None),
    ({"starts_at": "0001-01-01T00:00:00+14:00"}, "invalid", None),
    ({"first_table": 0, "last_table": 0}, "invalid", None),
    ({"joins": "magic"}, "invalid", None),
]


def test_a_session_that_cannot_stand_like_that_is_refused(event, send):
    # Each refusal is one of the rule: see timetable/test_planning.py.
    for change, code, field in CANNOT_STAND if ALL else CANNOT_STAND[::3]:
        refused = send("", SEMINAR | change)
        assert refusal(refused) == (400 if code == "invalid" else 422, code), change
        assert refused.json().get("field") == field, change
    assert not Session.objects.exists()


def test_two_programs_moving_the_same_session_undo_nothing_of_each_other(event, send):
    one = f"{send('', SEMINAR).json()['id']}/"
    assert refusal(send(f"{one}change/", {"capacity": 8})) == (428, "version-missing")
    assert send(f"{one}change/", {"capacity": 8}, version=1).status_code == HTTPStatus.OK
    late = send(f"{one}change/", {"capacity": 4}, version=1)
    assert refusal(late) == (409, "session-changed")
    assert late.json()["detail"] == "Someone else has just changed Seminar. Check it again."
    assert refusal(send(f"{one}cancel/", version=1)) == (409, "session-changed")
    assert Session.objects.get().capacity == 8


def test_who_would_be_in_two_places_is_named_before_a_session_moves(event, send):
    ten, two = (make_session(event=event, start=start, length=120) for start in (-120, 120))
    (player,) = make_players(event, 1)
    for session in (ten, two):
        services.book(session, player, by=ANNA, at=MORNING)
    later = {"starts_at": "2026-11-21T14:00:00Z", "ends_at": "2026-11-21T16:00:00Z"}
    refused = send(f"{ten.pk}/change/", later, version=1)
    assert refusal(refused) == (409, "would-double-book")
    assert "Guest 001" in refused.json()["detail"]
    assert states(ten) == {"Guest 001": "held"}
    moved = send(f"{ten.pk}/change/", later | {"anyway": True}, version=1)
    assert (moved.status_code, moved.json()["taken"]) == (HTTPStatus.OK, 0)
    assert states(ten) == {"Guest 001": "lost"}


# Refused by the verb itself in signup/test_moving.py.
@pytest.mark.long
def test_there_are_not_fewer_places_than_are_taken(event, send):
    session = make_session(event=event, capacity=4)
    for player in make_players(event, 2):
        services.book(session, player, by=ANNA, at=MORNING)
    refused = send(f"{session.pk}/change/", {"capacity": 1}, version=1)
    assert refusal(refused) == (409, "fewer-than-taken")
    assert refused.json()["detail"] == "2 places are taken already, so there cannot be fewer."


@pytest.mark.long
def test_the_timetable_is_filtered(client, event):
    room = add_room(event, "Hall A", by=ANNA, at=MORNING)
    today = make_session(event=event, capacity=1, room=room.pk)
    tomorrow = make_session(event=event, start=24 * 60)
    late = make_session(event=event, start=13 * 60)  # at 1:00 of the second day
    (player,) = make_players(event, 1)
    services.book(today, player, by=ANNA, at=MORNING)

    def listed(**filters):
        return [row["id"] for row in client.get(BASE, filters).json()["results"]]

    assert listed() == [today.pk, late.pk, tomorrow.pk]
    assert listed(day="2026-11-21") == [today.pk]
    assert listed(day="2026-11-22") == [late.pk, tomorrow.pk]
    assert listed(room_id=room.pk) == [today.pk]
    assert listed(tournament=tomorrow.tournament.slug) == [tomorrow.pk]
    assert listed(kind="final") == []
    assert listed(free="true") == [late.pk, tomorrow.pk]
    assert listed(free="false") == [today.pk]
    assert listed(updated_since=(MORNING + timedelta(days=9)).isoformat()) == []
    assert client.get(BASE, {"day": "today"}).status_code == HTTPStatus.BAD_REQUEST
    event.time_zone = "America/New_York"
    event.save()
    assert listed(day="2026-11-21") == [today.pk, late.pk]


@pytest.mark.long
def test_a_program_reads_the_timetable_as_a_file_and_sends_it_back(client, event, owner, send):
    make_session(event=event)
    send("", SEMINAR)
    file = "/api/v1/events/winter-meet/timetable.csv"
    assert "Seminar" not in client.get(file).text
    text = client.get(file, headers=bearer(owner, "conduct")).text
    assert len(text.splitlines()) == 3
    nothing = {"planned": [], "known": 2, "tournaments": [], "titles": []}
    assert send("import/", {"text": text}).json() == nothing
    talk = "name,day,start,minutes,room\nTalk,2026-11-21,10:00,60,"
    refused = send("import/", {"text": talk + "Hall Z"})
    assert refusal(refused) == (422, "timetable-lines-refused")
    assert refused.json()["detail"] == "Line 2: There is no room “Hall Z”. Nothing was planned."
    trial, done = (send("import/", {"text": talk, "dry_run": dry_run}) for dry_run in (True, False))
    assert trial.json() == done.json()
    assert [row["called"] for row in done.json()["planned"]] == ["Talk"]
    assert Session.objects.filter(name="Talk").count() == 1


def test_a_program_sends_a_workbook_and_its_rows_are_planned(event, send):
    book, file = openpyxl.Workbook(), BytesIO()
    for row in (["name", "day", "start", "minutes"], ["Talk", date(2026, 11, 21), time(10), 60]):
        book.active.append(row)
    book.save(file)
    done = send("import/", {"file": b64encode(file.getvalue()).decode()})
    assert [row["called"] for row in done.json()["planned"]] == ["Talk"]
    assert Session.objects.get(name="Talk").event == event


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        ({"text": "name,day,start,minutes\n", "file": "bmFtZQ=="}, 400),
        ({"file": "no base64!"}, 400),
        ({"file": b64encode(b"PK\x03\x04 half a workbook").decode()}, 422),
        ({"file": b64encode(b"a,b\n" * 40_000).decode()}, 400),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(send, sent, status):
    refused = send("import/", sent)
    assert refused.status_code == status, refused.json()
    assert not Session.objects.exists()


def test_a_program_that_may_organize_sets_up_the_tournaments_of_a_file(event, owner, send):
    text = "tournament,game,day,start,minutes\n18xx night,1830,2026-11-21,10:00,240\n"
    refused = send("import/", {"text": text})
    assert refusal(refused) == (422, "timetable-lines-refused")
    assert not event.tournaments.filter(name="18xx night").exists()
    organizer = Client(headers=bearer(owner, "conduct", "organize"))
    done = send("import/", {"text": text}, client=organizer).json()
    assert (done["tournaments"], done["titles"], done["known"]) == (["18xx night"], ["1830"], 0)
    assert event.tournaments.get(name="18xx night").game_name == "1830"


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 20])
def test_lists_need_the_same_queries_for_any_number(client, event, owner, count, same_queries):
    tournament = make_tournament(event)
    sessions = [make_session(tournament, start=60 * n, length=60) for n in range(count // 2)]
    full = make_session(tournament, start=-60, length=60, capacity=1)
    for player in make_players(event, count):
        services.join_queue(full, player, by=ANNA, at=MORNING)
    with same_queries("timetable", at_most=4):
        rows = client.get(BASE).json()["results"]
    assert len(rows) == len(sessions) + 1
    program = Client(headers=bearer(owner, "roster"))
    program.get(BASE)  # the use of the token is noted once in a while
    with same_queries("bookings", at_most=9):
        rows = program.get(f"{BASE}{full.pk}/bookings/").json()["results"]
    assert [row["queue_place"] for row in rows] == [None, *range(1, count)]
