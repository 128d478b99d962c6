"""Days in words, as each language says them."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone, translation

from server.paths import LOCALE_DIR
from tests.messages.catalogues import locales
from tournaments import wording
from tournaments.days import FORMS, in_words

DAY = date(2026, 11, 28)
TEMPLATES = Path(__file__).parents[2] / "templates"
SAID = {
    "en": ("Saturday, 28 November", "28 November 2026", "28 Nov 2026", "Sat 28 Nov", "Sat"),
    "de": ("Samstag, 28. November", "28. November 2026", "28. Nov. 2026", "Sa, 28. Nov.", "Sa"),
    "fr": ("samedi 28 novembre", "28 novembre 2026", "28 nov. 2026", "sam. 28 nov.", "sam."),
    "ja": ("11月28日（土）", "2026年11月28日", "2026年11月28日", "11月28日（土）", "土曜"),
    "en-xa": ("Saturday, 28 November", "28 November 2026", "28 Nov 2026", "Sat 28 Nov", "Sat"),
}
SPANS = {
    "en": "28 November to 29 November 2026",
    "de": "28. November to 29. November 2026",
    "fr": "28 novembre to 29 novembre 2026",
    "ja": "2026年11月28日 to 11月29日",
}


@pytest.mark.parametrize("language", SAID)
def test_a_day_is_said_as_the_language_says_it(language):
    forms = ("l, j F", "j F Y", "j M Y", "D j M", "D")
    with translation.override(language):
        assert tuple(in_words(DAY, form) for form in forms) == SAID[language]


@pytest.mark.parametrize("language", SPANS)
def test_a_span_has_its_year_once_where_the_language_says_it(language):
    with translation.override(language):
        first, last = in_words(DAY, "j F -"), in_words(DAY.replace(day=29), "- j F Y")
    assert f"{first} to {last}" == SPANS[language]


def test_the_first_of_a_month_is_said_as_french_says_it():
    with translation.override("fr"):
        assert in_words(DAY.replace(day=1), "j F") == "1er novembre"
        assert in_words(DAY.replace(day=11), "j F") == "11 novembre"


def test_a_moment_has_the_day_of_the_event():
    late = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)
    with timezone.override("Europe/Berlin"):
        assert in_words(late, "j F") == "29 November"


@pytest.mark.parametrize("language", SAID)
def test_the_hours_of_the_event_are_those_of_every_language(language):
    at = datetime(2026, 11, 28, 14, 5, tzinfo=UTC)
    with translation.override(language), timezone.override(UTC):
        assert wording.clock_time(at) == "14:05"
        with wording.hours_of(clock_12h=True):
            assert wording.clock_time(at) == "2:05 PM"


def test_every_language_has_every_form():
    """Those of catalogues, and those that the site offers; English has the forms themselves."""
    offered = {code for code, _name in settings.LANGUAGES} - {"en", "en-xa"}
    assert FORMS.keys() >= offered | {locale.partition("_")[0] for locale in locales(LOCALE_DIR)}
    said = {
        form
        for path in TEMPLATES.rglob("*.*")
        for form in re.findall(r'\|day:"([^"]+)"', path.read_text("utf-8"))
    }
    assert said
    for language, forms in FORMS.items():
        assert said <= forms.keys(), language
        assert forms.keys() == FORMS["de"].keys(), language
