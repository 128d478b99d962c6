"""The search over any page of an event, by keyboard."""

import pytest
from playwright.sync_api import expect

MAKE = """
from tests.builders import make_entries, make_event, make_round, make_tournament
tournament = make_tournament(make_event("Meet {number}"))
make_round(tournament, [make_entries(tournament, 4) for _ in range(3)])
answer = None
"""


@pytest.fixture
def page(open_page, stack, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url)
    page.goto(f"/e/meet-{number}/")
    return page


def dialog(page):
    return page.get_by_role("dialog", name="Search")


@pytest.mark.long
def test_the_key_opens_it_and_the_keyboard_leads_to_a_table(page):
    page.keyboard.press("/")
    field = dialog(page).get_by_role("searchbox")
    expect(field).to_be_focused()
    expect(dialog(page).get_by_role("link", name="Standings")).to_be_visible()  # all pages first
    page.keyboard.type("table 2")
    expect(dialog(page).get_by_role("link")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(dialog(page).get_by_role("link", name="Table 2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()


@pytest.mark.long
def test_escape_closes_it_and_in_a_field_the_key_is_a_letter(page, number):
    """Once it is closed the focus is where it was."""
    link = page.get_by_role("link", name="Find my seat")
    link.focus()
    page.keyboard.press("/")
    expect(dialog(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page)).to_be_hidden()
    expect(link).to_be_focused()

    page.goto(f"/e/meet-{number}/find/")
    field = page.get_by_role("searchbox")
    field.press_sequentially("a/b")
    expect(field).to_have_value("a/b")
    expect(dialog(page)).to_be_hidden()


@pytest.mark.long
def test_the_key_can_be_turned_off_and_the_link_still_opens_it(page):
    page.get_by_role("link", name="Search").click()
    dialog(page).get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("/")
    expect(dialog(page)).to_be_hidden()
    page.get_by_role("link", name="Search").click()
    expect(dialog(page)).to_be_visible()
    expect(dialog(page).get_by_role("checkbox")).not_to_be_checked()
