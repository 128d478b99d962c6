"""Somebody walks up to a conductor who holds a phone: the taps, and the seconds that they take.

The seconds are counted and not measured, so that they are the same on every machine.
"""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import ANNA, make_conductor, make_event, make_tournament, session_cookie
from tests.e2e.clicks import PHONE, Day
from tests.tournaments.signup.sessions import make_players, states
from tournaments.timetable.services import plan_session, publish_timetable

pytestmark = pytest.mark.once  # no database has a part in it

#: Of convention.md, section 11.
MOST_TAPS, MOST_SECONDS = 4, 20.0
#: How long a person takes for a tap and for a letter, which a browser under test does at once
#: (Card, Moran and Newell: the keystroke-level model, an average typist who points and presses).
TAP_SECONDS, LETTER_SECONDS = 1.3, 0.28
#: How long a page takes, or the answer of one that leads on: benchmarks see to it that it is less.
PAGE_SECONDS = 1.0


@pytest.fixture
def session(transactional_db):
    """One of two sessions that begin within half an hour."""
    now = timezone.now()
    quarter = now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
    soon = quarter + timedelta(minutes=30)
    event = make_event()
    event.starts_on, event.ends_on = now.date(), now.date() + timedelta(days=1)
    event.save()
    made = [
        plan_session(
            event,
            tournament=make_tournament(event, name=name).pk,
            starts_at=soon,
            ends_at=soon + timedelta(hours=2),
            capacity=12,
            by=ANNA,
            at=now,
        )
        for name in ("Express", "Rails")
    ]
    publish_timetable(event, by=ANNA, at=now)
    return made[1]


@pytest.fixture
def desk(session, open_here, live_server):
    """The headquarters on the phone of a conductor."""
    page = open_here(**PHONE)
    cookie = session_cookie(make_conductor(session.event).email)
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.goto(f"/e/{session.event.slug}/hq/")
    return page


@pytest.fixture
def pages(desk):
    """Counts the pages that the phone asks for from now on, each answer that leads on as one."""
    found = Counter()

    def count(request):
        if request.is_navigation_request():
            found["asked for"] += 1

    desk.on("request", count)
    return found


def test_who_is_on_the_roster_is_in_a_session_after_four_taps_and_twenty_seconds(
    desk, pages, session
):
    """By the name, the PIN and the badge."""
    people = make_players(session.event, 3)
    for player, says in zip(people, ("name", "pin", "badge"), strict=True):
        day, typed = Day(), getattr(player, says)
        pages.clear()
        with day.job("walk-up"):
            who = desk.get_by_label("Badge, PIN or name")
            day.click(who)
            who.fill(typed)
            comes_to = desk.get_by_role("group", name="Comes to")
            day.click(comes_to.get_by_role("button", name="Rails"))
            expect(desk.get_by_text(f"{player.name} is here")).to_be_visible()
        letters = 0 if says == "badge" else len(typed)  # a scanner types a badge
        expect_it_was_quick(day, pages, letters)
    assert states(session) == {player.name: "here" for player in people}


@pytest.mark.long
@pytest.mark.parametrize("namesake", ["", "Zoë Axton"])
def test_a_stranger_is_on_the_roster_and_in_a_session_after_as_few(
    day, desk, pages, session, namesake
):
    """Also where the name is a part of that of somebody whom the roster has."""
    if namesake:
        session.event.players.create(name=namesake, identity=f"name:{namesake.casefold()}|")
    name = "Zoë Ax"
    desk.watch.expect("status of 422")  # the page that says that nobody is called so
    with day.job("walk-up"):
        who = desk.get_by_label("Badge, PIN or name")
        day.click(who)
        who.fill(name)
        day.click(desk.get_by_role("group", name="Comes to").get_by_role("button", name="Rails"))
        add = "Somebody else: add" if namesake else f"Add {name} and check in"
        expect(desk.get_by_role("button", name=add)).to_be_visible()
        day.click(desk.get_by_role("button", name=add))
        expect(desk.get_by_text(f"{name} is here")).to_be_visible()
    expect(desk.get_by_text("Their PIN is")).to_be_visible()
    assert states(session) == {name: "here"}
    expect_it_was_quick(day, pages, len(name))


def expect_it_was_quick(day, pages, letters):
    """By the taps, the letters that were typed, and the pages that were asked for meanwhile."""
    taps, shown = day.clicks["walk-up"], pages["asked for"]
    assert taps <= MOST_TAPS
    assert shown  # it was counted
    seconds = taps * TAP_SECONDS + letters * LETTER_SECONDS + shown * PAGE_SECONDS
    assert seconds <= MOST_SECONDS
