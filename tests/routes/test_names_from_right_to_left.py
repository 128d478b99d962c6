"""A name that is written from right to left turns nothing round that stands beside it."""

import re
from html.parser import HTMLParser

import pytest
from django.db import transaction

from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.access.shared import sharing_of
from tournaments.models import Player

pytestmark = [pytest.mark.once, pytest.mark.django_db]

HEBREW = "דנה"
#: A label is a box of its own.
ALONE = re.compile(rf"{HEBREW} \d+")
#: No other direction can be given there: a browser shows plain text, or gives each its own.
PLAIN = {"title", "option", "script", "textarea", "style"}
EMPTY = {"input", "br", "img", "meta", "link", "hr", "source", "col", "use", "wbr"}


class Bare(HTMLParser):
    """The texts of a page in which the name stands beside something, and is not isolated."""

    def __init__(self, html):
        super().__init__()
        self.open, self.found = [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text):
        is_alone_in_label = self.open[-1:] == ["label"] and ALONE.fullmatch(text.strip())
        if HEBREW in text and not is_alone_in_label and not {"bdi", *PLAIN} & set(self.open):
            self.found.append(" ".join(text.split())[:80])


def page(name, world):
    """A page as an owner reads it; empty where there is none."""
    address = address_of(name, world)
    answer = visitor("owner", world, ROUTES[name]).get(
        address, {"own": "page"} if sharing_of(address) else {}
    )
    is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return answer.text if is_page else ""


def test_a_hebrew_name_is_isolated_on_every_page(world):
    seen, bare = 0, {}
    with rolled_back_later():
        for number, player in enumerate(Player.objects.order_by("pk"), start=1):
            Player.objects.filter(pk=player.pk).update(name=f"{HEBREW} {number:03}")
        for name, route in ROUTES.items():
            if route.get.get("owner", route.get["nobody"]) != 200:
                continue
            text = page(name, world)
            seen += HEBREW in text
            if found := Bare(text).found:
                bare[name] = found[:3]
        transaction.set_rollback(True)
    assert seen > 30
    assert bare == {}
