"""Translations: all that people read is found, and every catalogue has the whole of it."""

import os
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext, to_locale

from games.texts import TN, T
from server import catalogues as compiled
from server.paths import BASE_DIR, LOCALE_DIR
from tests.messages import catalogues, pseudo
from tests.messages.extracting import Message, messages, of_module, of_template
from tournaments.texts import say

CODE = """
from django.utils.translation import gettext as _now, pgettext_lazy
_now("Now")
pgettext_lazy("a card", "Turn")
T("You have {coins} left.", coins=T("no {thing}", thing=x))
texts.TN("{n} car", "{n} cars", many)
other("Not this")
gettext(text)
gettext("")
"""
TEMPLATE = """
<p title="{% translate "Seat" %}">{{ name|default:_("it's (open)") }}</p>
{% blocktranslate count n=cars trimmed %}
  {{ n }} car of 100 %
{% plural %}
  {{ n }} cars of 100 %
{% endblocktranslate %}
{% translate "Turn" context "a card" %}
"""


@pytest.fixture
def german(tmp_path):
    """A catalogue of three texts, of which none is translated."""
    path = catalogues.path_of("de", tmp_path)
    path.parent.mkdir(parents=True)
    catalogue = catalogues.opened(path)
    catalogues.update(catalogue, THREE)
    catalogue.save(str(path))
    return path


HELLO, CARS = Message("Hello, <b>{name}</b>."), Message("{n} car", "{n} cars")
SEAT = Message("%(seat)s is free.", context="a seat")
THREE = {HELLO: ["games/a.py"], CARS: ["games/a.py"], SEAT: ["templates/b.html"]}
RIGHT = {
    HELLO: "Hallo <b>{name}</b>.",
    CARS: ["{n} Wagen", "{n} Wagen"],
    SEAT: "%(seat)s ist frei.",
}


def translated(path: Path, texts: dict) -> polib.POFile:
    """Fill these translations in."""
    catalogue = catalogues.opened(path)
    for message, text in texts.items():
        entry = catalogue.find(message.text, msgctxt=message.context or False)
        if message.plural:
            entry.msgstr_plural = dict(enumerate(text))
        else:
            entry.msgstr = text
    catalogue.save(str(path))
    return catalogue


def faults(path: Path, wanted=THREE) -> list[str]:
    return list(catalogues.faults(path, wanted))


# --- What is found --------------------------------------------------------------------------------


def test_texts_of_code_are_found_by_whatever_name_their_function_has():
    assert list(of_module(CODE)) == [
        Message("Now"),
        Message("Turn", context="a card"),
        Message("You have {coins} left."),
        Message("{n} car", "{n} cars"),
        Message("no {thing}"),
    ]


def test_texts_of_templates_are_found_as_django_looks_them_up():
    assert list(of_template(TEMPLATE, "page.html")) == [
        Message("Seat"),
        Message("it's (open)"),
        Message("%(n)s car of 100 %%", "%(n)s cars of 100 %%"),
        Message("Turn", context="a card"),
    ]


def test_texts_are_found_everywhere():
    folders = {path.split("/")[0] for paths in messages().values() for path in paths}
    assert folders >= {"games", "scoring", "server", "templates", "tournaments"}


# --- A catalogue ----------------------------------------------------------------------------------


def test_each_language_has_all_texts_and_each_is_right():
    offered = {to_locale(code) for code, _name in settings.LANGUAGES if code != "en"}
    locales = catalogues.locales(LOCALE_DIR)
    assert offered <= {*locales}  # one is written before it is offered
    wrong = [
        fault
        for locale in locales
        for fault in catalogues.faults(catalogues.path_of(locale, LOCALE_DIR), messages())
    ]
    assert wrong == [], "\n".join(["`make messages`, then translate:", *wrong])


def test_a_whole_catalogue_has_no_fault(german):
    translated(german, RIGHT)
    assert faults(german) == []


def test_a_text_without_a_translation_is_missing(german):
    translated(german, RIGHT | {CARS: ["{n} Wagen", ""], HELLO: ""})
    assert faults(german) == [f"de: missing: {HELLO.text!r}", "de: missing: '{n} car'"]


def test_a_text_that_no_catalogue_has_yet_is_missing(german):
    translated(german, RIGHT)
    assert faults(german, THREE | {Message("New"): ["games/c.py"]}) == ["de: missing: 'New'"]


def test_a_text_that_is_gone_is_unused_and_keeps_its_translation(german):
    catalogue = translated(german, RIGHT)
    left = {message: THREE[message] for message in (CARS, SEAT)}
    assert faults(german, left) == [f"de: unused: {HELLO.text!r}"]
    catalogues.update(catalogue, left)
    catalogue.save(str(german))
    assert faults(german, left) == [f"de: unused: {HELLO.text!r}"]
    assert f'#~ msgstr "{RIGHT[HELLO]}"' in german.read_text("utf-8")


def test_a_translation_that_somebody_doubts_is_named(german):
    catalogue = translated(german, RIGHT)
    catalogue.find(HELLO.text).flags.append("fuzzy")
    catalogue.save(str(german))
    assert faults(german) == [f"de: fuzzy: {HELLO.text!r}"]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (HELLO, "Hallo, <b>{nane}</b>."),
        (HELLO, "Hallo, <b>du</b>."),
        (HELLO, "Hallo, <i>{name}</i>."),
        (CARS, ["{n} Wagen", "{m} Wagen"]),
        (SEAT, "%(place)s ist frei."),
        (SEAT, "%(seat) ist frei."),
    ],
)
def test_placeholders_and_tags_are_those_of_the_english(german, message, text):
    translated(german, RIGHT | {message: text})
    assert [fault for fault in faults(german) if message.text in fault]


def test_a_new_text_keeps_the_translations_and_the_order_of_the_code(german):
    catalogue = translated(german, RIGHT)
    catalogues.update(catalogue, {Message("New"): ["games/_.py"], **THREE})
    assert [entry.msgid for entry in catalogue] == ["New", HELLO.text, CARS.text, SEAT.text]
    assert catalogue.find(HELLO.text).msgstr == RIGHT[HELLO]


def test_a_language_that_django_does_not_know_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no language xx"):
        catalogues.opened(catalogues.path_of("xx", tmp_path))


def test_the_image_keeps_the_texts_of_django_in_each_language():
    dockerfile = (BASE_DIR / "docker" / "Dockerfile").read_text("utf-8")
    for code, _name in settings.LANGUAGES:
        assert f"! -path '*/{to_locale(code)}/*'" in dockerfile


def test_the_cache_of_nginx_keeps_a_page_for_each_language():
    configuration = (BASE_DIR / "docs" / "nginx.conf").read_text("utf-8")
    offered = "|".join(code for code, _name in settings.LANGUAGES)
    assert configuration.count(f"{offered})") == 2  # of the browser, and of the cookie


# --- What the site says ---------------------------------------------------------------------------


def test_a_catalogue_is_compiled_when_it_is_newer_than_what_was_made_of_it(german, settings):
    translated(german, RIGHT)
    compiled.compile_all(german.parents[2])
    settings.LOCALE_PATHS = [german.parents[2]]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    with translation.override("de"):
        assert gettext(HELLO.text) == RIGHT[HELLO]
        assert ngettext(*CARS[:2], 2) == "{n} Wagen"
        assert say(TN("{n} car", "{n} cars", 3)) == "3 Wagen"
        assert say(T("Hello, <b>{name}</b>.", name="Ann")) == "Hallo <b>Ann</b>."
    made = german.with_suffix(".mo").stat()
    compiled.compile_all(german.parents[2])
    assert german.with_suffix(".mo").stat() == made


def test_what_one_user_compiled_another_can_read(german):
    translated(german, RIGHT)
    before = os.umask(0o077)  # that of a laptop's site
    try:
        compiled.compile_all(german.parents[2])
    finally:
        os.umask(before)
    assert german.with_suffix(".mo").stat().st_mode & 0o777 == 0o644


def forbid_writing(monkeypatch):
    def refuse(path, _data):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_bytes", refuse)


def test_where_nothing_can_be_written_the_site_starts_with_the_texts_that_it_has(
    german, settings, monkeypatch, caplog
):
    translated(german, RIGHT)
    folder = german.parents[2]
    compiled.compile_all(folder)
    translated(german, RIGHT | {HELLO: "Guten Tag, <b>{name}</b>."})
    newer = german.with_suffix(".mo").stat().st_mtime_ns + 10**9
    os.utime(german, ns=(newer, newer))
    forbid_writing(monkeypatch)
    compiled.compile_all(folder)
    assert "django.po could not be compiled" in caplog.text
    settings.LOCALE_PATHS, settings.LANGUAGES = [folder], [("en", "English"), ("de", "Deutsch")]
    with translation.override("de"):
        assert gettext(HELLO.text) == RIGHT[HELLO]


def test_without_any_compiled_texts_it_starts_in_english(german, settings, monkeypatch, caplog):
    translated(german, RIGHT)
    forbid_writing(monkeypatch)
    compiled.compile_all(german.parents[2])
    assert "django.po could not be compiled" in caplog.text
    settings.LOCALE_PATHS = [german.parents[2]]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    with translation.override("de"):
        assert gettext(HELLO.text) == HELLO.text


# --- The pseudo-language --------------------------------------------------------------------------


def test_the_pseudo_language_has_every_text_longer_by_two_fifths_and_whole(tmp_path):
    path = pseudo.write(tmp_path)
    assert list(catalogues.faults(path, pseudo.messages())) == []
    catalogue = catalogues.opened(path)
    assert sum(entry.msgstr == entry.msgid for entry in catalogue) < len(catalogue) / 50
    for entry in catalogue:
        text = entry.msgstr or entry.msgstr_plural[0]
        if text == entry.msgid:
            continue
        assert len(text) >= pseudo.LONGER * len(entry.msgid)
        assert re.fullmatch(r"\[.*\]", text, re.DOTALL)


def test_the_pseudo_language_leaves_texts_without_a_word_as_they_are():
    for text in ("{name}", "%(number)s %%", ", ", "<b>{n}</b>"):
        assert pseudo.pseudo(text) == text


def test_the_pseudo_language_leaves_what_is_filled_in_and_tags_as_they_are():
    text = '<a href="/e/">Seats</a> of {name}: %(n)s&nbsp;%%'
    said = pseudo.pseudo(text)
    assert said.startswith('[<a href="/e/">Šééáátš</a> ööf {name}: %(n)s&nbsp;%%')
