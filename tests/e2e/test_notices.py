"""Notices on a phone: one at most, the others folded, and none over a button."""

from datetime import timedelta

import pytest
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
    session_cookie,
)
from tournaments.clock.services import start_slot
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.models import Entry, Event, Tournament
from tournaments.notifications.services import announce

pytestmark = pytest.mark.once  # no database has a part in it

WIDTHS, HEIGHT = (390, 320), 844
GAMES = ("Express", "Metro", "Rails", "Streetcar")
#: For how many milliseconds the scripts of a page wait.
NOTE_WAITS = """const wait = globalThis.setTimeout;
globalThis.waits = [];
globalThis.setTimeout = (act, ms, ...more) => {
  waits.push(ms ?? 0);
  return wait(act, ms, ...more);
};
"""
#: What a finger presses, and what of it a notice lies on, wherever the page is scrolled to.
COVERED = """() => {
  const covered = [];
  const visible = (it) => it.checkVisibility();
  const notices = [...document.querySelectorAll(".notices, .notice")].filter(visible);
  const controls = "button, .button, summary, input, select, .eventnav__link, h1";
  const page = [...document.querySelectorAll(controls)].filter(visible)
    .filter((it) => !it.closest(".notices"));
  for (let y = 0; y <= document.documentElement.scrollHeight; y += 200) {
    scrollTo(0, y);
    for (const notice of notices) {
      const over = notice.getBoundingClientRect();
      for (const it of page) {
        const box = it.getBoundingClientRect();
        if (box.left < over.right && box.right > over.left
            && box.top < over.bottom - 1 && box.bottom > over.top + 1)
          covered.push(`${y}: ${it.outerHTML.slice(0, 80)}`);
      }
    }
  }
  scrollTo(0, 0);
  return covered;
}"""


@pytest.fixture
def games(transactional_db):
    """Four tournaments past their cutoff with the same four people; a fifth is cancelled."""
    event = make_event()
    Event.objects.filter(pk=event.pk).update(ends_on="2099-12-31")
    event.refresh_from_db()
    games = [make_tournament(event, name=name) for name in GAMES]
    people = [entry.player for entry in make_entries(games[0], 4)]
    now = timezone.now()
    off = make_tournament(event, name="Tram", status=Tournament.Status.CANCELLED)
    for game in [*games[1:], off]:
        Entry.objects.bulk_create(
            Entry(tournament=game, player=player, entered_at=now, status_at=now)
            for player in people
        )
    for game in games:
        made = make_round(game, [list(game.entries.order_by("pk"))], started_at=None)
        start_slot(made, by=ANNA, at=now - minutes(101))
    fire_due_warnings(now=now)
    return games


@pytest.fixture
def show(games, live_server, open_page):
    """Open a page as the first player, or as a conductor."""
    code = games[0].rounds.get().tables.get().code
    [player, *_] = cookies_at([code])[code]

    def go(address, *, conducts=False):
        page = open_page(
            base_url=live_server.url, service_workers="block", width=WIDTHS[0], height=HEIGHT,
            has_touch=True, is_mobile=True,
        )  # fmt: skip
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        cookies = [{"name": name, "value": value} for name, value in player.items()]
        if conducts:
            conductor = make_conductor(games[0].event)
            cookies = [session_cookie(conductor.email)]
        page.context.add_cookies([one | {"url": live_server.url} for one in cookies])
        page.goto(address.format(code=code))
        return page

    return go


def covered_in_each_width(page):
    """The controls under a notice, by the width of the phone."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        found[width] = page.evaluate(COVERED)
    return {width: covered for width, covered in found.items() if covered}


@pytest.mark.long
def test_one_is_shown_and_it_covers_no_button(show):
    for address in ("/e/winter-meet/me/", "/table/{code}/", "/e/winter-meet/"):
        page = show(address)
        more = page.locator("[data-notices-more]")
        expect(more).to_have_text("5 more")
        expect(page.locator(".notice:visible")).to_have_count(1)
        assert covered_in_each_width(page) == {}, address
    more.tap()
    expect(page.locator(".notice:visible")).to_have_count(6)
    more.tap()
    page.locator(".notice:visible [data-dismiss]").tap()
    expect(more).to_have_text("4 more")
    expect(page.locator(".notice:visible")).to_have_count(1)


@pytest.mark.long
def test_an_announcement_of_many_weeks_keeps_no_phone_busy(transactional_db, open_here):
    event, now = make_event(), timezone.now()
    values = {"text": "Book a room.", "audience": "everybody", "starts_at": now}
    announce(event, **values, ends_at=now + timedelta(days=60), by=ANNA, at=now)
    page = open_here()
    page.add_init_script(NOTE_WAITS)
    page.goto(event.get_absolute_url())
    expect(page.get_by_text("Book a room.")).to_be_visible()
    assert max(page.evaluate("waits")) < 2**31  # a longer wait ends at once, again and again


#: The pages of a phone with a bar at its foot, but for those above.
OTHERS = (
    "desk/", "hq/", "clocks/", "calls/", "roster/scan/", "find/", "timetable/", "search/", "join/",
    "notices/choice/", "t/express/", "t/express/standings/", "t/express/rounds/1/",
    "t/express/statistics/",
)  # fmt: skip


@pytest.mark.long
def test_it_covers_no_button_of_any_page_with_a_bar_at_its_foot(show):
    page = show("/table/{code}/", conducts=True)
    covered = {"table": covered_in_each_width(page)}
    for part in OTHERS:
        assert page.goto(f"/e/winter-meet/{part}").status == 200, part
        expect(page.locator(".notice:visible")).to_have_count(1)
        expect(page.locator(".eventnav")).to_be_visible()
        covered[part] = covered_in_each_width(page)
    assert {part: found for part, found in covered.items() if found} == {}


@pytest.mark.long
def test_a_conductor_adds_a_walk_in_under_no_notice_and_chooses_what_to_hear(show):
    page = show("/e/winter-meet/roster/", conducts=True)
    expect(page.locator(".notice:visible")).to_have_count(1)
    assert page.evaluate(COVERED) == []
    page.get_by_role("link", name="Choose notices").tap()
    for name in ("Express", "Metro", "Rails", "Tram"):
        page.get_by_label(name, exact=True).uncheck()
    expect(page.get_by_text("Saved in this browser.")).to_be_visible()
    for address in ("/e/winter-meet/roster/", "/e/winter-meet/"):
        page.goto(address)
        expect(page.locator("[data-notices-more]")).to_have_text("1 more")
        expect(page.locator(".notice").first).to_contain_text("Streetcar")
    page.goto("/e/winter-meet/notices/choice/")
    expect(page.get_by_label("Metro", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Streetcar", exact=True)).to_be_checked()
