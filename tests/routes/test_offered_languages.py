"""Pages in the languages that the site offers: no English is left, and programs can read them."""

import re
from functools import cache

import pytest
from django.conf import settings
from django.utils import translation

from tests.examples import ALL
from tests.routes.reading import PageReader
from tests.routes.texts import READ_ALOUD, names, page, untranslated

pytestmark = [pytest.mark.once, pytest.mark.django_db]

#: All of them are read by `make thorough`; the pseudo-language shows what no language has.
OFFERED = [
    pytest.param(code, marks=() if code == "de" else pytest.mark.long)
    for code, _name in settings.LANGUAGES
    if code != "en"
]
PLAYER, OWNER = "player at this table", "owner"
#: `make test` has time for every third one.
PAGES = [
    *((name, PLAYER) for name in (
        "home", "event", "table", "me", "find", "standings", "session", "join", "call",
        "hand-report", "hand-history", "timetable", "privacy", "language", "sign-in",
    )),
    *((name, OWNER) for name in (
        "event", "hq", "clocks", "calls", "round", "round-change", "roster", "standings",
        "roster-import", "finals", "timetable-edit", "season-edit", "tournament-edit",
        "player-edit", "result-slips", "weeks", "statistics", "announcements", "rooms", "account",
    )),
][:: 1 if ALL else 3]  # fmt: skip
NAMES = "|".join(name for _code, name in settings.LANGUAGES)
#: Words that are the same in English.
SAME = {
    "de": "Code|Cookies|Excel|Export|Filter|Format|Name|Pause|Person|PIN|Problem|QR|Status"
    "|Team|Teams|Text|Tokens|Version|min|offline|optional|Finale?"
    "|Jan|Feb|April|Apr|August|Aug|September|Sept|Sep|November|Nov",
    "fr": "Code|Cookies|Divisions|E-mail|Grand prix|Notes?|Pause|PIN|Places|Points|Score|Signature"
    "|[Tt]ables?|Total",
    "ja": "PIN",
}  # fmt: skip
#: Numbers and dates as people write them in some languages: not in a style, a value or a plot.
LOCAL = re.compile(r"\d,\d|\b\d{1,2}\.\d{1,2}\.\d|\d\.\d{3}\b")


class Attributes(PageReader):
    """The values of attributes that programs read and nobody hears."""

    def __init__(self, html: str) -> None:
        self.found: set[tuple[str, str, str]] = set()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if not READ_ALOUD.fullmatch(name) and LOCAL.search(value or ""):
                self.found.add((tag, name, value))


@pytest.fixture(scope="module")
def read(world):
    """A page as somebody reads it in a language; each is made once, which is what takes time."""

    @cache
    def read(name, role, language="en"):
        with translation.override(language):
            return page(name, role, world)

    return read


# In each run test_shown_pages.py finds what is not marked for translation on any page, and
# tests/test_messages.py what a language lacks.
@pytest.mark.long
@pytest.mark.parametrize("language", OFFERED)
def test_no_page_is_english_in_part(read, language):
    known = re.compile(rf"{names().pattern}|\b(?:{NAMES}|{SAME[language]})\b")
    found = {one: untranslated(read(*one), read(*one, language), known) for one in PAGES}
    found = {page: left for page, left in found.items() if left}
    assert found == {}, "\n".join(f"{page}: {sorted(left)}" for page, left in found.items())


@pytest.mark.parametrize("language", OFFERED)
def test_programs_read_numbers_and_dates_as_in_english(read, language):
    for one in PAGES:
        assert Attributes(read(*one, language)).found <= Attributes(read(*one)).found, one


def test_every_page_leads_to_the_choice_of_a_language(read):
    assert [one for one in PAGES if 'href="/language/' not in read(*one)] == []


@pytest.mark.parametrize("language", OFFERED)
def test_a_page_says_where_corrections_go_while_no_native_speaker_has_read_it(
    world, language, settings
):
    settings.CORRECTIONS_URL = "https://example.org/issues"
    link = 'href="https://example.org/issues"'
    for unreviewed, is_said in (({language}, True), (set(), False)):
        settings.UNREVIEWED_LANGUAGES = unreviewed
        with translation.override(language):
            for name in ("home", "language"):
                assert (link in page(name, PLAYER, world)) == is_said
    assert link not in page("home", PLAYER, world)
