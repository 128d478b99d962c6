"""A player's day on a phone behind a bad network: from the poster at the door to the last game."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.bad_network import Phone, button, enter, stored, until_kept
from tests.proxy import OFF, Fault
from tests.stack import wait_for

#: Far from the only antenna: each piece takes a fifth of a second, and answers come slowly.
FAR = Fault(latency=0.2, slow=60_000)

# A heat that begins within a quarter of an hour, for which three others have come.
MAKE = """
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA, make_conductor, make_event, make_tournament
from tests.tournaments.signup.sessions import make_players
from tournaments.signup.services import book, check_in
from tournaments.timetable.rules import EPOCH
from tournaments.timetable.services import plan_session, publish_timetable
now, quarter = timezone.now(), timedelta(minutes=15)
event = make_event("Con {number}", time_zone="UTC")
event.starts_on, event.ends_on = now.date(), now.date() + timedelta(days=1)
event.save()
make_conductor(event, "conductor{number}@example.org")
tournament = make_tournament(event, name="Heats", target=200, table_min=2)
starts_at = now - (now - EPOCH) % quarter + quarter
who = {"by": ANNA, "at": now}
session = plan_session(
    event, tournament=tournament.pk, starts_at=starts_at, ends_at=starts_at + 8 * quarter, **who
)
publish_timetable(event, **who)
session.refresh_from_db()
for player in make_players(event, 3):
    book(session, player, **who)
    check_in(session, player, **who)
answer = session.pk
"""
SEAT = """
from django.utils import timezone
from tests.builders import ANNA
from tournaments.clock.services import start_slot
from tournaments.models import Session
from tournaments.seating.services import publish_round, seat_session
session = Session.objects.get(pk={session})
who = {"by": ANNA, "at": timezone.now()}
made = seat_session(session, session.tournament, **who)
publish_round(made, **who)
start_slot(made, **who)
answer = made.tables.get().code
"""
END = """
from django.utils import timezone
from tests.builders import ANNA
from tournaments.models import Session
from tournaments.results.ruling.services import close_round, end_game
from tournaments.seating.finishing.services import finish_tournament
from tournaments.standings.computing.services import refresh
session = Session.objects.get(pk={session})
who = {"by": ANNA, "at": timezone.now()}
end_game(session.round.tables.get(), reason="time", **who)
close_round(session.round, **who)
refresh(session.tournament_id, at=timezone.now())
finish_tournament(session.tournament, **who)
answer = None
"""


@pytest.fixture
def session(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def page(browser, network):
    phone = Phone(browser, network.url, {})
    yield phone.open()
    problems = phone.watch.problems()
    phone.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def poster(stack, open_page, session, number):
    """The path that the QR code of the poster leads to, as it stands below the code."""
    laptop = open_page(base_url=stack.url)
    stack.sign_in(laptop, f"conductor{number}@example.org")
    laptop.goto(f"/e/con-{number}/poster/")
    return re.sub(r"^https?://[^/]+", "", laptop.locator(".poster .small").inner_text())


# Hands wait and are sent once in test_keeping.py and test_bad_networks.py, entries wait for a seat
# in test_refusals.py, and test_walk_up.py and test_pickup.py lead from a code to a game.
@pytest.mark.long
def test_from_the_poster_to_the_last_game(stack, network, page, poster, session):
    network.switch(FAR)
    page.goto(f"{network.url}{poster}")
    event = page.url.removesuffix("join/")
    page.get_by_label("Your name").fill("Ida New")
    button(page, "Join").tap()
    expect(page.get_by_role("heading", name="You are on the roster")).to_be_visible()

    page.goto(f"{event}s/{session}/")
    button(page, "I'm here").tap()
    expect(page.get_by_text("You are here.").first).to_be_visible()
    page.goto(f"{event}me/")
    expect(page.get_by_text("Heats").first).to_be_visible()

    # In the corridor there is no network, and meanwhile the seats are published.
    network.switch(OFF)
    code = stack.ask(SEAT.replace("{session}", str(session)))
    network.switch(FAR)
    expect(page.get_by_text("Table 1").first).to_be_visible()
    page.locator(f"a[href*='/table/{code}/']").first.tap()
    expect(page.locator("html[data-connection=up] #table-live")).to_be_visible()
    until_kept(page)
    button(page, "Deal hand 1").tap()
    expect(button(page, "Enter hand 1")).to_be_visible()
    network.switch(OFF)
    enter(page, 1)
    expect(button(page, "Deal hand 2")).to_be_visible()
    assert stored(stack, code) == []
    network.switch(FAR)
    wait_for(lambda: len(stored(stack, code)) == 1)

    stack.ask(END.replace("{session}", str(session)))
    expect(button(page, "Deal hand 2")).to_have_count(0)
    page.goto(f"{event}t/heats/standings/")
    expect(page.get_by_role("row", name="Ida New")).to_be_visible()
