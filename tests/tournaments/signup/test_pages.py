"""The timetable and the page of a session, as players and conductors use them."""

import pytest
import time_machine
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
    phone_of,
)
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.models import Event, HallTable, Room, Round, Session
from tournaments.signup import moving, promoting, services

pytestmark = pytest.mark.django_db

EARLY = NOON - minutes(120)
BEFORE = {"by": ANNA, "at": EARLY}


@pytest.fixture
def session():
    return make_session(make_tournament(name="Eurorails"), capacity=1)


@pytest.fixture
def players(session):
    return make_players(session.event, 3)


def address(name, session, **more):
    return reverse(name, kwargs={"event": session.event.slug, "session": session.pk} | more)


def act(client, session, act, at=EARLY, **more):
    with time_machine.travel(at, tick=False):
        sent = {"act": act} | more
        return client.post(address("session-place", session), sent, follow=True)


def page(client, session, at=EARLY):
    with time_machine.travel(at, tick=False):
        return client.get(address("session", session)).text


def test_a_player_signs_up_comes_and_leaves(client, session, players):
    phone_of(client, players[0])
    assert "Sign up</button>" in page(client, session)
    assert "You have a place." in act(client, session, "book").text
    assert "here</button>" not in page(client, session)
    assert "I'm here</button>" in page(client, session, NOON - minutes(30))
    assert "You are here." in act(client, session, "here", NOON - minutes(30)).text
    assert "Leave</button>" in page(client, session, NOON)
    assert "You have left this session." in act(client, session, "leave", NOON).text
    assert states(session) == {"Guest 001": "gone"}
    check_truth()


@pytest.mark.parametrize("is_played", [True, False])
def test_who_comes_waits_for_a_seating_only_where_one_is_made(client, is_played):
    what = {} if is_played else {"kind": "other", "name": "Seminar"}
    session = make_session(event=make_event(), **what)
    phone_of(client, make_players(session.event, 1)[0])
    said = act(client, session, "here", NOON - minutes(30)).text
    assert "You are here." in said
    assert ("Wait for the seating" in said) is is_played


@pytest.mark.parametrize("chosen", [{}, {"player": "99999"}])
@pytest.mark.long
def test_a_conductor_who_chose_nobody_is_told_so(client, session, chosen):
    """Somebody may have been deleted since the page was made."""
    client.force_login(make_conductor(session.event))
    answer = act(client, session, "here", **chosen)
    assert "Choose a player who is on the roster." in answer.text
    assert answer.redirect_chain[-1][0].startswith(address("session", session))
    assert not session.bookings.exists()


@pytest.mark.long
def test_whom_a_conductor_chose_stays_chosen_after_a_refusal(client, session, players):
    client.force_login(make_conductor(session.event))
    refused = act(client, session, "leave", player=players[1].pk).text
    assert f'<option value="{players[1].pk}" selected>' in refused
    done = act(client, session, "here", at=NOON, player=players[1].pk).text
    assert "selected>Guest" not in done


def test_a_full_session_offers_the_queue_and_says_the_place_in_it(client, session, players):
    for player in players[:2]:
        services.join_queue(session, player, **BEFORE)
    phone_of(client, players[2])
    assert "Join the queue</button>" in page(client, session)
    assert "You are in the queue." in act(client, session, "queue").text
    assert "You are number 2 in the queue." in page(client, session)


def test_who_takes_a_place_minutes_before_the_start_reads_nothing_of_half_an_hour(
    client, session, players
):
    Event.objects.update(offer_minutes=10)
    for player in players[:2]:
        services.join_queue(session, player, **BEFORE)
    phone_of(client, players[1])
    services.cancel(session, players[0], **BEFORE)
    promoting.promote(session.pk, at=NOON - minutes(15))
    said = act(client, session, "queue", NOON - minutes(14)).text
    assert "A place is free, and it is kept for you." in said
    assert "given up" not in said
    said = act(client, session, "take", NOON - minutes(10)).text
    assert "You have a place. Say here that you have come." in said
    assert "half an hour" not in said


def test_who_was_given_a_place_in_a_session_that_is_not_published_may_say_that_they_came(client):
    session = make_session(published=False)
    player, other = make_players(session.event, 2)
    services.book(session, player, conducts=True, **BEFORE)
    phone_of(client, other)
    assert client.get(address("session", session)).status_code == 404
    phone_of(client, player)
    with time_machine.travel(EARLY, tick=False):
        day = client.get(reverse("my-day", args=[session.event.slug])).text
    assert address("session", session) in day
    assert "You have a place." in page(client, session)
    assert "You are here." in act(client, session, "here", NOON).text


@pytest.mark.parametrize("given_up", [True, False], ids=["given up", "lost"])
def test_who_has_no_place_any_more_in_a_session_that_is_not_published_reads_why(client, given_up):
    session = make_session(published=False)
    (player,) = make_players(session.event, 1)
    services.book(session, player, conducts=True, **BEFORE)
    phone_of(client, player)
    if given_up:
        assert "You have given up your place." in act(client, session, "cancel").text
    else:
        moving.cancel_session(session, **BEFORE)
    with time_machine.travel(EARLY, tick=False):
        assert client.get(address("session", session)).status_code == 200


def closed(session):
    """The session has been played; nobody has freed its people yet."""
    round_ = make_round(session.tournament, [make_entries(session.tournament, 3)])
    Round.objects.filter(pk=round_.pk).update(
        session=session, status=Round.Status.CLOSED, closed_at=NOON
    )


def test_who_still_waits_for_a_session_whose_round_is_closed_reads_that_it_is_over(
    client, session, players
):
    for player in players[:2]:
        services.join_queue(session, player, **BEFORE)
    phone_of(client, players[1])
    assert "You are number 1 in the queue." in page(client, session, NOON)
    closed(session)
    found = page(client, session, NOON)
    assert "Eurorails, heat 1 is over: its games have ended." in found
    assert "in the queue" not in found
    assert "I'm here</button>" not in found
    services.cancel(session, players[0], **BEFORE)
    refused = act(client, session, "here", NOON).text
    assert "Eurorails, heat 1 is over: its games have ended." in refused
    assert "You are here." not in refused


# The sentence: test_places.py. That a page shows a refusal: the test of a session that is over.
@pytest.mark.long
def test_a_refusal_says_the_other_session(client, session, players):
    services.book(make_session(event=session.event), players[0], **BEFORE)
    phone_of(client, players[0])
    answer = act(client, session, "book").text
    assert "You are booked for Game 2, heat 1, 12:00 to 14:00." in answer


def test_a_stranger_is_led_to_a_badge_and_sees_nobody(client, session, players):
    services.book(session, players[0], **BEFORE)
    found = page(client, session)
    assert "scan your badge" in found
    assert "Guest 001" not in found
    assert act(client, session, "book").redirect_chain[0][0].endswith("/me/")
    assert act(client, session, "steal").status_code == 404


def test_what_is_not_published_is_for_conductors(client, session):
    draft = make_session(event=session.event, published=False)
    assert client.get(address("session", draft)).status_code == 404
    listed = reverse("timetable", args=[session.event.slug])
    with time_machine.travel(EARLY, tick=False):
        assert "Eurorails, heat 1" in client.get(listed).text
        assert "Game 2" not in client.get(listed).text
        client.force_login(make_conductor(session.event))
        assert "not published" in client.get(address("session", draft)).text


def test_a_conductor_takes_a_walk_up_and_puts_others_in_the_queue(client, session, players):
    client.force_login(make_conductor(session.event))
    act(client, session, "here", NOON, player=players[0].pk)
    act(client, session, "queue", NOON, player=players[1].pk)
    found = page(client, session, NOON)
    assert "Guest 001" in found
    assert "Guest 002" in found
    assert states(session) == {"Guest 001": "here", "Guest 002": "waiting"}


def test_a_conductor_plans_a_session_by_the_form_and_publishes_it(client):
    event = make_event(time_zone="Europe/Paris")
    tournament = make_tournament(event, name="Eurorails")
    room = Room.objects.create(event=event, name="Lounge")
    HallTable.objects.create(event=event, number=1, code="H1")
    client.force_login(make_conductor(event))
    edit = reverse("timetable-edit", args=[event.slug])
    sent = {
        "tournament": tournament.pk, "kind": "heat", "day": "2026-11-21", "time": "10:00",
        "length": 240, "room": room.pk, "first_table": 1, "last_table": 1, "capacity": 16,
        "joins": "on", "release_minutes": 10,
    }  # fmt: skip
    refused = client.post(edit, sent | {"time": "10:07"})
    assert refused.status_code == 422
    assert "quarter hour" in refused.text
    assert "is planned" in client.post(edit, sent, follow=True).text
    made = Session.objects.get()
    assert (made.starts_at.hour, made.room, made.capacity, made.joins) == (9, room, 16, "free")
    answer = client.post(edit, sent)
    assert answer.status_code == 409
    assert "Table 1 is taken by Eurorails, heat 1, 10:00 to 14:00." in answer.text
    publish = reverse("timetable-publish", args=[event.slug])
    assert "1 session is on" in client.post(publish, follow=True).text
    assert "Lounge" in client.get(reverse("timetable", args=[event.slug])).text
    assert "Lounge · table 1<" in client.get(address("session", made)).text


def test_moving_asks_about_those_who_would_be_in_two_places(client, session, players):
    services.book(session, players[0], **BEFORE)
    services.book(make_session(event=session.event, start=360), players[0], **BEFORE)
    client.force_login(make_conductor(session.event))
    edit = address("session-edit", session)
    sent = {"name": "", "day": "2026-11-21", "time": "18:00", "length": 120, "capacity": 1,
            "joins": "on"}  # fmt: skip
    asked = client.post(edit, sent)
    assert asked.status_code == 409
    assert "Guest 001" in asked.text
    assert "Move anyway" in asked.text
    client.post(edit, sent | {"anyway": "yes"})
    assert states(session) == {"Guest 001": "lost"}
    check_truth()


def test_two_conductors_change_a_session_and_the_second_sees_it(client, session):
    client.force_login(make_conductor(session.event))
    edit = address("session-edit", session)
    seen = {"initial-name": "", "initial-day": "2026-11-21", "initial-time": "12:00",
            "initial-length": "120", "initial-capacity": "1", "initial-joins": "True"}  # fmt: skip
    sent = {"name": "", "day": "2026-11-21", "time": "13:00", "length": 120, "capacity": 1,
            "joins": "on"}  # fmt: skip
    assert client.post(edit, seen | sent).status_code == 302
    answer = client.post(edit, seen | sent | {"time": "14:00"})
    assert answer.status_code == 409
    assert "13:00" in answer.text


def test_a_session_is_cancelled_as_it_was_seen(client, session, players):
    client.force_login(make_conductor(session.event))
    cancel = address("session-cancel", session)
    assert "since you opened the page" in client.post(cancel, {"seen": "x"}, follow=True).text
    client.post(cancel, {"seen": ""})
    assert "cancelled" in page(client, session)


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.long
def test_the_pages_ask_as_many_queries_for_any_number_of_sessions(
    client, session, count, same_queries
):
    event = session.event
    client.force_login(make_conductor(event))
    for n in range(count):
        make_session(session.tournament, start=15 * n, length=15)
    for player in make_players(event, count):
        services.join_queue(session, player, **BEFORE)
    with same_queries("timetable", at_most=12):
        client.get(reverse("timetable", args=[event.slug]))
    with same_queries("edit", at_most=16):
        client.get(reverse("timetable-edit", args=[event.slug]))
    with same_queries("session", at_most=16):
        client.get(address("session", session))


def test_a_conductor_says_when_sign_up_opens_and_closes(client, session, players):
    client.force_login(make_conductor(session.event))
    form = client.get(address("session-edit", session)).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    sent |= {"length": 120, "opens_at": "2026-11-21T10:30", "closes_at": "2026-11-21T10:30"}
    refused = client.post(address("session-edit", session), sent)
    assert "Sign-up has to close after it opens." in refused.text
    client.post(address("session-edit", session), sent | {"closes_at": "2026-11-21T11:00"})
    session.refresh_from_db()
    assert (session.opens_at, session.closes_at) == (NOON - minutes(90), NOON - minutes(60))
    phone_of(client, players[0])
    assert "opens at 10:30" in page(client, session, EARLY)
    assert "Sign up</button>" in page(client, session, NOON - minutes(75))
    assert "is closed" in page(client, session, NOON - minutes(60))
