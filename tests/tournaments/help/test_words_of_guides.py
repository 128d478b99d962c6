"""The words that a guide has people press, or look for, are words of the site."""

import re

import pytest
from django.conf import settings

from tests.screen_texts import of_code, of_rules, of_templates
from tournaments.help import guides

ROOT = settings.BASE_DIR
#: In a guide the words of the site are in italics, with an arrow from one to the next.
STRONG, ITALICS = re.compile(r"\*\*.*?\*\*|`[^`]*`"), re.compile(r"\*([^*]+)\*")
ARROW = re.compile(r"\s*→\s*")
#: What is filled in, in a text of the site.
FILLED = re.compile(r"\{\{.*?\}\}|\{\w+\}|\{%.*?%\}|%\(\w+\)s")
#: Those of a phone, of a points scheme's file, and of texts that are put together.
OTHERS = {
    "add to home screen", "share", "win, draw, loss", "3 more", "table 24, room b",
    "start with the 9 categories of totalcon 2011",
    "roundhouse placement with a close-game bonus",
}  # fmt: skip


@pytest.fixture(scope="module")
def words():
    """All texts of the site in one, and as patterns those in which something is filled in."""
    found = [*of_code(ROOT), *of_templates(ROOT), *of_rules(ROOT)]
    texts = {re.sub(r"\s+", " ", one.text).casefold() for one in found}
    patterns = {
        re.compile(".+".join(map(re.escape, FILLED.split(text))))
        for text in texts
        if FILLED.search(text) and re.search(r"[a-z]{3}", FILLED.sub("", text))
    }
    return "\n".join(texts), patterns


def test_the_words_that_a_guide_names_are_on_the_site(words):
    unknown = {name: not_on_the_site(name, *words) for name in guides.names() if name != "windows"}
    assert {name: found for name, found in unknown.items() if found} == {}


def not_on_the_site(name, whole, patterns):
    """The words that a guide has people press, and that no text of the site is."""
    guide = re.sub(r"\s+", " ", (guides.FOLDER / f"{name}.md").read_text("utf-8"))
    named = {
        part.strip().casefold()
        for italics in ITALICS.findall(STRONG.sub("", guide))
        for part in ARROW.split(italics)
    }

    return [
        word
        for word in sorted(named - OTHERS)
        if word not in whole and not any(one.fullmatch(word) for one in patterns)
    ]
