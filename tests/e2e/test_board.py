"""The projector's board of a convention: it turns its pages by itself, and every page fits."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import ANNA, make_entries, make_event, make_round, make_tournament, minutes
from tournaments.clock.services import pause_all, start_slot

pytestmark = pytest.mark.once  # no database has a part in it

PROJECTORS = [(1920, 1080), (1280, 720)]
#: What reaches over the edge of the window, or of the panel of its clock.
CUT = """() => [...document.querySelectorAll(".hall *")]
  .filter((it) => it.checkVisibility() && !it.closest(".visually-hidden"))
  .filter((it) => {
    const box = it.getBoundingClientRect();
    const panel = it.closest(".hall__slot")?.getBoundingClientRect();
    const bottom = Math.min(innerHeight, panel?.bottom ?? innerHeight) + 1;
    return box.bottom > bottom || box.right > innerWidth + 1;
  })
  .map((it) => it.outerHTML.slice(0, 80))"""
NAMES_SHOWN = """() => [...document.querySelectorAll(".hall__slot")]
  .filter((it) => it.checkVisibility())
  .map((it) => it.querySelector(".hall__game").firstChild.textContent.trim())"""

#: Two pages can show the same clocks, none of them: those with the names of who sits where.
PAGE_SHOWN = """() => [...document.querySelectorAll("[data-board-page]")]
  .findIndex((it) => it.checkVisibility())"""


@pytest.fixture
def event(transactional_db):
    """Fourteen tournaments run, one of them at 24 tables; another shows who sits where."""
    event, now = make_event(), timezone.now()
    for number in range(14):
        game = make_tournament(event, name=f"Heat {number:02}")
        people = make_entries(game, 96 if number == 5 else 8)
        tables = [people[n : n + 4] for n in range(0, len(people), 4)]
        round_ = make_round(game, tables, started_at=None)
        start_slot(round_, by=ANNA, at=now - minutes(9 * number))
    last = make_tournament(event, name="Last")
    people = make_entries(last, 40)
    make_round(last, [people[n : n + 4] for n in range(0, 40, 4)], started_at=None)
    return event


@pytest.fixture
def board(event, live_server, open_page):
    """The board in a browser without a stream, whose time stands still until a test moves it."""
    page = open_page(base_url=live_server.url, service_workers="block", width=1920, height=1080)
    page.watch.expect("/stream/")  # The server of these tests has no streams.
    # An answer of the server's clock would set the time back that a test has moved on.
    page.route("**/server-clock/", lambda route: route.abort())
    page.watch.expect("/server-clock/")
    page.clock.install()
    page.goto(f"/e/{event.slug}/board/")
    expect(page.locator("[data-board-pager]")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    return page


def fetch_again(board):
    """Let the board ask the server for its live part, and wait until it is shown."""
    with board.expect_response("**/board/live/**"):
        board.evaluate("htmx.trigger('#board-live', 'live')")
    board.clock.run_for(100)  # htmx settles by a timer.
    expect(board.locator("#board-live:not(.htmx-request)")).to_be_attached()


def test_every_running_slot_is_shown_within_forty_seconds_and_nothing_is_cut(board, event):
    seen = set()
    for _second in range(40):
        board.clock.run_for(1_000)
        before = len(seen)
        seen |= set(board.evaluate(NAMES_SHOWN))
        if len(seen) == before:
            continue
        for width, height in PROJECTORS:
            board.set_viewport_size({"width": width, "height": height})
            assert board.evaluate(CUT) == [], (width, seen)
            assert board.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert seen == {f"Heat {number:02}" for number in range(14)}
    a_page_that_is_stopped_stays_when_the_board_is_fetched_again(board, event)


def a_page_that_is_stopped_stays_when_the_board_is_fetched_again(board, event):
    pager = board.locator("[data-board-pager]")
    pager.click()
    expect(pager).to_have_attribute("aria-pressed", "true")
    stopped = board.evaluate(PAGE_SHOWN)
    board.clock.run_for(25_000)
    fetch_again(board)
    assert board.evaluate(PAGE_SHOWN) == stopped
    pager.click()
    seen = []
    for _second in range(10):
        board.clock.run_for(1_000)
        seen.append(board.evaluate(PAGE_SHOWN))
    assert any(page != stopped for page in seen)
    # An alarm takes the place of all pages.
    pause_all(event, by=ANNA, at=timezone.now(), reason="fire alarm")
    fetch_again(board)
    expect(board.get_by_role("heading", name="Everything is paused")).to_be_visible()
    expect(pager).to_be_hidden()
    assert board.evaluate(CUT) == []
