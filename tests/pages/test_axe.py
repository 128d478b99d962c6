"""WCAG 2.2 AA by axe-core on every page: both themes, forced colours, a phone and a laptop."""

import os

import pytest
from playwright.sync_api import expect

from tests.pages.axe import violations
from tests.pages.site import make_site, pages

LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"color_scheme": "dark", "forced_colors": "active"},
]
WINDOWS = [{"width": 390, "height": 844}, {"width": 1280, "height": 720}]


@pytest.mark.browser
@pytest.mark.timeout(0)
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_on_any_page(live_server, browser):
    wanted = os.environ.get("ROUNDHOUSE_PAGES", "")
    found = []
    for one in pages(make_site()):
        if wanted not in one.name:
            continue
        context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
        context.add_cookies(
            [{"name": k, "value": v, "url": live_server.url} for k, v in one.cookies]
        )
        page = context.new_page()
        page.goto(one.address, wait_until="load")
        expect(page.locator(".htmx-request")).to_have_count(0)
        for window in WINDOWS:
            page.set_viewport_size(window)
            for look in LOOKS:
                page.emulate_media(**look)
                found += [f"{one.name} {one.role} {window['width']} {look}: {words}"
                          for words in violations(page)]  # fmt: skip
        context.close()
    assert found == [], "\n".join(found)
