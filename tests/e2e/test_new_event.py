"""The page of a new event in a browser that knows where it is."""

import pytest
from playwright.sync_api import expect

MAKE = """
from tournaments.models import User
User.objects.create_user("first{number}@example.org", "a long password")
answer = None
"""


@pytest.mark.long
def test_a_first_event_begins_with_the_time_zone_of_the_browser(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, timezone_id="Europe/London")
    page.goto("/sign-in/?next=/events/new/")
    page.get_by_label("E-mail").fill(f"first{number}@example.org")
    page.get_by_label("Password").fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/events/new/")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/London")
