"""An archive that is opened from a folder, with the network off: axe finds nothing on its pages."""

import pytest

from tests.pages.axe import violations

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.long]


def one_of_each_kind(kept):
    """A page of each folder and depth: those of two players look alike."""
    found = {}
    for path in sorted(kept.rglob("*.html")):
        parts = path.relative_to(kept).parts
        found.setdefault(tuple("1" if part.isdigit() else part for part in parts), path)
    return [path for kind, path in found.items() if kind[0] != "table" or path.name == "index.html"]


def test_axe_finds_nothing_and_nothing_is_missing(kept, browser):
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page, found = context.new_page(), []
    page.on("requestfailed", lambda request: found.append(request.url))
    page.on("console", lambda message: found.append(message.text))
    pages = one_of_each_kind(kept)
    assert len(pages) > 10
    for path in pages:
        page.goto(path.as_uri())
        found += [(path.relative_to(kept).as_posix(), words) for words in violations(page)]
    context.close()
    assert found == []
