"""The roster on a conductor's laptop."""

from playwright.sync_api import expect

MAKE = """
from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tournaments.models import Entry
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
make_entries(make_tournament(event), 2, status=Entry.Status.ENTERED)
answer = None
"""


def test_a_search_takes_no_press_back_that_is_under_way(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url)
    page.goto(f"/sign-in/?next=/e/meet-{number}/roster/")
    page.get_by_label("E-mail").fill(f"conductor{number}@example.org")
    page.get_by_label("Password").fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    held = []
    page.route("**/roster/entries/**", lambda route: held.append(route))  # noqa: PLW0108
    page.get_by_role("button", name="Check in: Player 001").click()
    page.get_by_role("searchbox").fill("002")  # the network is slow, the conductor is not
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)
    (press,) = held
    press.continue_()
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
