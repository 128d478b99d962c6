"""The places in sessions, through the API alone, and who may have one."""

from http import HTTPStatus

import pytest
from django.test import Client

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament, minutes
from tests.examples import ALL
from tests.tournaments.api.sessions.programs import BASE, MORNING, bearer, phone_for, refusal
from tests.tournaments.signup.sessions import make_players, make_session, states
from tournaments.models import Booking, Event, Role, StoredAnswer
from tournaments.signup import promoting, services

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_phone_takes_the_place_of_its_player_comes_and_leaves(clock, event, send):
    session = make_session(make_tournament(event, name="Eurorails"), capacity=2)
    (player,) = make_players(event, 1)
    phone, one = phone_for(player), f"{session.pk}/"
    before = phone.get(f"{BASE}{one}place/").json()
    assert (before["booking"], before["may_sign_up"], before["why_not"]) == (None, True, "")
    answer = send(f"{one}book/", client=phone)
    assert answer.status_code == HTTPStatus.OK, answer.json()
    booked = answer.json()
    assert booked["booking"]["player_id"] == player.pk
    assert (booked["booking"]["state"], booked["booking"]["via"]) == ("held", "player")
    assert booked["session"]["taken"] == 1
    assert refusal(send(f"{one}come/", client=phone)) == (422, "too-early")
    clock.move_to(NOON - minutes(30))
    assert send(f"{one}come/", client=phone).json()["booking"]["state"] == "here"
    assert phone.get(f"{BASE}{one}place/").json()["booking"]["state"] == "here"
    assert refusal(send(f"{one}give-up/", client=phone)) == (409, "here-already")
    left = send(f"{one}leave/", client=phone).json()
    assert (left["booking"]["state"], left["session"]["taken"]) == ("gone", 0)


# Those sentences: signup/test_places.py. How any refusal is answered: test_problems.py.
@pytest.mark.long
def test_a_refusal_names_the_other_session_and_its_hours(event, send):
    eurorails = make_tournament(event, name="Eurorails")
    make = {"event": event, "published": True, "kind": "other", "tournament": None}
    first = make_session(name="Eurorails", start=-120, length=240, **make)
    other = make_session(eurorails, start=0)
    (player,) = make_players(event, 1)
    phone = phone_for(player)
    send(f"{first.pk}/book/", client=phone)
    refused = send(f"{other.pk}/book/", client=phone)
    assert refusal(refused) == (409, "booked-elsewhere")
    assert refused.json()["detail"] == "You are booked for Eurorails, 10:00 to 14:00."
    for_them = send(f"{other.pk}/book/", {"player_id": player.pk})
    assert for_them.json()["detail"] == "Guest 001 is booked for Eurorails, 10:00 to 14:00."


def test_the_queue_says_everybody_their_place(event, owner, send):
    session = make_session(event=event, capacity=1)
    people = make_players(event, 3)
    assert send(f"{session.pk}/book/", {"player_id": people[0].pk}).status_code == HTTPStatus.OK
    full = send(f"{session.pk}/book/", client=phone_for(people[1]))
    assert refusal(full) == (409, "session-full")
    for place, player in enumerate(people[1:], start=1):
        queued = send(f"{session.pk}/join-queue/", client=phone_for(player)).json()
        assert (queued["booking"]["state"], queued["booking"]["queue_place"]) == ("waiting", place)
    assert queued["session"]["waiting"] == 2
    mine = phone_for(people[2]).get(f"{BASE}{session.pk}/place/").json()
    assert mine["booking"]["queue_place"] == 2
    rows = Client(headers=bearer(owner, "roster")).get(f"{BASE}{session.pk}/bookings/").json()
    shown = [(row["player"], row["state"], row["queue_place"]) for row in rows["results"]]
    assert shown == [
        ("Guest 001", "held", None), ("Guest 002", "waiting", 1), ("Guest 003", "waiting", 2),
    ]  # fmt: skip


def test_a_phone_takes_the_place_that_is_kept_for_its_player(event, send):
    Event.objects.update(offer_minutes=10)
    session = make_session(event=event, capacity=1)
    people = make_players(event, 2)
    first, second = (phone_for(player) for player in people)
    for act, phone in (("book", first), ("join-queue", second), ("give-up", first)):
        send(f"{session.pk}/{act}/", client=phone)
    promoting.promote(session.pk, at=MORNING)
    mine = second.get(f"{BASE}{session.pk}/place/").json()
    assert (mine["booking"]["state"], mine["session"]["offered"]) == ("offered", 1)
    assert mine["booking"]["offered_until"]
    assert second.get(f"{BASE}?free=true").json()["results"] == []
    assert refusal(send(f"{session.pk}/take/", client=first)) == (409, "offer-over")
    taken = send(f"{session.pk}/take/", client=second).json()
    assert (taken["booking"]["state"], taken["booking"]["offered_until"]) == ("held", None)


# signup/test_places.py has the walk-ups, and the first test here comes by the API.
@pytest.mark.long
def test_a_walk_up_gets_a_place_at_the_desk_or_waits_there(clock, event, send):
    session = make_session(event=event, capacity=1)
    people = make_players(event, 2)
    clock.move_to(NOON)
    first, second = (
        send(f"{session.pk}/come/", {"player_id": player.pk}).json()["booking"] for player in people
    )
    assert (first["state"], first["via"]) == ("here", "walk-up")
    assert (second["state"], second["queue_place"]) == ("waiting", 1)
    assert second["here_at"]


def test_a_write_that_a_phone_sends_again_is_done_once(event, send):
    session = make_session(event=event)
    people = make_players(event, 2)
    phone = phone_for(people[0])
    first = send(f"{session.pk}/book/", client=phone, key="the-place-that-i-want")
    send(f"{session.pk}/give-up/", client=phone)
    again = send(f"{session.pk}/book/", client=phone, key="the-place-that-i-want")
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert states(session) == {"Guest 001": "cancelled"}
    # The same key of another player is another one.
    mate = send(f"{session.pk}/book/", client=phone_for(people[1]), key="the-place-that-i-want")
    assert "Idempotency-Replayed" not in mate
    assert mate.json()["booking"]["player"] == "Guest 002"
    callers = {f"player-{player.pk}" for player in people}
    assert callers == set(StoredAnswer.objects.values_list("caller", flat=True))


# --- Who may --------------------------------------------------------------------------------------


def test_nobody_acts_for_another_person(event, owner, send):
    session = make_session(event=event)
    people = make_players(event, 2)
    scores = make_conductor(event, "scores@example.org", Role.SCOREKEEPER)
    stranger = make_conductor(make_event("Spring Meet"), "stranger@example.org")
    others = {
        "phone": phone_for(people[0]),
        "weak": Client(headers=bearer(owner, "results")),
        "scorekeeper": Client(headers=bearer(scores, "roster", "conduct")),
        "elsewhere": Client(headers=bearer(stranger, "roster")),
    }
    for act in ("book", "join-queue", "take", "come", "give-up", "leave"):
        his, of_other = f"{session.pk}/{act}/", {"player_id": people[1].pk}
        assert refusal(send(his, client=Client())) == (401, "not-authenticated"), act
        # Who may, one function decides for each act.
        for who in others if ALL or act == "book" else ("phone",):
            client = others[who]
            refused = refusal(send(his, of_other, client=client))
            assert refused == (403, "permission-denied"), (act, who)
        assert refusal(send(his)) == (400, "invalid"), act  # a program has no player of its own
    assert not Booking.objects.exists()


def test_a_page_of_another_site_takes_no_place_with_the_cookie_of_a_phone(event):
    session = make_session(event=event)
    phone = phone_for(make_players(event, 1)[0])
    answer = phone.post(
        f"{BASE}{session.pk}/book/", {}, "application/json",
        headers={"Origin": "https://elsewhere.example"},
    )  # fmt: skip
    assert refusal(answer) == (403, "foreign-origin")
    assert not Booking.objects.exists()


def test_a_player_of_another_event_has_no_place_here(event, send):
    session = make_session(event=event)
    (player,) = make_players(make_event("Spring Meet"), 1)
    answer = send(f"{session.pk}/book/", {"player_id": player.pk})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    # Their phone is open there, and is nobody's here.
    assert send(f"{session.pk}/book/", client=phone_for(player)).status_code == 401


def test_a_session_that_is_not_published_is_for_conductors_alone(event, send):
    session = make_session(event=event, published=False)
    (player,) = make_players(event, 1)
    phone = phone_for(player)
    assert phone.get(f"{BASE}{session.pk}/place/").status_code == HTTPStatus.NOT_FOUND
    assert send(f"{session.pk}/book/", client=phone).status_code == HTTPStatus.NOT_FOUND
    answer = send(f"{session.pk}/book/", {"player_id": player.pk})
    assert answer.json()["booking"]["via"] == "conductor"


def test_who_is_booked_is_shown_to_conductors_alone(event, owner):
    session = make_session(event=event)
    (player,) = make_players(event, 1)
    services.book(session, player, by=ANNA, at=MORNING)
    where = f"{BASE}{session.pk}/bookings/"
    assert Client().get(where).status_code == HTTPStatus.UNAUTHORIZED
    assert phone_for(player).get(where).status_code == HTTPStatus.UNAUTHORIZED
    weak = Client(headers=bearer(owner, "results")).get(where)
    assert weak.status_code == HTTPStatus.FORBIDDEN
    assert player.name not in Client().get(f"{BASE}{session.pk}/").content.decode()
    gone = Client(headers=bearer(owner, "roster")).get(f"{BASE}0/bookings/")
    assert gone.status_code == HTTPStatus.NOT_FOUND


def test_a_place_needs_few_queries(event, send, django_assert_max_num_queries):
    session = make_session(event=event)
    phone = phone_for(make_players(event, 1)[0])
    with django_assert_max_num_queries(9):
        assert phone.get(f"{BASE}{session.pk}/place/").status_code == HTTPStatus.OK
