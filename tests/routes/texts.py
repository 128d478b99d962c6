"""The texts that people read on a page, and which of them nobody has translated."""

import re
from collections.abc import Iterator
from zoneinfo import available_timezones

from django.apps import apps
from django.db import models

from games.titles import starters
from scoring.conventions.profile_text import read_categories
from tests.routes.reading import PageReader
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, visitor
from tournaments.access.shared import sharing_of
from tournaments.adjudicator.queries import games_here
from tournaments.models import Ranking

ENGLISH = re.compile(r"[A-Za-z]{3,}")
#: The pseudo-language writes each vowel twice, most of them with an accent.
PSEUDO = re.compile(r"([áéîöûý])\1")
#: Nobody reads what stands in these, or it is code.
UNREAD = {"script", "style", "code", "pre", "kbd", "textarea"}
READ_ALOUD = re.compile("aria-label|title|placeholder|alt|data-(words|on|off).*")
EMPTY = {"input", "br", "img", "meta", "link", "hr", "source", "col", "use", "wbr"}
#: What nobody translates inside a text: addresses, and the places of values.
NO_WORDS = re.compile(r"https?://\S+|\{\w+\}")
#: Names, which are the same in every language, and the word for those who cannot read the others.
NAMES = {"Roundhouse", "English", "API", "CSV", "JSON", "(Language)"}


def names_of_data() -> Iterator[str]:
    """Names of games, of their boards, and of the towns of time zones."""
    for game in games_here().values():
        yield game.name
        yield from (pack.title for pack in game.packs if game.is_printable)
    yield from (starter.name for starter in starters())
    yield from (
        part.replace("_", " ") for zone in available_timezones() for part in zone.split("/")
    )


class Texts(PageReader):
    """The texts that people read on a page, or hear of it."""

    def __init__(self, html: str) -> None:
        self.open: list[str] = []
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attributes:
            if READ_ALOUD.fullmatch(name) and value:
                self._add(value)

    def handle_endtag(self, tag):
        while tag in self.open and self.open.pop() != tag:
            pass

    def handle_data(self, text):
        if not UNREAD & set(self.open):
            self._add(text)

    def _add(self, text):
        if ENGLISH.search(NO_WORDS.sub("", text)):
            self.found.append(" ".join(text.split()))


def typed() -> Iterator[str]:
    """All that people typed in: names, reasons, notes."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, (models.CharField, models.TextField))
            if is_text and not field.choices:
                yield from model.objects.values_list(field.attname, flat=True)
    for text in Ranking.objects.values_list("categories", flat=True):
        yield from read_categories(text).values()


def page(name: str, role: str, world) -> str:
    """A page as somebody reads it; empty where there is none."""
    address = address_of(name, world)
    answer = visitor(role, world, ROUTES[name]).get(
        address, {"own": "page"} if sharing_of(address) else {}
    )
    is_page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return answer.text if is_page else ""


def names() -> re.Pattern:
    """Texts that are the same in every language, as one pattern."""
    found = {*filter(None, typed()), *names_of_data(), *NAMES}
    return re.compile("|".join(map(re.escape, sorted(found, key=len, reverse=True))))


def may_be_english(text: str, known: re.Pattern) -> bool:
    """Whether a text that was asked for in the pseudo-language has words that are no data."""
    return not PSEUDO.search(text) and bool(ENGLISH.search(known.sub(" ", text)))


def untranslated(english: str, said: str, known: re.Pattern) -> set[str]:
    """The texts of a page that are the same in both languages and are none of the known."""
    same = {*Texts(said).found} & {*Texts(english).found}
    return {text for text in same if ENGLISH.search(known.sub(" ", text))}
