"""The day of one person on their phone: where they are booked, and what they could play now."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.calendars import events
from tests.selecting import ON_SQLITE
from tests.tournaments.signup.sessions import make_players, make_session, states
from tournaments.clock.services import start_slot
from tournaments.devices.services import new_badge
from tournaments.ledger import Actor
from tournaments.models import Bye, Entry, Event, Ranking, Round, Session, Tournament
from tournaments.results.ruling.services import end_game
from tournaments.seating.changing.takeovers import CountsFor, take_over
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import feed, moving, services
from tournaments.signup.day import day_of

# The places of a queue and what is offered now are questions to each database; what else a day has,
# Python decides.
pytestmark = pytest.mark.django_db

EARLY = NOON - minutes(120)
BEFORE = {"by": ANNA, "at": EARLY}
ALMOST = NOON - minutes(20)


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def players(event):
    return make_players(event, 3)


def day(player, now=EARLY):
    return day_of(player, player.event.zone, now)


def names(day):
    return [str(one.session) for _date, places in day.coming for one in places]


def offered(player):
    return [one.session for one in day(player, ALMOST).offered]


@ON_SQLITE
def test_shows_the_places_of_one_person_in_the_order_of_their_start(event, players):
    late = make_session(event=event, start=180, name="late")
    soon = make_session(event=event, start=0, name="soon")
    make_session(event=event, start=0, name="not mine")
    for session in (late, soon):
        services.book(session, players[0], **BEFORE)
    services.book(soon, players[1], **BEFORE)
    assert names(day(players[0])) == [str(soon), str(late)]


@ON_SQLITE
def test_what_is_over_or_given_up_is_not_shown(event, players):
    over = make_session(event=event, start=0)
    given_up = make_session(event=event, start=180)
    for session in (over, given_up):
        services.book(session, players[0], **BEFORE)
    services.cancel(given_up, players[0], **BEFORE)
    assert names(day(players[0])) == [str(over)]
    assert day(players[0], NOON + minutes(120)).is_empty


@ON_SQLITE
def test_a_session_whose_round_is_closed_is_not_shown_before_its_end(event, players):
    session = make_session(event=event, start=0)
    services.book(session, players[0], **BEFORE)
    round_ = make_round(session.tournament, [make_entries(session.tournament, 3)])
    Round.objects.filter(pk=round_.pk).update(session=session)
    assert names(day(players[0], NOON)) == [str(session)]
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.CLOSED, closed_at=NOON)
    assert day(players[0], NOON).is_empty


def test_says_the_place_in_each_queue(event, players):
    full = [make_session(event=event, start=start, capacity=1) for start in (0, 180)]
    for session, order in zip(full, [(0, 1, 2), (1, 2, 0)], strict=True):
        first, *others = [players[n] for n in order]
        services.book(session, first, **BEFORE)
        for n, player in enumerate(others):
            services.join_queue(session, player, by=ANNA, at=EARLY + minutes(n))

    def places(player):
        return [one.queue_place for _date, of_day in day(player).coming for one in of_day]

    assert [places(player) for player in players] == [[0, 2], [1, 0], [2, 1]]


@ON_SQLITE
def test_asks_nobody_who_plays_to_come_to_another_session_at_that_time(event, players):
    game = make_session(event=event, start=0, length=60)
    full = make_session(event=event, start=0, capacity=1)
    services.book(full, players[1], **BEFORE)
    services.book(game, players[0], **BEFORE)
    services.join_queue(full, players[0], **BEFORE)

    def asked():
        found = day(players[0], ALMOST).coming
        return {one.session: one.may_be_here for _date, places in found for one in places}

    assert asked() == {game: True, full: True}
    services.check_in(game, players[0], by=ANNA, at=ALMOST)
    assert asked() == {game: False, full: False}


def test_offers_what_takes_people_now_and_leaves_their_other_places_alone(event, players):
    make_session(event=event, start=60, name="too late to come to")
    make_session(event=event, start=0, name="by hand", joins=Session.Joins.NONE)
    full = make_session(event=event, start=0, name="full", capacity=1)
    services.book(full, players[1], **BEFORE)
    long = make_session(event=event, start=0, name="until two")
    short = make_session(event=event, start=0, length=60, name="until one")
    booked = make_session(event=event, start=60, name="mine")
    services.book(booked, players[0], **BEFORE)
    make_session(event=event, start=0, name="hidden", published=False)

    assert offered(players[0]) == [short]
    assert offered(players[2]) == [long, short]


@ON_SQLITE
def test_offers_first_what_counts_in_a_category_that_they_need(event, players):
    ranking = Ranking.objects.create(event=event, slug="r", required=2, categories="1: A\n2: B")
    sessions = [make_session(event=event, name=name) for name in ("had", "none", "needed")]
    for session, category in zip(sessions, ("1", "", "2"), strict=True):
        ranking.parts.create(tournament=session.tournament, category=category)
    missing = {"count": 1, "of": ["2"]}
    for rank, (player, of) in enumerate(zip(players, (missing, None), strict=False), start=1):
        ranking.rows.create(player=player, rank=rank, wins=0, details={"missing": of})
    had, none, needed = sessions
    assert offered(players[0]) == [needed, had, none]
    assert [one.is_needed for one in day(players[0], ALMOST).offered] == [True, False, False]
    for player in players[1:]:  # one needs nothing more, one has played nothing
        assert offered(player) == sessions
    phone_of(client := Client(), players[0])
    with time_machine.travel(ALMOST, tick=False):
        found = client.get(reverse("my-day", args=[event.slug])).text
    assert found.count("a category you still need") == 1


@ON_SQLITE
def test_what_was_lost_stays_in_sight_until_it_would_be_over(event, players):
    session = make_session(event=event, start=0)
    services.book(session, players[0], **BEFORE)
    moving.cancel_session(session, **BEFORE)
    assert [one.reason for one in day(players[0]).lost] == ["cancelled"]
    assert not day(players[0], NOON + minutes(120)).lost


def test_who_was_in_the_queue_of_a_cancelled_session_reads_of_no_place_that_they_had(
    client, event, players
):
    session = make_session(event=event, start=0, capacity=1)
    services.book(session, players[1], **BEFORE)
    services.join_queue(session, players[0], **BEFORE)
    moving.cancel_session(session, **BEFORE)
    phone_of(client, players[0])
    with time_machine.travel(EARLY, tick=False):
        shown = client.get(reverse("my-day", args=[event.slug])).text
    assert "Sessions you are no longer in" in shown
    assert "it is cancelled." in shown
    assert "Places you lost" not in shown


def test_whom_a_conductor_takes_out_reads_so(client, event, players):
    session = make_session(event=event, start=0)
    for player in players[:2]:
        services.book(session, player, **BEFORE)
    services.cancel(session, players[0], conducts=True, **BEFORE)
    services.cancel(session, players[1], **BEFORE)
    assert [one.reason for one in day(players[0]).lost] == ["conductor"]
    assert not day(players[1]).lost
    phone_of(client, players[0])
    with time_machine.travel(EARLY, tick=False):
        assert "a conductor took you out." in client.get(reverse("my-day", args=[event.slug])).text
        page = client.get(reverse("session", args=[event.slug, session.pk])).text
    assert "A conductor took you out of this session." in page
    assert "Sign up</button>" in page


@ON_SQLITE
def test_a_conductor_who_gives_up_their_own_place_was_not_taken_out(event, players):
    session = make_session(event=event, start=0)
    services.book(session, players[0], **BEFORE)
    myself = Actor(name="Clara", player=players[0])
    services.cancel(session, players[0], conducts=True, by=myself, at=EARLY)
    assert states(session) == {"Guest 001": "cancelled"}


def test_takes_as_many_queries_for_any_number_of_places(event, players, same_queries):
    for start in (0, 180, 360, 540):
        session = make_session(event=event, start=start, capacity=1)
        services.book(session, players[1], **BEFORE)
        services.join_queue(session, players[0], **BEFORE)
        make_session(event=event, start=start)
        with same_queries("my day", at_most=6):
            day(players[0], ALMOST)


def test_a_player_comes_from_their_day_and_is_back_at_it(client, event, players):
    session = make_session(event=event, start=0)
    services.book(session, players[0], **BEFORE)
    phone_of(client, players[0])
    me = reverse("me", args=[event.slug])
    with time_machine.travel(EARLY, tick=False):
        assert "booked" in client.get(me).text
    with time_machine.travel(ALMOST, tick=False):
        place = reverse("session-place", args=[event.slug, session.pk])
        form = client.get(me).text.split(f'action="{place}"')[1].split("</form>")[0]
        assert f'I\'m here<span class="visually-hidden">: {session}</span></button>' in form
        # A conductor who plays acts for themselves here, and not as one who acts for somebody.
        assert 'name="player"' not in form
        assert f'name="made_for" value="{players[0].pk}"' in form
        answer = client.post(place, {"act": "here", "my_day": "on"}, follow=True)
    assert answer.redirect_chain == [(me, 302)]
    assert "you are here" in answer.text
    assert states(session) == {"Guest 001": "here"}


def test_the_day_has_the_seat_as_soon_as_it_is_published(client, event):
    tournament = make_tournament(event, name="Seated")
    entries = make_entries(tournament, 3)
    phone_of(client, entries[0].player)
    part = reverse("my-day", args=[event.slug])
    assert "You have no seat yet." in client.get(part).text
    table = make_round(tournament, [entries], started_at=None).tables.get()
    answer = client.get(part).text
    assert table.get_absolute_url() in answer
    assert f'data-live="event-{event.pk} sessions-{event.pk}"' in answer


@ON_SQLITE
def test_whoever_gets_no_seat_reads_why_and_is_not_told_to_wait_for_it(event):
    tournament = make_tournament(event, name="Seated")
    *seated, sits_out, absent = make_entries(tournament, 5)
    round_ = make_round(tournament, [seated], started_at=None)
    Bye.objects.create(round=round_, entry=sits_out)
    Entry.objects.filter(pk=absent.pk).update(status="entered")
    for entry, words in ((sits_out, "You have a bye in Round 1"), (absent, "not checked in")):
        phone = Client()
        phone_of(phone, entry.player)
        text = phone.get(reverse("my-day", args=[event.slug])).text
        assert words in text
        assert "You have no seat yet." not in text


def test_a_phone_of_nobody_has_no_day(client, event):
    assert client.get(reverse("my-day", args=[event.slug])).content == b""


# --- In a calendar --------------------------------------------------------------------------------


def entries(client, address):
    answer = client.get(address)
    assert answer["Cache-Control"] == "private, no-store"
    return {str(one["summary"]): one for one in events(answer.content)}


def test_a_calendar_follows_the_places_of_a_person(client, event, players):
    mine = make_session(event=event, start=0)
    full = make_session(event=event, start=180, capacity=1)
    for made in (Event, Tournament):
        made.objects.update(updated_at=EARLY - minutes(60))
    services.book(mine, players[0], **BEFORE)
    services.book(full, players[1], **BEFORE)
    services.join_queue(full, players[0], **BEFORE)
    address = reverse("my-calendar", args=[feed.token_of(players[0])])
    before = entries(client, address)
    assert entries(client, address) == before  # whatever the time
    assert {name: one["status"] for name, one in before.items()} == {
        str(mine): "CONFIRMED",
        str(full): "TENTATIVE",
    }
    assert before[str(mine)]["dtstart"].dt == NOON

    moved = {"starts_at": NOON + minutes(60), "ends_at": NOON + minutes(120)}
    seen = {"starts_at": mine.starts_at, "ends_at": mine.ends_at}
    later = {"by": ANNA, "at": EARLY + minutes(10)}
    moving.change_session(mine, **moved, seen=seen, anyway=False, **later)
    services.cancel(full, players[0], **later)
    after = entries(client, address)
    assert after[str(mine)]["uid"] == before[str(mine)]["uid"]
    assert after[str(mine)]["sequence"] > before[str(mine)]["sequence"]
    assert after[str(mine)]["dtstart"].dt == NOON + minutes(60)
    assert after[str(full)]["status"] == "CANCELLED"
    assert after[str(full)]["sequence"] > before[str(full)]["sequence"]


def test_what_was_played_stays_in_the_calendar(
    client, event, players, django_capture_on_commit_callbacks
):
    tournament = make_tournament(event)
    session = make_session(tournament)
    for player in players:
        services.check_in(session, player, by=ANNA, at=ALMOST)
    round_ = publish_round(seat_session(session, tournament, by=ANNA, at=NOON), by=ANNA, at=NOON)
    start_slot(round_, by=ANNA, at=NOON)
    with django_capture_on_commit_callbacks(execute=True):
        end_game(round_.tables.get(), by=ANNA, at=NOON + minutes(60), reason="all done")
    assert set(states(session).values()) == {"gone"}
    shown = entries(client, reverse("my-calendar", args=[feed.token_of(players[0])]))
    assert shown[str(session)]["status"] == "CONFIRMED"


def test_a_calendar_has_the_table_of_whoever_plays_on_and_not_of_who_left(client, event):
    tournament = make_tournament(event)
    session = make_session(tournament)
    *playing, other = make_players(event, 4)
    for player in playing:
        services.check_in(session, player, by=ANNA, at=ALMOST)
    round_ = publish_round(seat_session(session, tournament, by=ANNA, at=NOON), by=ANNA, at=NOON)
    start_slot(round_, by=ANNA, at=NOON)
    left = tournament.entries.get(player=playing[0])
    why = {"reason": "had to go", "by": ANNA, "at": NOON + minutes(30)}
    take_over(round_, left, other, counts_for=CountsFor.BEGAN, **why)

    def said(player):
        shown = entries(client, reverse("my-calendar", args=[feed.token_of(player)]))
        return str(shown[str(session)].get("description", ""))

    assert "Table 1, seat" in said(other)
    assert "Table 1" not in said(playing[0])


@pytest.mark.parametrize(
    ("left_at", "status"), [(ALMOST, "CANCELLED"), (NOON + minutes(30), "CONFIRMED")]
)
def test_who_leaves_before_the_start_was_not_there(client, event, players, left_at, status):
    session = make_session(event=event)
    services.check_in(session, players[0], by=ANNA, at=ALMOST)
    services.leave(session, players[0], by=ANNA, at=left_at)
    shown = entries(client, reverse("my-calendar", args=[feed.token_of(players[0])]))
    assert shown[str(session)]["status"] == status


@pytest.mark.parametrize(
    "token", ["", "1", "{pk}-", "{pk}-AAAAAAAAAAAAAAAAAAAAAA", "{own}x", "²-a"]
)
def test_no_address_that_was_guessed_shows_a_calendar(client, players, token):
    own = feed.token_of(players[0])
    guess = token.format(pk=players[0].pk, own=own)
    assert client.get(f"/cal/{guess}.ics").status_code == 404


def test_a_new_badge_makes_a_new_address(client, players):
    before = reverse("my-calendar", args=[feed.token_of(players[0])])
    assert client.get(before).status_code == 200
    new_badge(players[0], by=ANNA, at=EARLY)
    assert client.get(before).status_code == 404
