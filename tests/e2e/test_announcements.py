"""A screen reader announces every change of the clock once, and no ticking."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import (
    ANNA,
    cookies_at,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tournaments.clock.services import pause_all, resume_all, start_slot
from tournaments.clock.warnings.services import fire_due_warnings

pytestmark = pytest.mark.once  # no database has a part in it

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
#: Note each text that a live region of the page has after a change of it.
LISTEN = """() => {
  window.heard = [];
  const regions = ":is([aria-live], [role=status], [role=alert], [role=log]):not([aria-live=off])";
  for (const region of document.querySelectorAll(regions)) {
    const note = () => region.textContent.trim() && window.heard.push(region.textContent.trim());
    new MutationObserver(note).observe(region, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
  }
}"""
#: As when one looks at the page again: all its parts are fetched.
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"
#: The connection has sentences of its own: these tests have no stream, and a clock that runs fast
#: leaves the server no time to answer.
CONNECTION = ("Many pages are open", "Offline since")


@pytest.fixture
def slot(transactional_db):
    """A slot of two hours that began 80 minutes ago: nobody is warned for ten minutes."""
    round_ = make_round(
        tournament := make_tournament(make_event()), [make_entries(tournament, 4)], started_at=None
    )
    start_slot(round_, by=ANNA, at=timezone.now() - minutes(80))
    return round_


@pytest.fixture
def phone(slot, live_server, open_page):
    """The phone of a player at the only table, whose live regions are listened to."""
    code = slot.tables.get().code
    page = open_page(base_url=live_server.url, service_workers="block", **PHONE)
    page.watch.expect("/stream/")  # The server of these tests has no streams.
    cookies = cookies_at([code])[code][0]
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()]
    )
    page.clock.install()
    page.goto(f"/table/{code}/")
    expect(page.locator("[data-notices]:not(.htmx-request)")).to_be_attached()
    page.evaluate(LISTEN)
    return page


def seconds_left(page) -> int:
    minutes_, seconds = page.locator("[data-countdown=ends]").first.inner_text().split(":")
    return 60 * int(minutes_) + int(seconds)


def heard(page) -> list[str]:
    """The announcements of other things than the connection."""
    return [text for text in page.evaluate("window.heard") if not text.startswith(CONNECTION)]


@pytest.mark.long
def test_nothing_is_said_while_a_clock_counts_down(phone):
    before = seconds_left(phone)
    phone.clock.run_for(5 * 60_000 + 1_000)  # what is left is shown in whole seconds
    expect(phone.locator("[data-contact]")).to_be_visible()
    assert before - seconds_left(phone) >= 5 * 60
    assert heard(phone) == []
    # Nor the time of the last update, each minute again: of the connection only what is new.
    said = [
        beginning
        for text in phone.evaluate("window.heard")
        for beginning in CONNECTION
        if text.startswith(beginning)
    ]
    assert all(one != after for one, after in pairwise(said))


@pytest.mark.long
def test_every_change_of_a_clock_is_said_once(phone, slot):
    event, now = slot.tournament.event, timezone.now()

    def hear(words: str, region: str = "[data-announcer]") -> None:
        with phone.expect_response("**/notices/**"), phone.expect_response("**/live/**"):
            phone.evaluate(LOOK_AGAIN)
            phone.clock.run_for(1_000)
        expect(phone.locator(".htmx-request")).to_have_count(0)
        phone.clock.run_for(1_000)
        expect(phone.locator(region)).to_contain_text(words)

    assert fire_due_warnings(now=now + minutes(11)) == 1
    hear("No new hand after")
    pause_all(event, by=ANNA, at=now, reason="fire alarm")
    hear("fire alarm", "[role=alert][data-alarm]")  # it interrupts what is being said
    resume_all(event, by=ANNA, at=now + minutes(5))
    hear("The clock has resumed.")
    expect(phone.locator("[data-announcer]")).to_contain_text("New times: nothing new starts after")
    change_clock(
        slot,
        "extra",
        amount=timedelta(minutes=10),
        by=ANNA,
        at=now + minutes(6),
        reason="a spilt drink",
    )
    hear("New times")

    phone.evaluate(LOOK_AGAIN)
    phone.clock.run_for(60_000)
    said = heard(phone)
    assert [any(words in text for text in said) for words in ("last hand", "alarm", "resumed")]
    assert len(said) == len(set(said)) <= 5, said
