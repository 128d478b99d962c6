"""No page of the site asks another server for anything."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.routes.reading import PageReader

STATIC = Path(settings.BASE_DIR) / "static"
#: Attributes with an address that a browser asks for by itself. Links wait for a click.
ASKED_FOR = {
    "src",
    "srcset",
    "poster",
    "data",
    "action",
    "formaction",
    "background",
    "ping",
    "xlink:href",
}
LINKS = {"a", "area"}
IN_STYLES = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", re.IGNORECASE)
IN_SCRIPTS = re.compile(r"""["'`](?:https?:|wss?:)?//[^"'`\s]""")
OWN = {"", "data"}


def is_foreign(address):
    parts = urlsplit(address.strip())
    return bool(parts.netloc) or parts.scheme not in OWN


class Addresses(PageReader):
    """Every address that a browser asks for when it shows a page."""

    def __init__(self, html):
        self.found = []
        self._is_style = False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self._is_style = tag == "style"
        for name, value in attributes:
            if name == "srcset":
                self.found += [one.split()[0] for one in (value or "").split(",") if one.strip()]
            elif name in ASKED_FOR or (name == "href" and tag not in LINKS):
                self.found.append(value or "")
            elif name == "style" or name in {"fill", "filter", "mask", "clip-path"}:
                self.found += IN_STYLES.findall(value or "")
            elif tag == "meta" and name == "content" and "url=" in (value or "").lower():
                self.found.append(value.lower().partition("url=")[2])

    def handle_data(self, data):
        if self._is_style:
            self.found += IN_STYLES.findall(data)


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_a_style_sheet_asks_nobody_else(path):
    assert [one for one in IN_STYLES.findall(path.read_text()) if is_foreign(one)] == []


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.js")), ids=lambda path: path.name)
def test_a_script_names_no_other_server(path):
    named = [one for one in IN_SCRIPTS.findall(path.read_text()) if "www.w3.org" not in one]
    assert named == []


@pytest.mark.parametrize(
    "html",
    [
        '<img src="https://cdn.example/x.png">',
        '<script src="//cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="http://cdn.example/x.css">',
        '<p style="background: url(https://cdn.example/x.png)">',
        "<style>@import 'https://cdn.example/x.css';</style>",
        '<img srcset="/a.png 1x, https://cdn.example/b.png 2x">',
        '<meta http-equiv="refresh" content="0; url=https://evil.example/">',
        '<form action="https://evil.example/"></form>',
    ],
)
def test_such_a_request_would_be_found(html):
    assert any(is_foreign(one) for one in Addresses(html).found)
