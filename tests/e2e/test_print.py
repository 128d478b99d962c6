"""Printed pages, as Chromium makes PDFs of them: few sheets, black on white."""

import os
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tests.tournaments.standings.hands import play_large_round
from tournaments.standings.computing.services import refresh
from tournaments.timetable.hall.codes import give_codes

pytestmark = pytest.mark.once  # no database has a part in it

ROUND = "/e/winter-meet/t/express-open/rounds/1/"
#: For forty people at ten tables: the address, and the most sheets that it takes on A4 and Letter.
PAGES = {
    "badges": ("/e/winter-meet/badges/", 5),
    "table sheets": (f"{ROUND}sheets/", 10),
    "result slips": (f"{ROUND}slips/", 10),
    "seats by table": (f"{ROUND}?by=table&page=all", 1),
    "seats by name": (f"{ROUND}?by=name&page=all", 2),
    "standings": ("/e/winter-meet/t/express-open/standings/", 1),
    "roster": ("/e/winter-meet/roster/", 2),
    "who met whom": ("/e/winter-meet/t/express-open/met/", 2),
}
#: Between the margins of a Letter sheet on its side, 249 mm, in pixels: the narrower of the two.
WIDTH_ON_ITS_SIDE = 940
#: A page of a PDF, as Chromium writes it.
SHEET = re.compile(rb"/Type\s*/Page\b")
#: Text on paper that is not black, and grounds that are not white. Pictures may have colours.
COLOURED = """() => [...document.querySelectorAll("body, body *")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest("svg, img"))
  .map((it) => [it, getComputedStyle(it)])
  .filter(([it, of]) => {
    const hasText = [...it.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    const isClear = /^rgba\\(\\d+, \\d+, \\d+, 0\\)$/.test(of.backgroundColor);
    return (hasText && of.color !== "rgb(0, 0, 0)")
      || (!isClear && of.backgroundColor !== "rgb(255, 255, 255)");
  })
  .map(([it, of]) => `${it.outerHTML.slice(0, 80)} ${of.color} on ${of.backgroundColor}`)"""


@pytest.fixture
def laptop(transactional_db, live_server, open_page):
    """The conductor's, with dark pages, at an event of forty people who play round 1."""
    event = make_event()
    conductor = make_conductor(event)
    tournament = make_tournament(event)
    play_large_round(tournament, make_entries(tournament, 40))
    give_codes(event.pk, range(1, 11))
    refresh(tournament.pk, at=timezone.now())
    client = Client()
    client.force_login(conductor)
    page = open_page(base_url=live_server.url, service_workers="block", color_scheme="dark")
    page.watch.expect("/stream/")  # The server of these tests has no streams.
    page.context.add_cookies(
        [{"name": k, "value": v.value, "url": live_server.url} for k, v in client.cookies.items()]
    )
    return page


@pytest.mark.long
def test_lists_are_printed_on_few_sheets_in_black_on_white(laptop, tmp_path):
    folder = Path(os.environ.get("ROUNDHOUSE_PRINTS") or tmp_path)  # to be looked at
    coloured, long = {}, {}
    for name, (address, most) in PAGES.items():
        laptop.emulate_media(media="screen", color_scheme="dark")
        laptop.goto(address)
        expect(laptop.locator(".htmx-request")).to_have_count(0)
        laptop.emulate_media(media="print", color_scheme="dark")
        if found := laptop.evaluate(COLOURED):
            coloured[name] = found
        for size in ("A4", "Letter"):
            pdf = laptop.pdf(format=size, path=folder / f"{name}-{size}.pdf")
            sheets = len(SHEET.findall(pdf))
            if not 1 <= sheets <= most:
                long[name, size] = sheets
    assert coloured == {}
    assert long == {}
    the_matrix_is_as_wide_as_a_sheet_on_its_side(laptop)


def the_matrix_is_as_wide_as_a_sheet_on_its_side(laptop):
    laptop.set_viewport_size({"width": WIDTH_ON_ITS_SIDE, "height": 700})
    laptop.goto(PAGES["who met whom"][0])
    laptop.emulate_media(media="print")
    assert laptop.locator(".met").bounding_box()["width"] <= WIDTH_ON_ITS_SIDE
    assert laptop.evaluate("getComputedStyle(document.body).page") == "met"
