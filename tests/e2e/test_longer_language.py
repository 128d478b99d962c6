"""Pages fit where texts are longer than the English ones, and in every language that is offered."""

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.pages.axe import violations
from tests.pages.fitting import faults
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, give_credentials, visitor
from tests.routes.world import make_world

pytestmark = pytest.mark.once  # no database has a part in it

OFFERED = [code for code, _name in settings.LANGUAGES if code != "en"]
PLAYER, OWNER = "player at this table", "owner"
PAGES = {
    PLAYER: (
        "home", "event", "table", "me", "find", "round", "standings",
        "tournament", "bracket", "timetable", "session", "pickup", "call", "hand-report",
        "hand-history", "agreement", "player", "weeks", "ranking", "seasons", "season",
        "notices-choice", "rules-game", "help", "privacy", "language", "sign-in",
    ),
    OWNER: (
        "event", "desk", "hq", "clocks", "calls", "round", "round-change", "round-mend", "roster",
        "roster-import", "player-edit", "event-edit", "tournament-edit", "titles", "staff",
        "standings", "finals", "adjustments", "ledger", "timetable-edit", "session-edit", "rooms",
        "announcements", "letters", "result-slips", "season", "season-edit", "season-adjustments",
        "account",
    ),
}  # fmt: skip
#: What is looked at before each change: the fullest pages, in the smallest window.
FULLEST = {PLAYER: ("event", "table", "standings"), OWNER: ("desk", "hq", "roster")}
HEIGHTS = {320: 568, 390: 844, 1280: 800}
#: Where axe looks as well, in the first of the windows.
FOR_AXE = {
    (PLAYER, "table"),
    (PLAYER, "standings"),
    (PLAYER, "find"),
    (OWNER, "desk"),
    (OWNER, "roster"),
}


@pytest.fixture
def look(transactional_db, live_server, open_page):
    """Look at all pages in windows as wide as these: what does not fit, and what axe finds."""
    world = make_world(timezone.now())
    give_credentials(world)
    page = open_page(base_url=live_server.url, service_workers="block", width=390, height=844)
    page.watch.expect("/stream/")  # The server of these tests has no streams.

    def look_at(name, role, widths):
        cookies = visitor(role, world, ROUTES[name]).cookies
        page.context.clear_cookies()
        page.context.add_cookies(
            [{"name": k, "value": v.value, "url": live_server.url} for k, v in cookies.items()]
        )
        answer = page.goto(address_of(name, world))
        assert answer.ok, f"{name} for {role}: {answer.status}"
        expect(page.locator(".htmx-request")).to_have_count(0)
        for width in widths:
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
            yield from (f"{name} for {role}, {width} px: {fault}" for fault in faults(page))
        if (role, name) in FOR_AXE:
            yield from (f"{name} for {role}: {found}" for found in violations(page))

    def look(*widths, pages=PAGES):
        return [
            fault
            for role, names in pages.items()
            for name in names
            for fault in look_at(name, role, widths)
        ]

    return look


@pytest.mark.long
def test_texts_that_are_two_fifths_longer_fit_on_the_fullest_pages(look, pseudo_language, settings):
    settings.LANGUAGE_CODE = pseudo_language
    wrong = look(320, pages=FULLEST)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.long
def test_texts_that_are_two_fifths_longer_fit_in_every_window(look, pseudo_language, settings):
    settings.LANGUAGE_CODE = pseudo_language
    wrong = look(390, 320, 1280)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.long  # no language that is offered is longer than the one above
@pytest.mark.parametrize("language", OFFERED)
def test_every_language_fits_on_a_phone_and_on_a_laptop(look, language, settings):
    settings.LANGUAGE_CODE = language
    wrong = look(390, 1280)
    assert wrong == [], "\n".join(wrong)
