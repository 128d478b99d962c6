"""The hall and its announcements, through the API alone."""

import pytest
import time_machine

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament, minutes
from tests.tournaments.signup.sessions import make_session
from tournaments.api.tokens import make_token
from tournaments.models import Announcement, Room
from tournaments.notifications.services import announce
from tournaments.timetable.hall.services import add_room, number_tables

pytestmark = pytest.mark.django_db
BASE = "/api/v1/events/winter-meet/"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def send(client, event):
    """Post as a program of a conductor; the status and the answer."""
    _token, secret = make_token(make_conductor(event), "program", ["conduct"], at=NOON)

    def post(path, **body):
        answer = client.post(
            BASE + path,
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )
        return answer.status_code, answer.json()

    post.headers = {"Authorization": f"Bearer {secret}"}
    return post


def test_a_program_lays_out_the_hall(client, send):
    status, room = send("rooms/", name="Room B", note="upstairs")
    assert (status, room["name"], room["tables"]) == (201, "Room B", [])
    status, room = send(f"rooms/{room['id']}/tables/", first_number=21, last_number=23, seats=5)
    assert (status, room["tables"]) == (200, [21, 22, 23])
    status, table = send("hall-tables/22/change/", step_free=True, name="door")
    assert (status, table["label"], table["seats"]) == (200, "Table 22, Room B", 5)
    step_free = client.get(BASE + "hall-tables/?step_free=true").json()["results"]
    assert [one["number"] for one in step_free] == [22]
    assert send(f"rooms/{room['id']}/change/", name="Attic")[1]["note"] == "upstairs"
    assert client.get(BASE + "rooms/").json()["results"][0]["name"] == "Attic"
    assert send(f"rooms/{room['id']}/remove/")[0] == 200
    assert not Room.objects.exists()


def test_a_room_with_sessions_in_it_stays_and_says_why(event, send):
    room = add_room(event, "Room B", by=ANNA, at=NOON)
    make_session(make_tournament(event, name="Metro"), room=room.pk)
    status, problem = send(f"rooms/{room.pk}/remove/")
    assert status == 409
    assert problem["detail"] == (
        "Sessions are planned in Room B: Metro, heat 1. Plan them elsewhere first."
    )
    assert Room.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("rooms/", {"name": " "}, 400),
        ("rooms/", {"name": "Room B"}, 409),
        ("rooms/0/change/", {"name": "Attic"}, 404),
        ("hall-tables/9/change/", {"name": "door"}, 404),
        ("announcements/", {"text": "Hi", "tournament": "nowhere"}, 422),
        ("announcements/", {"text": "Hi", "session_id": 1, "audience": "everybody"}, 422),
        ("announcements/", {"text": "Hi", "ends_at": "2020-01-01T00:00:00Z"}, 422),
        ("announcements/0/withdraw/", {}, 404),
    ],
)
def test_what_makes_no_sense_is_refused(event, send, path, body, status):
    add_room(event, "Room B", by=ANNA, at=NOON)
    assert send(path, **body)[0] == status
    assert not Announcement.objects.exists()


def test_a_program_announces_changes_and_withdraws(client, event, send):
    make_tournament(event, name="Metro")
    status, made = send("announcements/", text="Round 2 in Room B", tournament="metro")
    assert (status, made["audience"], made["tournament"]) == (201, "tournament", "metro")
    assert made["ends_at"] == (NOON + minutes(30)).isoformat().replace("+00:00", "Z")
    status, changed = send(f"announcements/{made['id']}/change/", text="Round 2 in Room C")
    assert (status, changed["text"]) == (200, "Round 2 in Room C")
    assert send(f"announcements/{made['id']}/withdraw/")[1]["withdrawn_at"] is not None
    assert send(f"announcements/{made['id']}/withdraw/")[0] == 409


def test_programs_of_strangers_read_neither_what_is_for_conductors_nor_what_comes(
    client, event, send
):
    later = {"starts_at": NOON + minutes(9), "ends_at": NOON + minutes(19)}
    send("announcements/", text="Now")
    send("announcements/", text="Secret", audience="conductors")
    announce(event, text="Later", audience="everybody", **later, by=ANNA, at=NOON)

    def texts(**headers):
        rows = client.get(BASE + "announcements/", headers=headers).json()["results"]
        return {row["text"] for row in rows}

    assert texts() == {"Now"}
    assert texts(**send.headers) == {"Now", "Secret", "Later"}


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 4])
def test_the_lists_need_few_queries(client, event, same_queries, count):
    for number in range(count):
        room = add_room(event, f"Room {number}", by=ANNA, at=NOON)
        number_tables(room, 10 * number + 1, 10 * number + 3, by=ANNA, at=NOON)
        until = {"starts_at": NOON, "ends_at": NOON + minutes(30)}
        announce(event, text="Hi", audience="everybody", **until, by=ANNA, at=NOON)
    with same_queries(at_most=20):
        for path in ("rooms/", "hall-tables/", "announcements/"):
            assert client.get(BASE + path).status_code == 200
