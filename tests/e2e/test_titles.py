"""A tournament of a game that this site does not know, from its definition to a season's table."""

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
EVENT = "/e/railway-weekend/"
MAKE = """
from tests.builders import make_conductor, make_event
make_conductor(make_event("Railway Weekend"), "titles@example.org")
answer = True
"""
PEOPLE = """
from tests.builders import make_entries
from tournaments.models import Tournament
make_entries(Tournament.objects.get(slug="18xx-cup"), 4)
answer = True
"""
#: The code of the only table, and the cookie and the token of the phone in its first seat.
OPEN_A_SEAT = """
from django.utils import timezone
from tournaments.access.phones import new_phone_token, phone_cookie
from tournaments.models import Phone, Table
table = Table.objects.get(round__tournament__slug="18xx-cup")
seat = table.seats.select_related("entry__player__event").get(position=1)
token, token_hash = new_phone_token()
event = seat.entry.player.event
Phone.objects.create(
    event=event, player=seat.entry.player, token_hash=token_hash, via="badge",
    opened_at=timezone.now(),
)
answer = [table.code, phone_cookie(event), token]
"""
#: What a worker does after a result; the page of a season would wait for it.
COMPUTE = """
from django.utils import timezone
from tournaments.models import Season, Tournament
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
standings.refresh(Tournament.objects.get(slug="18xx-cup").pk, at=timezone.now())
seasons.refresh(Season.objects.get(slug="weekends"), at=timezone.now())
answer = True
"""

#: Who had as many points as another one, and more trains.
FIRST = """
from tournaments.models import Seat
seat = Seat.objects.select_related("entry__player").get(
    round__tournament__slug="18xx-cup", position=3
)
answer = seat.entry.player.name
"""


@pytest.fixture
def laptop(open_page, stack):
    stack.ask(MAKE)
    page = open_page(base_url=stack.url)
    stack.sign_in(page, "titles@example.org")
    page.goto(f"{EVENT}tournaments/new/")
    return page


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


@pytest.mark.long
def test_a_title_from_its_definition_to_the_season_table(stack, laptop, open_page):
    define_it(laptop)
    open_the_tournament(laptop)
    stack.ask(PEOPLE)
    seat_and_start(laptop)
    enter_the_result(stack, open_page)
    close_the_round(laptop)
    see_the_season(stack, laptop)


def define_it(page):
    page.get_by_role("link", name="Another game: set up how it is scored").click()
    page.get_by_role("link", name="Create a game", exact=True).click()
    page.get_by_label("Name of the game").fill("Best of 18xx")
    page.get_by_label("Fewest players at a table").fill("3")
    page.get_by_label("Most players at a table").fill("5")
    page.get_by_label("First tie-break").fill("Trains")
    press(page, "Create game")
    expect(page.get_by_text("Best of 18xx is defined.")).to_be_visible()


def open_the_tournament(page):
    page.get_by_label("Name", exact=True).fill("18xx Cup")
    press(page, "Create tournament")
    expect(page.get_by_text("18xx Cup is open for registration.")).to_be_visible()


def seat_and_start(page):
    page.goto(f"{EVENT}t/18xx-cup/rounds/seat/")
    press(page, "Seat")
    expect(page.get_by_text("Only conductors see this seating.")).to_be_visible()
    press(page, "Publish")
    expect(page.get_by_text("Published: everybody can see it now.")).to_be_visible()
    press(page, "Start the slot")
    expect(page.get_by_role("button", name="Close Round 1")).to_be_visible()


def enter_the_result(stack, open_page):
    code, cookie, token = stack.ask(OPEN_A_SEAT)
    page = open_page(base_url=stack.url, **PHONE)
    page.context.add_cookies([{"name": cookie, "value": token, "url": stack.url}])
    page.goto(f"/table/{code}/")
    press(page, "Start the game")
    page.get_by_role("link", name="Enter the result").click()
    for seat, (points, trains) in enumerate(((310, 2), (402, 3), (402, 4), (295, 1)), start=1):
        page.locator(f"input[name=points-{seat}]").fill(str(points))
        page.locator(f"input[name=tie_break_1-{seat}]").fill(str(trains))
    press(page, "Save the result")
    expect(page.get_by_text("Trains: 4, tie-break")).to_be_visible()


def close_the_round(page):
    page.reload()
    press(page, "Close Round 1")
    expect(page.get_by_text("closed").first).to_be_visible()


def see_the_season(stack, page):
    page.goto("/seasons/new/")
    page.get_by_label("Name", exact=True).fill("Weekends")
    page.get_by_label("Count unfinished tournaments").check()
    press(page, "Create season")
    page.get_by_label("Tournament", exact=True).select_option(label="Railway Weekend: 18xx Cup")
    press(page, "Add tournament")
    stack.ask(COMPUTE)
    page.goto("/seasons/weekends/")
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(4)
    first = stack.ask(FIRST)
    expect(rows.first).to_contain_text(first)
