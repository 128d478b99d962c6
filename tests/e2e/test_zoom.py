"""Pages at 200 % zoom, which halves the window: nothing is lost, and most of it is free."""

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import (
    ANNA,
    cookies_at,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.clock.services import pause_all, start_slot
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.once  # no database has a part in it

#: A laptop of 1280 by 720 and of 1280 by 900, and a phone of 390 by 844, at 200 %.
WINDOWS = [(640, 360), (640, 450), (195, 422)]
#: The share of the window that may stay in front of the page while it is scrolled.
MOST = 0.25
EVENT = "/e/winter-meet/"
PAGES = (
    EVENT,
    f"{EVENT}desk/",
    f"{EVENT}roster/",
    f"{EVENT}clocks/",
    f"{EVENT}find/",
    f"{EVENT}t/express-open/rounds/1/",
    f"{EVENT}t/express-open/standings/",
)
#: What stays while the page is scrolled, as a share of the window, where it covers the most.
COVERED = """() => {
  const stays = [...document.querySelectorAll("body *")].filter((it) =>
    ["fixed", "sticky"].includes(getComputedStyle(it).position) && it.checkVisibility());
  let most = 0;
  for (let y = 0; y <= document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y);
    const rows = new Set();
    for (const it of stays) {
      const box = it.getBoundingClientRect();
      const isStuck = getComputedStyle(it).position === "fixed"
        || Math.abs(box.top - parseFloat(getComputedStyle(it).top || "NaN")) < 1;
      if (!isStuck) continue;
      const end = Math.min(innerHeight, box.bottom);
      for (let row = Math.max(0, Math.ceil(box.top)); row < end; row += 1) rows.add(row);
    }
    most = Math.max(most, rows.size / innerHeight);
  }
  return most;
}"""
#: Controls that cannot be scrolled into sight: they end beside the window.
LOST = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((it) => it.checkVisibility() && !it.closest(".skip, .visually-hidden"))
  .filter((it) => {
    let box = it;
    while (box && !["auto", "scroll"].includes(getComputedStyle(box).overflowX)) {
      box = box.parentElement;
    }
    return box === null;
  })
  .map((it) => [it.outerHTML.slice(0, 90), it.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
  .map(([html, box]) => `${html} ends at ${Math.round(box.right)}`)"""


@pytest.fixture
def table(transactional_db):
    """A table that plays its first hand, at an event that is paused."""
    event, now = make_event(), timezone.now()
    tournament = make_tournament(event)
    groups = [make_entries(tournament, 4) for _ in range(5)]
    round_ = make_round(tournament, groups, started_at=None)
    start_slot(round_, by=ANNA, at=now - minutes(40))
    table = round_.tables.get(number=1)
    deal_hand(table, 1, by=ANNA, at=now - minutes(30))
    pause_all(event, by=ANNA, at=now, reason="fire alarm")
    return table


@pytest.fixture
def zoomed(table, live_server, open_page):
    def zoomed(cookies, **window):
        page = open_page(base_url=live_server.url, service_workers="block", **window)
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        page.context.add_cookies(
            [{"name": k, "value": v, "url": live_server.url} for k, v in cookies.items()]
        )
        return page

    return zoomed


@pytest.mark.long
def test_at_twice_the_size_nothing_is_lost_or_covered(zoomed, table):
    client = Client()
    client.force_login(make_conductor(table.round.tournament.event))
    laptop = zoomed({k: v.value for k, v in client.cookies.items()})
    phone = zoomed(cookies_at([table.code])[table.code][0], has_touch=True)
    wrong = []
    for page, addresses in (
        (laptop, PAGES),
        (phone, (f"/table/{table.code}/", f"/table/{table.code}/hands/1/")),
    ):
        for address in addresses:
            page.goto(address)
            expect(page.locator(".htmx-request")).to_have_count(0)
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                place = f"{address} in {width} x {height}"
                covered, lost = page.evaluate(COVERED), page.evaluate(LOST)
                if covered > MOST:
                    wrong.append(f"{place}: {covered:.0%} of the window is covered")
                wrong += [f"{place}: {one}" for one in lost]
    assert wrong == [], "\n".join(wrong)
