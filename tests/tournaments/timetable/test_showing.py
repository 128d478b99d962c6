"""Everybody reads the timetable: by time or by room, a part of it, and in a calendar."""

from datetime import timedelta

import pytest
import time_machine
from bs4 import BeautifulSoup
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
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.models import Event, Room, Round, Session, Tournament
from tournaments.signup import moving, services
from tournaments.timetable.showing.grid import grid

pytestmark = pytest.mark.django_db

EARLY = NOON - minutes(120)
BEFORE = {"by": ANNA, "at": EARLY}


@pytest.fixture
def event():
    return make_event(time_zone="Europe/Paris")


@pytest.fixture
def rooms(event):
    return [Room.objects.create(event=event, name=name, position=n)
            for n, name in enumerate(("Lounge", "Attic"), start=1)]  # fmt: skip


def page(client, event, at=EARLY, **wanted):
    with time_machine.travel(at, tick=False):
        answer = client.get(reverse("timetable", args=[event.slug]), wanted)
    assert answer.status_code == 200
    return BeautifulSoup(answer.content, "html.parser")


def listed(page):
    return [one.get_text() for one in page.select(".session__what > a")]


def test_shows_the_part_that_is_asked_for(client, event, rooms):
    eurorails, express = (make_tournament(event, name=name) for name in ("Eurorails", "Express"))
    full = make_session(eurorails, name="full", room=rooms[0].pk, capacity=1)
    services.book(full, make_players(event, 1)[0], **BEFORE)
    make_session(eurorails, name="off", start=120)
    moving.cancel_session(Session.objects.get(name="off"), **BEFORE)
    make_session(eurorails, name="free", start=180, room=rooms[0].pk, capacity=1)
    make_session(express, name="next day", start=24 * 60, room=rooms[1].pk)

    def names(**wanted):
        return [one.partition(", ")[2] for one in listed(page(client, event, **wanted))]

    everything = ["full", "off", "free", "next day"]
    assert names() == everything
    assert names(day="2026-11-22") == ["next day"]
    assert names(room=rooms[0].pk) == ["full", "free"]
    assert names(tournament=express.slug) == ["next day"]
    assert names(free="on") == ["free", "next day"]
    assert names(free="on", tournament=eurorails.slug, day="2026-11-21") == ["free"]
    assert names(day="x", room="0", tournament="\0", by="?") == everything


def test_what_runs_now_stands_first_and_what_is_over_last(client, event):
    for start in (0, 120, 240):
        make_session(event=event, start=start)
    found = page(client, event, NOON + minutes(130))
    assert listed(found) == ["Game 2, heat 1", "Game 3, heat 1", "Game 1, heat 1"]
    assert found.select_one("h2").get_text() == "Now"


def test_a_session_whose_games_have_ended_is_over_and_has_no_free_places(client, event):
    """Whatever its time: those who played are gone, and nobody plays there any more."""
    played, other = (make_session(event=event, start=0, capacity=4) for _number in range(2))
    round_ = make_round(played.tournament, [make_entries(played.tournament, 3)])
    Round.objects.filter(pk=round_.pk).update(
        session=played, status=Round.Status.CLOSED, closed_at=NOON
    )
    found = page(client, event, NOON + minutes(30))
    assert listed(found) == [str(other), str(played)]
    assert [one.get_text(strip=True) for one in found.select(".session__places")] == [
        "4 of 4 free",
        "over",
    ]
    assert listed(page(client, event, NOON + minutes(30), free="on")) == [str(other)]
    with time_machine.travel(NOON + minutes(30), tick=False):
        alone = client.get(reverse("session", args=[event.slug, played.pk])).content.decode()
    assert "4 of 4 free" not in alone


@pytest.mark.parametrize("status", Tournament.ENDED)
def test_a_session_of_a_tournament_that_has_ended_is_over_before_its_time(client, event, status):
    ended, other = (make_session(event=event, start=0, capacity=4) for _number in range(2))
    Tournament.objects.filter(pk=ended.tournament_id).update(status=status)
    found = page(client, event)
    assert listed(found) == [str(other), str(ended)]
    assert found.select(".session__places")[-1].get_text(strip=True) == "over"
    assert listed(page(client, event, free="on")) == [str(other)]
    with time_machine.travel(EARLY, tick=False):
        alone = client.get(reverse("session", args=[event.slug, ended.pk])).text
    assert "4 of 4 free" not in alone


def test_a_session_that_was_cancelled_with_its_tournament_says_so_until_its_time_is_over(
    client, event
):
    off = make_session(event=event, start=60)
    make_session(event=event, start=120)
    Tournament.objects.filter(pk=off.tournament_id).update(status="cancelled")
    moving.cancel_session(off, with_tournament=True, **BEFORE)
    found = page(client, event)
    assert listed(found)[0] == str(off)
    assert found.select(".session__places")[0].get_text(strip=True) == "cancelled"


def test_a_day_by_room_has_a_column_for_each_lane_and_a_row_for_each_time(event, rooms):
    def at(start, length):
        return make_session(event=event, start=start, length=length)

    long, beside, after, alone = at(0, 150), at(60, 60), at(120, 30), at(90, 60)
    found = grid([("Lounge", [after, long, beside]), ("Empty", []), ("Attic", [alone])], event.zone)
    assert [(one.name, one.lanes) for one in found.columns] == [
        ("Lounge", [[long], [beside, after]]),
        ("Attic", [[alone]]),
    ]
    assert [(row.at - NOON) // minutes(1) for row in found.rows] == [0, 60, 90, 120]
    assert [[(one.session, one.rows) for one in row.cells] for row in found.rows] == [
        [(long, 4), (None, 1), (None, 2)],
        [(beside, 2)],
        [(alone, 2)],
        [(after, 1)],
    ]


def test_the_rooms_of_a_day_are_one_table(client, event, rooms):
    make_session(event=event, room=rooms[0].pk)
    make_session(event=event, start=24 * 60, room=rooms[1].pk)
    for wanted, room in (({}, "Lounge"), ({"day": "2026-11-22"}, "Attic")):
        found = page(client, event, by="room", **wanted)
        assert [one.get_text() for one in found.select("thead th")] == ["Time", room]
        assert len(found.select("td a")) == 1


def many(event, rooms, count):
    """So many sessions on four days of an event, in all rooms."""
    tournament = make_tournament(event, name="Empire Builder")
    Session.objects.bulk_create(
        Session(
            event=event, tournament=tournament, kind="heat", number=n, published_at=EARLY,
            room=rooms[n % len(rooms)], first_table=1, last_table=4, capacity=16, taken=n % 17,
            starts_at=NOON + minutes(15 * (n % 32)) + timedelta(days=n % 4),
            ends_at=NOON + minutes(15 * (n % 32) + 120) + timedelta(days=n % 4),
        )
        for n in range(1, count + 1)
    )  # fmt: skip


@pytest.mark.parametrize("wanted", [{}, {"by": "room"}])
@pytest.mark.long
def test_a_large_timetable_is_a_small_page_for_few_queries(
    client, event, rooms, wanted, same_queries
):
    many(event, rooms, 3)
    with same_queries("timetable", at_most=8):
        page(client, event, **wanted)
    large = make_event("Large", time_zone="Europe/Paris")
    many(large, rooms, 400)
    with same_queries("timetable", at_most=8):
        page(client, large, **wanted)
    with time_machine.travel(EARLY, tick=False):
        answer = client.get(reverse("timetable", args=[large.slug]), wanted)
    assert len(answer.content) <= 100_000
    day = BeautifulSoup(answer.content, "html.parser").select("a[aria-current]")[-1]
    assert day.get_text() == "Sat 21 Nov"


def test_a_player_sees_their_places_beside_it(client, event):
    mine, other, _neither = (make_session(event=event, start=start) for start in (0, 120, 240))
    player = make_players(event, 1)[0]
    services.book(mine, player, **BEFORE)
    phone_of(client, player)
    assert not page(client, event).select("[data-mine]")  # everybody sees the same
    for own in ("parts", "page"):
        found = page(client, event, own=own).select("[data-mine]")
        assert [one["data-mine"] for one in found] == [
            reverse("session", args=[event.slug, mine.pk])
        ]
        assert found[0].strong.get_text() == "booked"
    services.book(other, player, **BEFORE)
    assert len(page(client, event, own="parts").select("[data-mine]")) == 2
    after = page(client, event, NOON + minutes(130), own="parts").select("[data-mine]")
    assert [one["data-mine"] for one in after] == [reverse("session", args=[event.slug, other.pk])]


def test_a_calendar_follows_the_timetable(client, event, rooms):
    moved = make_session(event=event, start=0, room=rooms[0].pk)
    off = make_session(event=event, start=180)
    make_session(event=event, start=360, published=False)
    for made in (Event, Tournament):
        made.objects.update(updated_at=EARLY - minutes(60))
    (player,) = make_players(event, 1)
    address = reverse("timetable-calendar", args=[event.slug])

    def entries():
        return {str(one["summary"]): one for one in events(client.get(address).content)}

    before, etag = entries(), client.get(address)["ETag"]
    assert set(before) == {str(moved), str(off)}
    assert b"DTSTART:20261121T120000Z" in client.get(address).content
    assert before[str(moved)]["location"].startswith("Lounge")
    with time_machine.travel(NOON, tick=False):
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304

    services.book(moved, player, **BEFORE)  # which nobody sees in the calendar
    assert client.get(address, headers={"if-none-match": etag}).status_code == 304

    later = {"by": ANNA, "at": EARLY + minutes(10)}
    values = {"starts_at": NOON + minutes(60), "ends_at": NOON + minutes(120)}
    seen = {"starts_at": moved.starts_at, "ends_at": moved.ends_at}
    moving.change_session(moved, **values, seen=seen, anyway=False, **later)
    moving.cancel_session(off, **later)
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200
    after = entries()
    for session in (moved, off):
        name = str(session)
        assert after[name]["uid"] == before[name]["uid"]
        assert after[name]["sequence"] > before[name]["sequence"]
    assert after[str(moved)]["dtstart"].dt == NOON + minutes(60)
    assert after[str(off)]["status"] == "CANCELLED"


def test_programs_read_the_same_sessions(client, event):
    shown, _hidden = (make_session(event=event, published=one) for one in (True, False))
    answer = client.get(reverse("timetable-json", args=[event.slug]), follow=True)
    assert [one["id"] for one in answer.json()["results"]] == [shown.pk]
    assert answer["ETag"]
