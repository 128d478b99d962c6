"""The look: colours by computation, the rest in a real browser."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import (
    cookies_at,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet
from tournaments.results.reporting import services as reporting

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
TEXT, NUMERALS, SHAPES = 4.5, 7.0, 3.0
# The controls of a page that a finger must hit, smaller than 44 px in one direction.
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "button, .button, summary, select, textarea, .eventnav__link, .tabs a, .brand, " +
    "input:not([type=hidden], [type=radio], [type=checkbox])")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([html, box]) => `${html} ${box.width}×${box.height}`)"""  # noqa: RUF001


# --- Colours --------------------------------------------------------------------------------------


def declarations(selector: str) -> list[dict[str, str]]:
    """The custom properties of each block of the token file with exactly this selector."""
    css = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(), flags=re.DOTALL)
    blocks = re.findall(rf"(?:^|\s){re.escape(selector)}\s*\{{([^}}]*)\}}", css)
    return [dict(re.findall(r"--([\w-]+):\s*([^;]+);", block)) for block in blocks]


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def themes() -> dict[str, dict[str, str]]:
    fixed = declarations(":root")[0]
    light = declarations(':root,\n[data-theme="light"]')[0]
    dark = declarations('[data-theme="dark"]')[0]
    return {"light": fixed | light, "dark": fixed | light | dark}


def test_the_two_dark_blocks_are_the_same():
    assert declarations('[data-theme="dark"]') == declarations(":root:not([data-theme])")


#: Which colours stand on which ground, and the least contrast of each pair.
PAIRS = [
    *[("ink", ground, NUMERALS) for ground in ("paper", "surface", "sunken", "accent-soft")],
    *[("ink-soft", ground, TEXT) for ground in ("paper", "surface", "sunken", "accent-soft")],
    *[("accent", ground, TEXT) for ground in ("paper", "surface", "accent-soft")],
    *[("accent-deep", ground, TEXT) for ground in ("paper", "surface", "accent-soft")],
    ("accent-ink", "accent", TEXT),
    ("accent-ink", "accent-deep", TEXT),
    *[(state, f"{state}-soft", TEXT) for state in ("proceed", "caution", "stop")],
    *[(state, ground, TEXT) for state in ("proceed", "caution", "stop")
      for ground in ("paper", "surface")],
    *[("ink", f"{state}-soft", NUMERALS) for state in ("proceed", "caution", "stop")],
    *[("line-strong", ground, SHAPES) for ground in ("paper", "surface")],
    ("sign-ink", "sign", NUMERALS),
    ("sign-soft", "sign", TEXT),
    *[("board-ink", ground, NUMERALS) for ground in ("board", "board-raised")],
    *[(f"board-{name}", ground, TEXT) for ground in ("board", "board-raised")
      for name in ("soft", "accent", "proceed", "caution", "stop")],
    ("board-line-strong", "board", SHAPES),
]  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_can_be_told_apart(theme):
    colours = themes()[theme]
    wrong = {
        (ink, ground): contrast(colours[ink], colours[ground])
        for ink, ground, least in PAIRS
        if contrast(colours[ink], colours[ground]) < least
    }
    assert wrong == {}


# --- The style guide ------------------------------------------------------------------------------


@pytest.fixture
def guide(live_server, open_page):
    """Open the style guide, which holds every component."""

    def go(**options):
        page = open_page(base_url=live_server.url, **options)
        page.goto("/styleguide/")
        return page

    return go


def width_at(page, window: int) -> int:
    """The width of the page in a window as wide as this."""
    page.set_viewport_size({"width": window, "height": 900})
    return page.evaluate("document.documentElement.scrollWidth")


#: As a wide font or a reader's own spacing makes it (WCAG 2.2, 1.4.12 "Text Spacing").
WIDE_FONT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.django_db(transaction=True)
def test_nothing_is_wider_than_the_window_in_any_font_and_the_first_tab_skips_the_bar(guide):
    page = guide()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((it) => it.id)")
    assert len(ids) == len(set(ids)), "an id is given twice"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "page"
    widths = [320, 390, 640, 1280, 1920]
    assert [width for width in widths if width_at(page, width) > width] == []
    page.evaluate(WIDE_FONT)
    assert [width for width in widths if width_at(page, width) > width] == []


@pytest.mark.django_db(transaction=True)
def test_fingers_hit_every_control_and_clocks_change_their_words(guide):
    page = guide(**PHONE)
    assert page.evaluate(SMALL_TARGETS) == []
    # The clock itself: once it is no longer open, the locator would find another.
    clock = page.locator(".clock[data-state=open]").first.element_handle()
    clock.evaluate("(it) => { it.dataset.cutoffAt = new Date(Date.now() - 1000).toISOString(); }")
    page.wait_for_function("(it) => it.dataset.state === 'last_hands'", arg=clock)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_theme_follows_the_system_until_one_chooses_and_paper_has_none(guide):
    page = guide(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    night = page.evaluate(ground)
    page.get_by_role("button", name="Switch between light and dark").click()
    day = page.evaluate(ground)
    assert day != night
    page.reload()
    assert page.evaluate(ground) == day
    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()
    assert page.evaluate(ground) == night
    assert page.evaluate("localStorage.getItem('theme')") is None
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator(".sign").is_visible()
    assert not page.locator(".button").first.is_visible()
    assert page.locator(".board").first.evaluate("(it) => getComputedStyle(it).color") == (
        "rgb(0, 0, 0)"
    )


@pytest.mark.django_db(transaction=True)
def test_pages_read_without_javascript(guide):
    page = guide(java_script_enabled=False)
    assert page.locator(".clock [data-countdown=ends]").first.inner_text() == "2:00:00"
    assert page.locator("[data-theme-switch]:visible").count() == 0
    still = page.locator(".clock noscript p").first
    expect(still).to_be_visible()
    expect(still).to_contain_text("Without JavaScript it stands still: load the page again.")


# --- Entering a hand ------------------------------------------------------------------------------


@pytest.fixture
def dealt_hand(transactional_db, live_server, phone):
    """A hand that four people play, dealt a few minutes ago; the phone is of the first of them."""
    now = timezone.now()
    tournament = make_tournament(make_event())
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=now - minutes(30))
    table = round_.tables.get()
    reporting.deal_hand(table, 1, by=Actor(name="Anna"), at=now - minutes(20))
    first = cookies_at([table.code])[table.code][0]
    phone.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in first.items()]
    )
    return f"/table/{table.code}/hands/1/"


@pytest.fixture
def phone(live_server, open_page):
    # What a service worker fetches, the routes of a test do not see.
    page = open_page(base_url=live_server.url, service_workers="block", **PHONE)
    page.watch.expect("/stream/")  # The server of these tests has no streams.
    return page


def tap(page, *keys):
    for key in keys:
        page.locator(f'[data-key="{key}"]').tap()


def test_of_points_typed_with_one_thumb_a_lost_answer_loses_none_and_doubles_none(
    phone, dealt_hand
):
    phone.goto(dealt_hand)
    phone.get_by_label("Player 001", exact=True).tap()
    tap(phone, 1, 2, 3, "back", "next", 7, "sign", "next", 0, "next", 4, 0)
    points = phone.locator("[data-total-before]")
    assert [points.nth(n).input_value() for n in range(4)] == ["12", "-7", "0", "40"]
    assert "80" in phone.locator("output").nth(3).inner_text()
    tap(phone, "done")
    assert not phone.locator("[data-keypad]").is_visible()
    phone.locator("[name=went_out]").first.check()
    sent = []

    def lose_the_answer(route):
        sent.append(route.request.post_data)
        route.fetch()
        route.abort()

    phone.watch.expect("ERR_FAILED")
    phone.route("**" + dealt_hand, lose_the_answer)
    phone.get_by_role("button", name="Save hand 1").click()
    # The phone keeps it, and sends it again by itself until it is answered.
    phone.locator("[data-outbox]").get_by_text("accepted", exact=True).first.wait_for()
    assert len(sent) == 1
    hand = ScoreSheet.objects.get()
    assert [line.points for line in hand.lines.all()] == [12, -7, 0, 40]


def a_page_that_gets_no_stream_while_pages_are_answered_asks_by_itself(phone):
    """As on a full site; the server of this test has no stream at all."""
    line = phone.locator("p[data-contact]")
    line.wait_for()
    words = r"Many pages are open, so this one updates every 30 seconds\. Last update at \d\d:"
    assert re.match(words, line.inner_text())
    assert phone.evaluate("document.documentElement.dataset.connection") == "up"


# --- Warnings -------------------------------------------------------------------------------------

NOTICE = """<div class="notice" data-notice="{id}"><p class="notice__text">{text}</p>
<button class="notice__close" type="button" data-dismiss aria-label="Dismiss"></button></div>"""


def test_a_warning_is_said_aloud_once_and_stays_dismissed(phone, dealt_hand):
    """On a page without a stream."""
    given = [NOTICE.format(id=1, text="Half an hour left.")]
    ours = {"X-Roundhouse": "1", "Content-Type": "text/html"}
    phone.route("**/notices/**", lambda route: route.fulfill(body="".join(given), headers=ours))
    phone.goto(dealt_hand.split("hands")[0])
    phone.get_by_text("Half an hour left.").wait_for()
    aloud = phone.locator("[data-announcer]")
    expect(aloud).to_have_text("")

    given.append(NOTICE.format(id=2, text="No new hand may start."))
    fetch_again = "htmx.trigger('[data-notices]', 'live')"
    phone.evaluate(fetch_again)
    expect(aloud).to_have_text("No new hand may start.")

    phone.locator("[data-notice='1'] [data-dismiss]").tap()
    phone.reload()
    phone.locator("[data-notice='2']").wait_for()
    expect(phone.locator("[data-notice='1']")).to_have_count(0)
    a_page_that_gets_no_stream_while_pages_are_answered_asks_by_itself(phone)
