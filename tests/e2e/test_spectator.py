"""A spectator with a phone, no badge and no account: from the poster to the day's pages and after.

The taps to each thing are counted from the address of the poster, which opens the page to join.
"""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from games.sheet import QuickHand
from tests.builders import ANNA, make_conductor, make_event, make_tournament, minutes
from tests.e2e.clicks import PHONE
from tests.tournaments.signup.sessions import make_players
from tournaments.archive import serving
from tournaments.clock.services import start_slot
from tournaments.deleting.services import cancel_tournament
from tournaments.models import Round
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, end_game
from tournaments.seating.finishing.services import finish_tournament
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup.finishing import keep_free
from tournaments.signup.services import check_in
from tournaments.standings.computing.services import refresh
from tournaments.timetable.services import plan_session, publish_timetable

pytestmark = pytest.mark.once  # no database has a part in it

#: What a spectator wants, and after how many taps they have it.
MOST_TAPS = {"timetable": 1, "friend's seat": 3, "clock": 1, "board": 2, "standings": 1}
FRIEND = "Ida Friend"


def who():
    return {"by": ANNA, "at": timezone.now()}


@pytest.fixture
def event(transactional_db):
    """An event of today: one heat is played since a while, and one begins in an hour."""
    now = timezone.now()
    quarter = now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
    made = make_event(time_zone="UTC")
    made.starts_on, made.ends_on = now.date(), now.date() + timedelta(days=1)
    made.save()
    make_conductor(made)
    for name, start in (("Express Cup", 0), ("Rails Cup", 60)):
        starts_at = quarter + minutes(start)
        tournament = make_tournament(made, name=name, target=200)
        times = {"starts_at": starts_at, "ends_at": starts_at + minutes(120)}
        plan_session(made, tournament=tournament.pk, capacity=12, **times, **who())
    publish_timetable(made, **who())
    play(made.sessions.get(tournament__name="Express Cup"))
    return made


def play(session):
    """Seat a session of four, start its clock, and report a hand."""
    people = make_players(session.event, 4)
    people[1].name, people[1].identity = FRIEND, FRIEND.casefold()
    people[1].save()
    for player in people:
        check_in(session, player, **who())
    start_slot(publish_round(seat_session(session, session.tournament, **who()), **who()), **who())
    table = session.round.tables.get()
    seat = table.seats.get(entry__player=people[1]).position
    points = dict.fromkeys(range(1, 5), 0) | {seat: 45}
    deal_hand(table, 1, **who())
    report_hand(table, 1, QuickHand(points=points, went_out=seat), key="a-hand", **who())
    refresh(session.tournament_id, at=timezone.now())


def end(event):
    """End the game, and both tournaments."""
    cup, rails = event.tournaments.order_by("name")
    round_ = Round.objects.get(tournament=cup)
    end_game(round_.tables.get(), reason="time", **who())
    close_round(round_, **who())
    refresh(cup.pk, at=timezone.now())
    finish_tournament(cup, **who())
    refresh(cup.pk, at=timezone.now())
    cancel_tournament(rails, **who())
    keep_free(now=timezone.now())


@pytest.fixture
def phone(open_here):
    page = open_here(**PHONE)
    page.set_default_timeout(20_000)
    return page


@pytest.fixture
def scan(phone, event):
    """Open the address on the poster; each walk begins there."""

    def scan():
        phone.goto(reverse("join", args=[event.slug]))
        expect(phone.get_by_text("Only watching?")).to_be_visible()

    return scan


def expect_it_fits(page):
    """Nothing is wider than the phone."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tap(day, page, name):
    """Tap a link by its name in the text of the page."""
    day.click(page.locator("main").get_by_role("link", name=name, exact=True))


# What a spectator finds on each page: tests/tournaments/boards, standings and timetable.
@pytest.mark.long
class TestWhileARoundIsPlayed:
    def test_everything_is_a_few_taps_from_the_poster(self, day, phone, scan):
        scan()
        expect_it_fits(phone)
        with day.job("timetable"):
            tap(day, phone, "Timetable")
            now = phone.get_by_role("region", name="Now")
            expect(now.get_by_role("link", name="Express Cup")).to_be_visible()
        expect(phone.get_by_role("link", name="Rails Cup")).to_be_visible()
        expect_it_fits(phone)

        scan()
        with day.job("friend's seat"):
            tap(day, phone, "Where someone sits")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Find my seat")
            day.click(phone.get_by_label("Your name, handle or badge"))
            phone.keyboard.type("ida")
            day.button(phone, "Find")
            expect(phone.get_by_text(re.compile(r"Table 1, seat \d"))).to_be_visible()
        expect(phone.locator("#whereabouts")).to_contain_text(FRIEND)
        expect_it_fits(phone)
        # Whose table it is, and how the game stands.
        phone.get_by_role("link", name="Open Table 1").tap()
        expect(phone.locator("main")).to_contain_text(FRIEND)
        expect_it_fits(phone)

        scan()
        with day.job("clock"):
            tap(day, phone, "Clocks and standings")
            clock = phone.locator("main [data-countdown=ends]").first
            expect(clock).to_be_visible()
            expect(clock).to_have_text(re.compile(r"^\d+:\d\d"))
        expect_it_fits(phone)

        scan()
        with day.job("board"):
            tap(day, phone, "Clocks and standings")
            expect(phone.get_by_role("heading", level=1)).to_have_text("Winter Meet")
            tap(day, phone, "Board")
            expect(phone.locator("main")).to_contain_text("Express Cup")
        expect_it_fits(phone)

        scan()
        with day.job("standings"):
            tap(day, phone, "Clocks and standings")
            top = phone.get_by_role("list", name="Top of the standings")
            expect(top.get_by_role("listitem").first).to_contain_text(FRIEND)
        tap(day, phone, "Full standings")
        expect(phone.get_by_role("table").get_by_role("row").nth(1)).to_contain_text(FRIEND)
        expect_it_fits(phone)
        assert all(day.clicks[of] <= most for of, most in MOST_TAPS.items()), day.table(MOST_TAPS)


@pytest.mark.long
class TestAfterTheEvent:
    @pytest.fixture
    def archived(self, event):
        end(event)
        serving.serve(event, site="http://testserver", **who())
        while serving.make_waiting(now=timezone.now()):
            pass
        event.refresh_from_db()
        assert event.serves_archive
        return event

    def test_its_address_leads_to_who_won_and_to_every_result(self, day, phone, archived):
        phone.goto(archived.get_absolute_url())
        expect(phone.get_by_text("that does not change")).to_be_visible()
        expect_it_fits(phone)
        main = phone.locator("main")
        expect(main).to_contain_text(FRIEND)
        # What makes sense only before and during it is not offered.
        for name in ("Find my seat", "Join a tournament", "Board"):
            expect(main.get_by_role("link", name=name, exact=True)).to_have_count(0)
        with day.job("standings"):
            tap(day, phone, "Full standings")
        expect(phone.get_by_role("table").get_by_role("row").nth(1)).to_contain_text(FRIEND)
        expect(phone.get_by_text("that does not change")).to_be_visible()
        expect_it_fits(phone)
        phone.go_back()
        tap(day, phone, "Timetable")
        expect(phone.get_by_role("link", name="Rails Cup")).to_be_visible()
        expect(main).to_contain_text("cancelled")
        day.click(main.get_by_text("1 session is over"))
        expect(phone.get_by_role("link", name="Express Cup")).to_be_visible()
        # Nobody plays any more in what is over.
        expect(main.locator(".session__places")).to_have_text([re.compile("cancelled"), "over"])
        expect(phone.get_by_text("that does not change")).to_be_visible()
        expect_it_fits(phone)

        # The poster still hangs.
        phone.goto(reverse("join", args=[archived.slug]))
        expect(main).to_contain_text("It is over")
        main.get_by_role("link", name="Results", exact=True).tap()
        expect(main).to_contain_text(FRIEND)
