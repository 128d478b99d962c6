"""Pages of an event in a browser: short with thirty tournaments, and with its own hours."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.builders import session_cookie
from tests.tournaments.boards.convention import make_convention

pytestmark = pytest.mark.once  # no database has a part in it

#: Width and height of a window, and how many of them a page of thirty tournaments may fill.
PHONE, LAPTOP = (390, 844, 3), (1280, 800, 2)


@pytest.fixture
def show(transactional_db, live_server, open_page):
    def go(event, *names):
        page = open_page(base_url=live_server.url, width=PHONE[0], height=PHONE[1])
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        page.context.add_cookies(
            [session_cookie("conductor@example.org") | {"url": live_server.url}]
        )
        for name in names:
            page.goto(reverse(name, args=[event.slug]))
            yield name, page

    return go


@pytest.mark.long
def test_thirty_tournaments_take_few_screens(show):
    event = make_convention(30)
    for name, page in show(event, "event", "desk", "clocks"):
        for width, height, screens in (PHONE, LAPTOP):
            page.set_viewport_size({"width": width, "height": height})
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= screens * height, (name, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width, name


@pytest.mark.long
def test_what_was_unfolded_is_open_when_the_page_comes_again(show):
    """Its clock is in 12 hours where the event wants that."""
    event = make_convention(10)
    event.clock_12h = True
    event.save()
    for _name, page in show(event, "event"):
        expect(page.locator(".sign__now")).to_have_text(re.compile(r"^\d{1,2}:\d\d.[AP]M$"))
        ended = page.locator("#ended")
        ended.locator("summary").click()
        expect(ended.get_by_text("Eurorails Heat 10")).to_be_visible()
        page.reload()
        expect(ended.get_by_text("Eurorails Heat 10")).to_be_visible()
        ended.locator("summary").click()
        page.reload()
        expect(ended).not_to_have_attribute("open", "")
