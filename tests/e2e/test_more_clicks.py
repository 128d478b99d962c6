"""How many clicks the jobs of a conductor take that not every day has.

Together with ``test_clicks`` these are all jobs of which a bar is set. Clicks are counted alike.
Other tests press the same buttons in every run; here only their number is at stake.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    session_cookie,
)
from tournaments.clock.serialization import table_clock
from tournaments.models import Entry, Event, Round, Season, Table, Tournament
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.standings.computing.services import refresh

pytestmark = [pytest.mark.once, pytest.mark.long]  # no database has a part in it

#: The most that each job may take.
MOST = {
    "own game and tournament": 12,
    "badges and table sheets": 5,
    "extra time for one table": 4,
    "close, seat, publish, start": 6,
    "semifinals": 7,
    "season with a tournament": 8,
}
EVENT = "/e/winter-meet/"
TABLES, SEATS = 4, 4


@pytest.fixture
def tournament(transactional_db):
    """A tournament whose first round runs at four tables."""
    event = make_event()
    Event.objects.filter(pk=event.pk).update(ends_on="2099-12-31")
    found = make_tournament(event, name="Express Open")
    entries = make_entries(found, TABLES * SEATS)
    Entry.objects.update(status=Entry.Status.CHECKED_IN)
    groups = [entries[n::TABLES] for n in range(TABLES)]
    make_round(found, groups, started_at=timezone.now())
    return found


@pytest.fixture
def page(tournament, open_here, live_server):
    page = open_here()
    cookie = session_cookie(make_conductor(tournament.event).email)
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.set_default_timeout(20_000)
    return page


def test_no_job_takes_more_clicks_than_it_may(day, page, tournament):
    make_an_own_game(day, page)
    print_badges_and_sheets(day, page)
    give_extra_time(day, page, tournament)
    go_on_to_the_next_round(day, page, tournament)
    seat_semifinals(day, page, tournament)
    start_a_season(day, page)
    print(day.table(MOST))  # noqa: T201 - the figures
    assert {name: day.clicks[name] for name, most in MOST.items() if day.clicks[name] > most} == {}
    assert set(day.clicks) == set(MOST)


def make_an_own_game(day, page):
    page.goto(f"{EVENT}desk/")
    with day.job("own game and tournament"):
        day.click(page.locator("summary", has_text="More"))
        day.link(page, "New tournament")
        day.link(page, "Another game: set up how it is scored")
        day.link(page, "Create a game")
        page.get_by_label("Name of the game").fill("Union Pacific")
        page.locator("[name=players_min]").fill("2")
        page.locator("[name=players_max]").fill("6")
        page.locator("[name=slot]").fill("90")
        day.button(page, "Create game")
        page.get_by_label("Name", exact=True).fill("Union Pacific Cup")
        day.button(page, "Create tournament")
    assert Tournament.objects.filter(name="Union Pacific Cup").exists()


def print_badges_and_sheets(day, page):
    """Until the dialog of the browser is open, twice."""
    page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 1 }")
    page.goto(f"{EVENT}roster/")
    with day.job("badges and table sheets"):
        day.click(page.locator("summary", has_text="More"))
        day.link(page, "Print badges")
        expect(page.locator("html[data-printed]")).to_be_attached()
        page.goto(f"{EVENT}t/express-open/rounds/1/")
        day.click(page.locator("#round-more summary"))
        day.link(page, "Table sheets")
        day.button(page, "Print")
        expect(page.locator("html[data-printed]")).to_be_attached()


def give_extra_time(day, page, tournament):
    table = Table.objects.get(number=2)
    before = table_clock(table).ends_at
    page.goto(f"{EVENT}desk/")
    with day.job("extra time for one table"):
        day.link(page, "Clock room")
        day.click(page.get_by_label(f"Select {table}", exact=True))
        page.locator("select[name=act]").first.select_option("extra")
        day.clicks["extra time for one table"] += 1
        page.locator("[name=minutes]").first.fill("5")
        page.locator("[name=reason]").first.fill("a spill")
        day.click(page.get_by_role("button", name="Apply"))
    expect(page.locator(".message--success")).to_be_visible()
    given = {one.number: table_clock(one).ends_at > before for one in Table.objects.all()}
    assert given == {1: False, 2: True, 3: False, 4: False}


def play(round_):
    """At each table the first in the turn order gets the target with one agreed hand."""
    for table in round_.tables.all():
        seats = table.seats.all()
        points = {seat.position: 150 - 30 * seat.position + table.number for seat in seats}
        reporting.deal_hand(table, 1, by=ANNA, at=timezone.now())
        reporting.report_hand(table, 1, QuickHand(points, 1), by=ANNA, at=timezone.now())
        ruling.confirm_hand(table, 1, by=ANNA, at=timezone.now())


def go_on_to_the_next_round(day, page, tournament):
    play(tournament.rounds.get())
    page.goto(f"{EVENT}t/express-open/rounds/1/")
    with day.job("close, seat, publish, start"):
        day.button(page, "Close Round 1")
        day.link(page, "Seat the next round")
        day.button(page, "Seat")
        day.button(page, "Publish")
        day.button(page, "Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()


def seat_semifinals(day, page, tournament):
    play(tournament.rounds.get(number=2))
    ruling.close_round(tournament.rounds.get(number=2), by=ANNA, at=timezone.now())
    refresh(tournament.pk, at=timezone.now())
    page.goto(f"{EVENT}t/express-open/standings/")
    with day.job("semifinals"):
        day.link(page, "Finals")
        page.get_by_label("Semifinals").select_option("2")
        day.clicks["semifinals"] += 1
        day.button(page, "Show")
        day.button(page, "Seat these semifinals")
        day.button(page, "Publish")
        day.button(page, "Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()
    assert Round.objects.get(number=3).kind == Round.Kind.SEMIFINAL


def start_a_season(day, page):
    page.goto("/seasons/")
    with day.job("season with a tournament"):
        day.link(page, "New season")
        page.get_by_label("Name", exact=True).fill("Winter League")
        day.button(page, "Create season")
        page.get_by_label("Tournament", exact=True).select_option(index=1)
        day.clicks["season with a tournament"] += 1
        day.button(page, "Add tournament")
    expect(page.get_by_role("listitem").filter(has_text="level").first).to_be_visible()
    assert Season.objects.get().parts.count() == 1
