"""Pages that several tests read, each taken apart once."""

from functools import lru_cache
from html.parser import HTMLParser

#: As many as the tests of one file read, and their copies in a second language.
PAGES = 1_000


class _Pieces(HTMLParser):
    """The tags and texts of a page, each with the name of the method that takes it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple] = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append(("handle_starttag", tag, attributes))

    def handle_endtag(self, tag):
        self.found.append(("handle_endtag", tag))

    def handle_data(self, text):
        self.found.append(("handle_data", text))


@lru_cache(PAGES)
def pieces(html: str) -> list[tuple]:
    return _Pieces(html).found


class PageReader:
    """Like HTMLParser, except that a page which others have read is not taken apart again."""

    def feed(self, html: str) -> None:
        for method, *what in pieces(html):
            getattr(self, method)(*what)

    def handle_starttag(self, tag, attributes): ...

    def handle_endtag(self, tag): ...

    def handle_data(self, text): ...
