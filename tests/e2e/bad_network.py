"""A phone at a table behind a bad network: what it does, and what the site has of it."""

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as TimeoutExpired

from tests.browser import ARGUMENTS, PATIENCE_MS, Watch, find_browser
from tests.processes import children, processes_alive
from tests.stack import PATIENCE_SECONDS, wait_for

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
A_DAY = 24 * 3600
#: What a browser says of a network that is not there, of refusals, and of plain http.
NO_SURPRISE = (
    "net::ERR_",
    "htmx:sendError",
    "htmx:timeout",
    "MIME type",
    "error occurred when fetching the script",
    "status of 422",
    "status of 503",
    "Cross-Origin-Opener-Policy header has been ignored",
)

# One table of four and time without end; nobody reaches the target.
MAKE = """
from django.utils import timezone
from types import SimpleNamespace
from tests.builders import make_entries, make_event, make_round, make_tournament, open_seat
event = make_event("Meet {number}")
tournament = make_tournament(event, game="{game}", target=100_000, table_min=2)
round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=timezone.now())
table = round_.tables.get()
phones = [SimpleNamespace(cookies={}) for seat in range(4)]
for phone, seat in zip(phones, table.seats.order_by("position"), strict=True):
    open_seat(phone, seat)
answer = {"code": table.code, "seats": [phone.cookies for phone in phones]}
"""

SHEETS = """
SELECT sheet.number, line.points FROM tournaments_scoresheet AS sheet
JOIN tournaments_table ON tournaments_table.id = sheet.table_id
JOIN tournaments_sheetline AS line ON line.sheet_id = sheet.id
JOIN tournaments_seat AS seat ON seat.id = line.seat_id
WHERE tournaments_table.code = '{code}' AND seat.position = 1 ORDER BY sheet.id
"""
#: Counts the presses that reach a button or a link, by its words. Playwright stops a click on its
#: way down if another element took the place of the one it meant: one that comes up was a press.
COUNT_PRESSES = """
addEventListener("click", ({ target }) => {
  const words = target.closest?.("button, a")?.textContent.trim().replace(/\\s+/g, " ");
  const key = `pressed: ${words}`;
  if (words) sessionStorage.setItem(key, Number(sessionStorage.getItem(key)) + 1);
});
"""
PRESSES = "(words) => Number(sessionStorage.getItem(`pressed: ${words}`))"
ENTERED = """
SELECT data FROM tournaments_scoresheet
JOIN tournaments_table ON tournaments_table.id = table_id WHERE code = '{code}'
"""
TIMES_REPORTED = """
SELECT
    (SELECT count(*) FROM tournaments_ledgerentry AS entry
     WHERE entry.verb = 'report hand' AND entry.event_id = event.id)
    + (SELECT count(*) FROM tournaments_sheetversion AS version
       JOIN tournaments_scoresheet AS sheet ON sheet.id = version.sheet_id
       JOIN tournaments_table AS played ON played.id = sheet.table_id
       JOIN tournaments_round AS round ON round.id = played.round_id
       JOIN tournaments_tournament AS tournament ON tournament.id = round.tournament_id
       WHERE version.act = 'report' AND NOT version.in_ledger AND tournament.event_id = event.id)
FROM tournaments_event AS event WHERE event.slug = 'meet-{number}'
"""


class Phone:
    """A phone at ``url``, which may be a proxy.

    ``seat`` are the cookies of a phone on which a seat was opened. With a ``profile`` it is a
    browser of its own, which may be killed: what it has kept there outlives it. To start one costs
    more than all that most tests do with it.
    """

    def __init__(self, browser, url: str, seat: dict[str, str], profile: Path | None = None):
        self._browser, self.profile, self.url, self._seat = browser, profile, url, seat
        self.page: Page | None = None

    def open(self) -> Page:
        self._context = self._begin()
        self._context.set_default_timeout(PATIENCE_MS)
        self._context.add_init_script(COUNT_PRESSES)
        self.watch = Watch(self._context)
        for words in NO_SURPRISE:
            self.watch.expect(words)
        until = time.time() + A_DAY
        self._context.add_cookies(
            [
                {"name": name, "value": value, "url": self.url, "expires": until}
                for name, value in self._seat.items()
            ]
        )
        self._seat = {}  # from now on the browser keeps it
        pages = self._context.pages
        self.page = pages[0] if pages else self._context.new_page()
        return self.page

    def _begin(self) -> BrowserContext:
        if self.profile is None:
            return self._browser.new_context(**PHONE)
        return self._browser.browser_type.launch_persistent_context(
            self.profile,
            executable_path=find_browser(),
            args=ARGUMENTS,
            timeout=PATIENCE_MS,
            **PHONE,
        )

    def kill(self) -> None:
        """SIGKILL for all of it, as when the battery is taken out.

        Only the browser itself has the profile in its command line. The processes that it started
        end by themselves: on a busy machine, that of the network kept the cookies of the profile
        open while the next browser began.
        """
        mine = f"--user-data-dir={self.profile}"
        browsers = [pid for pid, (_, command) in processes_alive().items() if mine in command]
        assert browsers
        family = {pid for browser in browsers for pid in (browser, *children(browser))}
        for pid in family:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_for(lambda: not family & set(processes_alive()))
        self.close()
        # A killed browser leaves the mark that its profile is in use.
        for lock in self.profile.glob("Singleton*"):
            lock.unlink()

    def close(self) -> None:
        with suppress(BrowserError):
            self._context.close()


def make(site, number: int, *, game: str = "express") -> dict:
    """A table of its own event: its ``code``, and the cookies for each of its ``seats``."""
    return site.ask(MAKE.replace("{number}", str(number)).replace("{game}", game))


# --- What a person does ---------------------------------------------------------------------------


def button(page: Page, words: str):
    """A button or a link with these words."""
    return page.get_by_role("button", name=words, exact=True).or_(
        page.get_by_role("link", name=words, exact=True)
    )


def press(page: Page, words: str) -> None:
    """Press a button; another one with the same words may take its place meanwhile.

    On a busy machine a click may reach the button and still not be acknowledged in time. It must
    not be repeated then: what it did may have taken the button away. Each try has twice the time
    of the one before, for there a second may be too short for any click.
    """
    before = page.evaluate(PRESSES, words)
    patience = 1_000
    while patience < PATIENCE_MS:
        with suppress(TimeoutExpired):
            button(page, words).click(timeout=patience)
            return
        if page.evaluate(PRESSES, words) > before:
            return
        patience *= 2
    raise AssertionError(f"{words!r} could not be pressed")


def deal(page: Page, number: int) -> None:
    press(page, f"Deal hand {number}")
    expect(button(page, f"Enter hand {number}")).to_be_visible()


def points_of(number: int) -> tuple[int, int, int, int]:
    """The sheet of hand ``number``: different from every other hand."""
    return 100 + number, number % 7, -number, 0


def enter(page: Page, number: int, points=None) -> None:
    press(page, f"Enter hand {number}")
    write(page, points or points_of(number))
    press(page, f"Save hand {number}")


def write(page: Page, points) -> None:
    inputs = page.locator("[name^=points-]")
    expect(inputs).to_have_count(len(points))
    for place, value in enumerate(points):
        inputs.nth(place).fill(str(value))
    page.locator("[name=went_out]").first.check()


def play(page: Page, number: int) -> None:
    """Deal a hand and enter it, whatever answers."""
    deal(page, number)
    enter(page, number)
    expect(button(page, f"Deal hand {number + 1}")).to_be_visible()


def rows(page: Page):
    """The entries that the phone keeps, one row each."""
    return page.locator("[data-outbox-list] > li")


def refused_rows(page: Page):
    return page.locator('[data-outbox-list] > li[data-status="refused"]')


def count(page: Page):
    """The words about it in the head of the page."""
    return page.locator("[data-outbox-count]")


KEPT = """async () => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.includes("/static/"));
  const kept = await Promise.all([location.href, ...files].map((file) => caches.match(file)));
  return document.readyState === "complete" && kept.every(Boolean);
}"""


def until_kept(page: Page) -> None:
    """Wait until all scripts of this page run and the service worker can open it without a network.

    The scripts of a table come last: before them a tap on its buttons asks for another page.
    """
    wait_for(lambda: page.evaluate(KEPT))


#: Whether the phone keeps the parts of a table's page with these words: written to the disk.
SEEN = """async (words) => {
  const result = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await result(indexedDB.open("roundhouse", 1));
  const tables = await result(database.transaction("tables").objectStore("tables").getAll());
  database.close();
  return tables.some(({ parts }) => parts?.html.includes(words));
}"""


def until_seen(page: Page, words: str) -> None:
    """Wait until the phone can show these words again: it keeps what it saw a moment later."""
    wait_for(lambda: page.evaluate(SEEN, words))


# --- What the site has ---------------------------------------------------------------------------


def stored(stack, code: str) -> list[tuple[int, int]]:
    """Number and points of seat 1 of each reported hand, in the order they were dealt."""
    return [tuple(row) for row in stack.rows(SHEETS.format(code=code))]


def first_seat(numbers) -> list[tuple[int, int]]:
    return [(number, points_of(number)[0]) for number in numbers]


def wait_until_stored(stack, code: str, hands, seconds: float = PATIENCE_SECONDS) -> None:
    """Until the site has exactly these hands, given as number and points of seat 1, in order."""
    wanted = list(hands)
    wait_for(lambda: len(stored(stack, code)) >= len(wanted), seconds)
    assert stored(stack, code) == wanted


def entered(stack, code: str) -> dict:
    """The data of the only sheet of a table."""
    ((said,),) = stack.rows(ENTERED.format(code=code))
    return json.loads(said) if isinstance(said, str) else said


def times_reported(stack, number: int) -> int:
    """How often a hand was reported at this event: in the ledger, or waiting to be."""
    return stack.rows(TIMES_REPORTED.format(number=number))[0][0]


def opened_its_seat_long_ago(phone):
    """A browser writes cookies down half a minute later, or when it is closed."""
    phone.open()
    phone.close()
    return phone


def at_the_table(phone, code):
    page = phone.open()
    page.goto(f"{phone.url}/table/{code}/")
    expect(page.locator("#table-live")).to_be_visible()
    return page
