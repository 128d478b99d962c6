"""Pages of an event in a browser: short with thirty tournaments, and with its own hours."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.builders import session_cookie
from tests.tournaments.boards.convention import make_convention

pytestmark = pytest.mark.once  # no database has a part in it

PHONE, LAPTOP = (390, 844, 3), (1280, 800, 2)


@pytest.fixture
def show(transactional_db, live_server, open_page):
    def go(event, *names, width, height):
        page = open_page(base_url=live_server.url, width=width, height=height)
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        page.context.add_cookies(
            [session_cookie("conductor@example.org") | {"url": live_server.url}]
        )
        for name in names:
            page.goto(reverse(name, args=[event.slug]))
            yield name, page

    return go


@pytest.mark.parametrize(("width", "height", "screens"), [PHONE, LAPTOP])
def test_thirty_tournaments_take_few_screens(show, width, height, screens):
    event = make_convention(30)
    for name, page in show(event, "event", "desk", "clocks", width=width, height=height):
        tall = page.evaluate("document.documentElement.scrollHeight")
        assert tall <= screens * height, name
        assert page.evaluate("document.documentElement.scrollWidth") == width, name


def test_what_was_unfolded_is_open_when_the_page_comes_again(show):
    event = make_convention(10)
    for _name, page in show(event, "event", width=390, height=844):
        ended = page.locator("#ended")
        ended.locator("summary").click()
        expect(ended.get_by_text("Eurorails Heat 10")).to_be_visible()
        page.reload()
        expect(ended.get_by_text("Eurorails Heat 10")).to_be_visible()
        ended.locator("summary").click()
        page.reload()
        expect(ended).not_to_have_attribute("open", "")


def test_the_clock_of_a_page_is_in_12_hours_where_the_event_wants_that(show):
    event = make_convention(1)
    event.clock_12h = True
    event.save()
    for _name, page in show(event, "event", width=390, height=844):
        expect(page.locator(".sign__now")).to_have_text(re.compile(r"^\d{1,2}:\d\d.[AP]M$"))
