"""A conductor's seating: preview, swap by keyboard, publish, late arrival, no-show, why."""

import re

import pytest
from playwright.sync_api import expect

EMAIL, PASSWORD = "stella@example.org", "change trains at noon"
PEOPLE = 18
EVENT = "/e/spring-meet/"
TOURNAMENT = EVENT + "t/express-open/"
ROUND = TOURNAMENT + "rounds/1/"


@pytest.fixture
def laptop(open_page, stack):
    stack.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    stack.manage("createsuperuser", "--noinput", "--email", EMAIL)
    return open_page(base_url=stack.url)


@pytest.fixture
def phone(open_page, stack):
    return open_page(base_url=stack.url, width=390, height=844, has_touch=True, is_mobile=True)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
def test_a_seating_in_a_conductors_hands(laptop, phone):
    set_up(laptop)
    preview_and_compare(laptop)
    swap_by_keyboard(laptop)
    move_by_dragging(laptop)
    publish(laptop)
    seat_somebody_late(laptop)
    somebody_does_not_come(laptop)
    a_player_asks_why(phone)


def set_up(page):
    page.goto("/events/new/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill("Spring Meet")
    press(page, "Create event")
    page.goto(EVENT + "tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Express Open")
    press(page, "Create tournament")
    page.goto(EVENT + "roster/import/")
    people = [f"Player {number:02},{'Smith' if number < 3 else ''}" for number in range(PEOPLE)]
    page.locator("[name=text]").fill("\n".join(["name,household", *people]))
    press(page, "Preview")
    press(page, "Import")
    page.goto(EVENT + "roster/")
    page.get_by_text(re.compile("Check in all .* shown")).click()
    press(page, "Check in all")
    expect(page.get_by_text("18 of 18 checked in")).to_be_visible()


def preview_and_compare(page):
    page.goto(TOURNAMENT + "rounds/seat/")
    sizes = page.get_by_label("Tables")
    expect(sizes).to_contain_text("2 tables of 5 and 2 of 4: over all rounds")
    press(page, "Seat")
    expect(page.get_by_text("Only conductors see this seating.")).to_be_visible()
    expect(page.get_by_text("3 tables of 4 and 2 of 3")).to_be_visible()
    first = tables(page)
    more(page)
    press(page, "Try another seating")
    expect(page.get_by_text("This is another proposal.")).to_be_visible()
    assert tables(page) != first
    more(page)
    page.get_by_role("link", name="Compare with the previous one").click()
    expect(page.get_by_role("heading", name="If you go back")).to_be_visible()
    press(page, "Use the earlier one")
    expect(page.get_by_text("Earlier seating restored.")).to_be_visible()
    assert tables(page) == first


def more(page):
    """Open what else a conductor may do with the round."""
    page.locator("#round-more > summary").click()


def tables(page):
    """The names at each table, in turn order."""
    return [
        [re.sub(r"^\d+\s*", "", name.strip()) for name in row.locator("li").all_inner_texts()]
        for row in page.locator(".seating__tables > li").all()
    ]


def swap_by_keyboard(page):
    """Nothing but Tab and Enter: two people are picked, the price read, the button pressed."""
    page.get_by_role("link", name="Change the seating").press("Enter")
    expect(page.get_by_role("heading", name="Choose a person")).to_be_visible()
    one, other = names_of(page, 1)[0], names_of(page, 2)[0]
    go_to(page, one)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=one)).to_be_visible()
    go_to(page, other)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"{one} and {other} swap seats")).to_be_visible()
    expect(page.locator("#changes .status").first).to_have_text(
        re.compile("worse|better|no change")
    )
    go_to(page, "Swap")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seats swapped.")).to_be_visible()
    assert names_of(page, 2)[0] == one
    assert names_of(page, 1)[0] == other
    go_to(page, "Undo the swap of two seats")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The last change of the seating is undone.")).to_be_visible()


def names_of(page, table):
    return page.locator(f"[data-table='{table}'] .seating__name").all_inner_texts()


def go_to(page, words, steps=200):
    """Press Tab until what is focused says ``words``."""
    for _ in range(steps):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == words:
            return
    raise AssertionError(f"Tab does not lead to “{words}”")


def move_by_dragging(page):
    page.get_by_role("link", name="Change the seating").click()
    expect(page.get_by_role("heading", name="Choose a person")).to_be_visible()
    one, other = names_of(page, 1)[1], names_of(page, 3)[1]
    who = {name: page.get_by_role("link", name=name, exact=True) for name in (one, other)}
    who[one].drag_to(who[other])
    expect(page.get_by_role("heading", name=f"{one} and {other} swap seats")).to_be_visible()
    press(page, "Swap")
    expect(page.get_by_text("Seats swapped.")).to_be_visible()
    assert one in names_of(page, 3)


def publish(page):
    page.goto(ROUND)
    press(page, "Publish")
    expect(page.get_by_text("Published: everybody can see it now.")).to_be_visible()


def seat_somebody_late(page):
    page.goto(EVENT + "roster/")
    page.get_by_text("Add a walk-in", exact=True).click()
    page.locator("#walk-in").get_by_label("Name", exact=True).fill("Wendy Walk-in")
    press(page, "Add and check in")
    expect(page.get_by_text("Wendy Walk-in").first).to_be_visible()
    page.goto(ROUND)
    expect(page.get_by_text("Wendy Walk-in is checked in and has no seat.")).to_be_visible()
    page.locator("#own-changes").get_by_label("Who").select_option(label="Wendy Walk-in")
    page.get_by_label("Move to").select_option(value="best")
    press(page, "Move")
    expect(page.get_by_text("Seating changed.")).to_be_visible()
    sizes = sorted(len(table) for table in tables(page))
    assert sizes == [3, 4, 4, 4, 4]


def somebody_does_not_come(page):
    small = next(table for table in tables(page) if len(table) == 3)
    page.get_by_role("link", name="Who is missing?").click()
    page.get_by_label(small[0]).check()
    press(page, "Preview")
    expect(page.get_by_text("1 person moves:")).to_be_visible()
    press(page, "Repair the seating")
    expect(page.get_by_text("Seating repaired: 1 out, 1 moved.")).to_be_visible()
    assert sorted(len(table) for table in tables(page)) == [3, 3, 4, 4, 4]
    assert small[0] not in [name for table in tables(page) for name in table]


def a_player_asks_why(page):
    page.goto(EVENT + "find/?q=wendy")
    page.get_by_role("link", name="Why this table?").click()
    expect(page.get_by_role("heading", name="Why this table?")).to_be_visible()
    expect(page.get_by_text("new to you").first).to_be_visible()
    expect(page.get_by_role("heading", name="Next best seat")).to_be_visible()
    page.get_by_role("link", name="Who met whom").click()
    expect(page.get_by_role("table")).to_be_visible()
