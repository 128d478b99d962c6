"""Contact sheets of every page, in each size and theme, for people to look at.

They are written to the folder ``screenshots``: one picture a page, and sheets with many of them.
ROUNDHOUSE_PAGES chooses pages by a part of their names, ROUNDHOUSE_LOOKS widths and themes as in
"390-light 1280-dark".
"""

import os
import shutil
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.pages.site import make_site, pages

FOLDER = Path(__file__).parents[2] / "screenshots"
#: Width, height, and how many pictures stand side by side on a sheet, in how many rows.
SIZES = {390: (844, 6, 2), 1280: (720, 3, 3), 1920: (1080, 3, 3)}
THEMES = ("light", "dark")
LOOKS = os.environ.get("ROUNDHOUSE_LOOKS", "").split() or [
    f"{width}-{theme}" for width in SIZES for theme in THEMES
]
#: No picture is higher than so many windows: what is below looks the same.
WINDOWS = 2.5
STYLE = (
    "body{margin:12px;background:#888;font:14px sans-serif;display:grid;gap:12px;"
    "grid-template-columns:repeat(%s,1fr)}figure{margin:0}img{width:100%%;display:block}"
)


@pytest.mark.browser
@pytest.mark.timeout(0)
@pytest.mark.django_db(transaction=True)
def test_every_page_is_on_a_contact_sheet(live_server, browser):
    found = list(pages(make_site()))
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    for width, (height, *_grid) in SIZES.items():
        themes = [theme for theme in THEMES if f"{width}-{theme}" in LOOKS]
        if not themes:
            continue
        window = {"width": width, "height": height}
        phone = {"has_touch": True, "is_mobile": True} if width < 600 else {}
        for n, one in enumerate(found):
            context = browser.new_context(base_url=live_server.url, viewport=window, **phone)
            context.add_cookies(
                [{"name": k, "value": v, "url": live_server.url} for k, v in one.cookies]
            )
            page = context.new_page()
            page.goto(one.address, wait_until="load")
            expect(page.locator(".htmx-request")).to_have_count(0)
            for theme in themes:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                shown = page.evaluate("document.documentElement.scrollHeight")
                page.screenshot(
                    path=FOLDER / f"{width}-{theme}-{n:03}-{one.name}.png",
                    full_page=True,
                    clip={"x": 0, "y": 0, "width": width, "height": min(shown, height * WINDOWS)},
                )
            context.close()
    _write_sheets(browser)
    assert len(list(FOLDER.glob("sheet-*.png"))) >= len(LOOKS)


def _write_sheets(browser) -> None:
    for width, (_height, across, down) in SIZES.items():
        for theme in THEMES:
            pictures = sorted(FOLDER.glob(f"{width}-{theme}-*.png"))
            for n in range(0, len(pictures), across * down):
                some = pictures[n : n + across * down]
                _write_sheet(browser, f"sheet-{width}-{theme}-{n:03}", some, across)


def _write_sheet(browser, name: str, pictures, across: int) -> None:
    figures = "".join(
        f'<figure><figcaption>{escape(one.stem)}</figcaption><img src="{one.name}"></figure>'
        for one in pictures
    )
    path = FOLDER / f"{name}.html"
    path.write_text(f"<!doctype html><style>{STYLE % across}</style>{figures}")
    page = browser.new_page(viewport={"width": 1900, "height": 1000})
    page.goto(path.as_uri(), wait_until="load")
    page.screenshot(path=FOLDER / f"{name}.png", full_page=True)
    page.close()
