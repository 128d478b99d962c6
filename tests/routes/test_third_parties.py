"""No page of the site asks another server for anything."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor

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
OK = 200
POLICY = "Content-Security-Policy"
#: What a policy may say without naming another server. Pictures that the site draws have styles.
WORDS = {"'self'", "'none'", "'unsafe-inline'", "data:"}


def is_foreign(address):
    parts = urlsplit(address.strip())
    return bool(parts.netloc) or parts.scheme not in OWN


class Addresses(HTMLParser):
    """Every address that a browser asks for when it shows a page."""

    def __init__(self, html):
        super().__init__()
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


def shown_to(role):
    """The pages that this role may see."""
    return sorted(name for name, route in ROUTES.items() if route.get.get(role) == OK)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "name"),
    [
        *(("nobody", name) for name in shown_to("nobody")),
        *(("owner", name) for name in sorted(set(shown_to("owner")) - set(shown_to("nobody")))),
    ],
)
def test_a_page_asks_nobody_else_for_anything(role, name, world):
    with rolled_back_later():
        response = visitor(role, world, ROUTES[name]).get(address_of(name, world))
        for close in response._resource_closers:  # response.close() would end the transaction
            close()
    if not response["Content-Type"].startswith(("text/html", "image/svg")):
        return
    assert [one for one in Addresses(response.text).found if is_foreign(one)] == []
    policy = {part.split()[0]: part.split()[1:] for part in response[POLICY].split(";")}
    assert policy["default-src"] in (["'self'"], ["'none'"])
    hosts = {word for words in policy.values() for word in words} - WORDS
    assert not hosts


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
