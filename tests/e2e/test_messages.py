"""A message about one's own act does not outlive its truth."""

import pytest
from playwright.sync_api import expect

MAKE = """
from tests.builders import make_conductor, make_entries, make_event, make_tournament
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
make_entries(make_tournament(event), 2)
answer = None
"""


@pytest.mark.long
def test_good_news_ends_after_a_minute_and_a_pin_stays(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, service_workers="block")
    page.clock.install()
    page.goto(f"/sign-in/?next=/e/meet-{number}/roster/")
    page.get_by_label("E-mail").fill(f"conductor{number}@example.org")
    page.get_by_label("Password").fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/roster/")

    # Parts of the page that are fetched again would end the message as well: none arrives.
    page.watch.expect("net::ERR_FAILED")
    page.watch.expect("htmx:sendError")
    for parts in ("**/roster/live/**", "**/notices/**"):
        page.route(parts, lambda route: route.abort())
    page.get_by_role("button", name="Close registration").click()
    news = page.locator("#own-messages").get_by_text("Registration for Express Open is closed.")
    expect(news).to_be_visible()
    page.clock.run_for(30_000)
    expect(news).to_be_visible()
    page.clock.run_for(40_000)
    expect(news).to_have_count(0)

    page.get_by_text("Add a walk-in").click()
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_role("button", name="Add and check in").click()
    pin = page.locator("#own-messages").get_by_text("Their PIN is")
    expect(pin).to_be_visible()
    page.clock.run_for(120_000)
    expect(pin).to_be_visible()
