"""WCAG 2.2 AA by axe-core on every page: both themes, forced colours, three sizes of window.

ROUNDHOUSE_LOOKS chooses some, as in "390-light 1280-forced".
"""

import os

import pytest
from playwright.sync_api import expect

from tests.pages.axe import violations
from tests.pages.site import make_site, pages

LOOKS = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
WIDTHS = {390: 844, 1280: 720, 1920: 1080}
#: For a page of a whole site on a busy machine.
PATIENCE_MS = 120_000
WANTED = os.environ.get("ROUNDHOUSE_LOOKS", "").split() or [
    f"{width}-{look}" for width in WIDTHS for look in LOOKS
]


def is_shown_twice(page, words: str) -> bool:
    """The style guide shows every component in both themes, so each landmark is there twice."""
    return page.name == "styleguide" and words.startswith("landmark-unique")


@pytest.mark.browser
@pytest.mark.timeout(0)
@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_on_any_page(live_server, browser):
    found, runs = [], 0
    for one in pages(make_site()):
        context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
        context.add_cookies(
            [{"name": k, "value": v, "url": live_server.url} for k, v in one.cookies]
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(one.address, wait_until="load")
        expect(page.locator(".htmx-request")).to_have_count(0)
        for wanted in WANTED:
            width, look = wanted.split("-")
            page.set_viewport_size({"width": int(width), "height": WIDTHS[int(width)]})
            page.emulate_media(**LOOKS[look])
            runs += 1
            found += [
                f"{one.name} {one.role} {wanted}: {words}"
                for words in violations(page)
                if not is_shown_twice(one, words)
            ]
        context.close()
    print(f"{runs} runs of axe, {len(found)} violations")  # noqa: T201 - the figures of a run
    assert found == [], "\n".join(found)
