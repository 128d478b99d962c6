"""Finders of what the tests of rendered pages look for in them."""

import re

from tests.routes.reading import PageReader

#: A name that is written from right to left.
HEBREW = "דנה"
#: A label is a box of its own.
ALONE = re.compile(rf"{HEBREW} \d+")
#: No other direction can be given there: a browser shows plain text, or gives each its own.
PLAIN = {"title", "option", "script", "textarea", "style"}
EMPTY = {"input", "br", "img", "meta", "link", "hr", "source", "col", "use", "wbr"}


def is_sent(of):
    """Whether a browser sends a control that nobody touches."""
    return of.get("type") not in ("checkbox", "radio", "file") or "checked" in of


class Forms(PageReader):
    """The forms of a page that write: where each is sent, and with which hidden and set values."""

    def __init__(self, html):
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


class Contradictions(PageReader):
    """The fields of a page that are called optional, and refused all the same."""

    def __init__(self, html):
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


class Bare(PageReader):
    """The texts of a page in which the name stands beside something, and is not isolated."""

    def __init__(self, html):
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
