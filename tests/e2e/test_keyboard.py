"""A conductor's and two players' day with a keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.keyboard import Keyboard

pytestmark = pytest.mark.once  # no database has a part in it

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
ROSTER = "name,home town\nAda Lindqvist,Malmö\nBen Okoro,Lagos\nCleo Marsh,Derby\nDan Roux,Lille\n"
#: Of the first hand and of the second as it is ruled.
HANDS = ([70, 12, 5, 0], [60, 12, 5, 0])
RULED = 21
TOTALS = ("130", "33", "10")
MAKE = """
from tests.builders import make_conductor, make_event, make_tournament
event = make_event("Keys {number}")
make_conductor(event, "keys{number}@example.org")
make_tournament(event, name="Open", slug="open", table_min=3)
answer = event.slug
"""
CODE = """
from tournaments.models import Table
answer = Table.objects.get(round__tournament__event__slug="{event}").code
"""


@pytest.fixture
def event(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def conductor(stack, open_page, event, number):
    keys = Keyboard(open_page(base_url=stack.url, width=1280, height=720))
    keys.open(f"/sign-in/?next=/e/{event}/desk/")
    keys.write("E-mail", f"keys{number}@example.org")
    keys.write("Password", "a long password")
    keys.lead_on()
    keys.see("steps to round 1")
    return keys


@pytest.fixture
def sit(stack, open_page, event):
    """The phone of a player at the only table, by their place in the turn order."""

    def sit(position: int) -> Keyboard:
        code = stack.ask(CODE.format(event=event))
        page = open_page(base_url=stack.url, **PHONE)
        seat = stack.phones([code])[code][position - 1]
        page.context.add_cookies(
            [{"name": name, "value": value, "url": stack.url} for name, value in seat.items()]
        )
        keys = Keyboard(page)
        keys.open(f"/table/{code}/")
        return keys

    return sit


@pytest.mark.long
def test_a_day_by_keyboard(conductor, sit, event, tmp_path):
    import_and_check_in(conductor, tmp_path)
    seat_and_start(conductor, event)
    pause_and_resume(conductor, event)
    first, second = sit(1), sit(2)
    report(first, 1, HANDS[0])
    second.press("Agree with hand 1")
    second.see("agreed")
    report(first, 2, HANDS[1])
    dispute(second)
    rule(conductor, event)
    close_and_look(conductor, event)


def import_and_check_in(conductor, folder):
    roster = folder / "roster.csv"
    roster.write_text(ROSTER, "utf-8")
    conductor.follow("Add players")
    conductor.follow("Import a roster")
    conductor.to(re.compile("Roster file"))
    with conductor.page.expect_file_chooser() as chooser:
        conductor.page.keyboard.press("Enter")
    chooser.value.set_files(roster)
    conductor.follow("Preview")
    conductor.follow("Import")
    conductor.see("Import finished.")
    conductor.follow("Back to roster")
    conductor.press(re.compile("Check in all 4 people"), tag="SUMMARY")
    conductor.follow("Check in all")
    conductor.see("4 of 4 checked in")


def seat_and_start(conductor, event):
    conductor.open(f"/e/{event}/desk/")
    conductor.follow("Seat round 1")
    conductor.follow("Seat")
    conductor.follow("Publish")
    conductor.follow("Start the slot")
    conductor.see("The slot has started.")


def pause_and_resume(conductor, event):
    conductor.open(f"/e/{event}/desk/")
    conductor.press("Pause everything", tag="SUMMARY")
    conductor.follow("Fire alarm", "Space")
    conductor.follow("Resume everything")
    expect(conductor.page.get_by_text("Pause everything", exact=True)).to_be_visible()


def report(player, number, points):
    player.press(f"Deal hand {number}")
    player.follow(f"Enter hand {number}")
    form = player.page.locator("form[data-hand]")
    expect(form.locator("[name=points-1]")).to_be_focused()
    choose_first(player, form.locator("[name=went_out]"))
    player.page.keyboard.press("Tab")
    expect(form.locator("[name=points-1]")).to_be_focused()
    player.page.keyboard.type(str(points[0]))
    for place, value in enumerate(points[1:], start=2):
        player.write(points_of(player, place), str(value), tag="INPUT")
    player.press(f"Save hand {number}")
    player.see(f"Hand {number} is saved.")


def points_of(player, place):
    """The name of the field for the points of one place in the turn order."""
    name = player.page.locator("form .points__name").nth(place - 1).inner_text()
    return re.compile(re.escape(name))


def choose_first(player, choices):
    """From the first field one back, and with the arrows to the first of the choices."""
    player.page.keyboard.press("Shift+Tab")
    player.page.keyboard.press("Space")
    for _ in range(choices.count()):
        if choices.first.is_checked():
            return
        player.page.keyboard.press("ArrowDown")
    raise AssertionError("the arrows never came to the first player")


def dispute(player):
    player.follow("Something is wrong Hand 2")
    player.write(points_of(player, 2), str(RULED), tag="INPUT")
    player.write(re.compile("^Reason"), "read upside down")
    player.press("Tell a conductor")
    player.see("disputed")


def rule(conductor, event):
    conductor.open(f"/e/{event}/desk/")
    conductor.follow(re.compile("^(Rule|Table 1)"))
    if "/rule/" not in conductor.page.url:
        conductor.follow("Rule on hand 2")
    conductor.press(re.compile("^This is right"))
    conductor.see("ruled")


def close_and_look(conductor, event):
    conductor.open(f"/e/{event}/desk/")
    conductor.follow("Close Round 1")
    conductor.see("Round 1 closed.")
    conductor.follow("Standings")
    totals = [conductor.page.get_by_role("cell", name=total, exact=True) for total in TOTALS]
    for total in totals:
        expect(total.first).to_be_visible()
