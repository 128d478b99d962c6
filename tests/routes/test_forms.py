"""Every form of every page brings the token against forged requests, and is accepted with it."""

from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.db import transaction
from django.test.client import ClientHandler
from django.urls import resolve

from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.access.shared import sharing_of

TOKEN = "csrfmiddlewaretoken"
OK, FORBIDDEN = 200, 403
#: The heading of the page that refuses a forged request.
FORGED = "Please send it again"
#: What Django's selects say where nothing is chosen yet. Ours say so in a word.
DASHES = ">---------<"
#: A shared page, what is personal beside it, and both as one page.
OWN = ({}, {"own": "parts"}, {"own": "page"})


def is_sent(of):
    """Whether a browser sends a control that nobody touches."""
    return of.get("type") not in ("checkbox", "radio", "file") or "checked" in of


class Forms(HTMLParser):
    """The forms of a page that write: where each is sent, and with which hidden and set values."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self._open = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        if tag == "form":
            self._open = (of.get("action") or "", {})
            if (of.get("method") or "get").lower() == "post":
                self.found.append(self._open)
        elif tag in ("input", "button") and self._open and of.get("name") and is_sent(of):
            self._open[1].setdefault(of["name"], of.get("value") or "")

    def handle_endtag(self, tag):
        if tag == "form":
            self._open = None


def forms_of(role, name, world, own):
    response = visitor(role, world, ROUTES[name]).get(address_of(name, world), own)
    if response.status_code != OK or not response["Content-Type"].startswith("text/html"):
        return {}, []
    assert DASHES not in response.text, name
    return response.cookies, Forms(response.text).found


class Contradictions(HTMLParser):
    """The fields of a page that are called optional, and refused all the same."""

    def __init__(self, html):
        super().__init__()
        self.found, self._label, self._is_optional = [], "", False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        if tag == "label":
            self._label, self._is_optional = of.get("for") or "", False
        elif of.get("class") == "field__optional":
            self._is_optional = True
        elif of.get("class") == "errorlist" and self._is_optional:
            self.found.append(self._label)


def send(role, name, world, cookies, form):
    """Whether the form is accepted as one of the site's own, and which of its fields contradict
    themselves. What it does is rolled back."""
    action, values = form
    client = visitor(role, world, ROUTES[name])
    client.handler = ClientHandler(enforce_csrf_checks=True)
    client.cookies.load({one.key: one.value for one in cookies.values()})
    with rolled_back_later():
        response = client.post(action, values)
        transaction.set_rollback(True)
    if response.streaming or not response["Content-Type"].startswith("text/html"):
        return True, []
    is_ours = response.status_code != FORBIDDEN or FORGED not in response.text
    return is_ours, Contradictions(response.text).found


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("role", ["player at this table", "owner"])
def test_every_form_of_every_page_is_accepted_as_the_sites_own(role, world):
    refused, sent = [], set()
    for name, route in ROUTES.items():
        if route.get.get(role, route.get["nobody"]) != OK:
            continue
        found = []
        for own in OWN if sharing_of(address_of(name, world)) else ({},):
            with rolled_back_later():
                cookies, forms = forms_of(role, name, world, own)
            found += [(cookies, *form) for form in forms]
        for cookies, action, values in found:
            if TOKEN not in values:
                refused.append((name, action, "has no token"))
                continue
            to = urldefrag(urljoin(address_of(name, world), action)).url
            what = (resolve(urlsplit(to).path).view_name, values.get("act", ""))
            if what in sent:
                continue
            sent.add(what)
            is_ours, contradictions = send(role, name, world, cookies, (to, values))
            if not is_ours:
                refused.append((name, action, "was refused"))
            refused += [(name, action, f"{one} is optional and missing") for one in contradictions]
    assert refused == []
    assert sent
