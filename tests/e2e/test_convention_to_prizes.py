"""The last day of the demo's convention in a conductor's browser, to the prizes.

Its people play by themselves; the conductor takes a walk-up, starts a pick-up game, and gives a
prize. The clock of the machine goes ahead.
"""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db.models import Count
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import session_cookie
from tests.e2e.test_convention import Headquarters
from tests.tournaments.demo.test_demo_convention import SMALL
from tests.tournaments.demo.test_services import let_time_pass
from tests.tournaments.signup.sessions import check_truth
from tournaments.demo import services
from tournaments.demo.convention.plan import WHOLE
from tournaments.models import Booking, Demo, PickUp, RankingPrize, Round, Session
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.rankings import computing

# No database has a part in it. Every run plays a demo to its prizes without a browser
# (demo/test_demo_convention.py), and the first hours of a convention in one (test_convention.py).
pytestmark = [pytest.mark.once, pytest.mark.long]

PAGES = ("event", "hq", "timetable", "board", "clocks", "find", "rankings")


@pytest.fixture
def conductor_of(transactional_db, live_server, open_page):
    def make(event):
        page = open_page(base_url=live_server.url)
        page.context.add_cookies([session_cookie(DEMO_CONDUCTOR) | {"url": live_server.url}])
        return Headquarters(page, event)

    return make


def free_people(event):
    """Some who are in no session now, and on no team."""
    placed = Booking.objects.filter(state__in=Booking.PLACED)
    free = event.players.exclude(bookings__in=placed).filter(team="")
    return list(free.order_by("pk"))


def start_pick_up(conductor, people):
    conductor.open("pickup")
    page = conductor.page
    page.get_by_label("What you play").select_option(label="Eurorails")
    for number, one in enumerate(people, start=1):
        page.get_by_label("Badge or name of the next player").fill(one.name)
        conductor.press("Add")
        expect(page.get_by_text(f"{number}. {one.name}")).to_be_visible()
    conductor.press("Start the game")
    expect(page.get_by_role("list", name="Tables")).to_contain_text(people[0].name)


def give_a_prize(conductor, ranking, name):
    page = conductor.page
    conductor.open("prize-new", ranking.slug)
    page.get_by_label("Prize", exact=True).fill("Fairest player")
    page.locator("main form").get_by_role("button").first.click()
    page.get_by_role("link", name="Fairest player: who got it").click()
    page.get_by_label("Who got it").select_option(label=name)
    page.locator("main form").get_by_role("button").first.click()
    expect(page.get_by_role("row", name=re.compile("Fairest player"))).to_contain_text(name)


@pytest.mark.parametrize("size", [SMALL, WHOLE])
def test_the_last_day_of_a_convention_to_its_prizes(conductor_of, size):
    """Whole: 400 people, 60 titles, 353 games."""
    at = timezone.now().replace(minute=3)
    with time_machine.travel(at) as clock:
        demo = services.create_convention(speed=120, password="a password", at=at, size=size)
        event = demo.event
        conductor = conductor_of(event)
        check_truth()
        heat = event.sessions.filter(kind="heat", taken__lt=12, ends_at__gt=at).first()
        guest, *others = free_people(event)
        conductor.walk_up(guest.name, heat)
        expect(conductor.page.get_by_text(f"{guest.name} is here")).to_be_visible()
        start_pick_up(conductor, others[:4])

        now, looked = at, 0
        while not Demo.objects.get().paused:
            now = let_time_pass(now, 20, each=10)
            clock.move_to(now)
            computing.refresh_stale(now=now)
            conductor.open(PAGES[looked % len(PAGES)])
            looked += 1
            assert now < at + timedelta(hours=1)
        check_truth()
        assert PickUp.objects.filter(asked_by=None, session__round__status="closed").count() == 1
        assert Round.objects.filter(seats__entry__player=guest, session=heat).exists()
        finals = Round.objects.filter(kind="final").annotate(count=Count("tables"))
        assert finals.count() == size.finals
        assert {one.count for one in finals} == {1, 2}
        assert not Session.objects.filter(round__isnull=False).exclude(round__status="closed")

        ranking = event.rankings.first()
        best = ranking.rows.get(rank=1).player
        give_a_prize(conductor, ranking, best.name)
        conductor.open("honours", ranking.slug)
        for prize in RankingPrize.objects.exclude(given_at=None):
            row = conductor.page.get_by_role("row", name=re.compile(re.escape(prize.label)))
            expect(row.locator("strong")).to_have_text(str(prize.player or prize.team))
        conductor.open("ranking", ranking.slug)
        conductor.page.locator("#ranking").get_by_role("link", name=best.name).click()
        expect(conductor.page.get_by_role("heading", level=1)).to_contain_text(best.name)
    assert conductor.errors == []
