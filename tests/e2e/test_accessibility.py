"""WCAG 2.2 AA by axe-core on the pages of a day; ``make axe`` asks about every page and theme."""

import pytest

from tests.builders import cookies_at, make_entries, make_event, make_round, make_tournament
from tests.pages.axe import violations

pytestmark = pytest.mark.once  # no database has a part in it

#: The last one is looked at once more in forced colours.
PAGES = ("{table}", "/e/{e}/find/", "/e/{e}/t/{t}/standings/", "/help/?q=hand", "/e/{e}/")


@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_on_the_pages_of_a_day(live_server, open_page):
    tournament = make_tournament(make_event())
    table = make_round(tournament, [make_entries(tournament, 4)]).tables.get()
    page = open_page(base_url=live_server.url, width=390, height=844, service_workers="block")
    page.watch.expect("/stream/")  # The server of these tests has no streams.
    cookies = cookies_at([table.code])[table.code][0]
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()]
    )
    names = {"e": tournament.event.slug, "t": tournament.slug, "table": table.get_absolute_url()}
    found = []
    for address in PAGES:
        page.goto(address.format(**names))
        found += [(address, words) for words in violations(page)]
    page.emulate_media(color_scheme="dark", forced_colors="active")
    found += [("forced colours", words) for words in violations(page)]
    assert found == []
    forced_colours_mark_one_place_of_the_navigation(page)


def forced_colours_mark_one_place_of_the_navigation(page):
    marked = page.locator(".eventnav__link").evaluate_all(
        "(links) => links.map((it) => getComputedStyle(it)).map((of) =>"
        " parseFloat(of.borderTopWidth) + (of.outlineStyle === 'none' ? 0 : 1))"
    )
    assert [width > 0 for width in marked] == [True, False, False, False]


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
@pytest.mark.parametrize("system", ["light", "dark"])
def test_forced_colours_leave_one_theme_on_the_page_of_both(live_server, open_page, system):
    options = {"color_scheme": system, "forced_colors": "active"}
    page = open_page(base_url=live_server.url, width=390, height=844, **options)
    page.goto("/styleguide/")
    colours = page.evaluate(
        """() => {
            const all = (selector, name) => [...new Set([...document.querySelectorAll(selector)]
                .map((one) => getComputedStyle(one)[name]))]
            return {lines: all(".clock__done", "stroke"), icons: all(".message .icon", "color"),
                text: all("body", "color")}
        }"""
    )
    assert colours["lines"] == colours["text"]
    assert colours["text"][0] in colours["icons"]
    assert [one for one in violations(page) if one.startswith("color-contrast")] == []
