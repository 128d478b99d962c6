"""Texts for people use the words of the glossary, and are ready to be translated.

What a guide has people press, or look for, is among them.
"""

import re
from collections.abc import Iterator

import pytest

from tests.screen_texts import GUIDES, ROOT, texts
from tournaments.help import guides

ROW = re.compile(r"^\| (?P<say>[^|]+) \| [^|]+ \| (?P<never>[^|]+) \|$", re.MULTILINE)
UNNAMED = re.compile(r"%[sdr]")
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


def retired() -> Iterator[tuple[str, str]]:
    """The words that the glossary retires, each with the term to say instead."""
    for row in ROW.finditer((ROOT / "docs" / "glossary.md").read_text("utf-8")):
        for word in row["never"].split(","):
            if word.strip() not in {"", "not", "---"}:
                yield word.strip(), row["say"]


def test_no_text_says_a_word_that_the_glossary_retired():
    words = list(retired())
    assert words
    said = [(re.escape(word.lower()), say) for word, say in words]
    # Nearly every text has none of them, which one look shows.
    any_of = re.compile(rf"\b(?:{'|'.join(word for word, _say in said)})s?\b")
    found = [
        f"say {say}: {text.path}: {use[0]}"
        for text in texts()
        if any_of.search(text.words)
        for word, say in said
        for use in re.finditer(rf"\b{word}s?\b", text.words)
    ]
    assert not found, "\n" + "\n".join(found)


def test_no_text_is_put_together_from_parts():
    assert not [text for text in texts() if text.glue]


def test_what_is_filled_in_has_a_name():
    assert not [text for text in texts() if UNNAMED.search(text.text)]


def test_no_text_begins_or_ends_with_a_space():
    plain = (text for text in texts() if text.path.startswith(("tournaments/", "config/")))
    assert not [text for text in plain if text.text != text.text.strip()]


def test_the_texts_are_read_from_everywhere():
    paths = {text.path.split("/")[0] for text in texts()}
    assert {"tournaments", "templates", "games", "scoring", "pairing", "docs", "README.md"} <= paths
    assert len(texts()) > 2000


# --- What guides have people press ---------------------------------------------------------------


@pytest.fixture(scope="module")
def words():
    """All texts of the site in one, and as patterns those in which something is filled in."""
    found = (one for one in texts() if one.path not in GUIDES)
    said = {re.sub(r"\s+", " ", one.text).casefold() for one in found}
    patterns = {
        re.compile(".+".join(map(re.escape, FILLED.split(text))))
        for text in said
        if FILLED.search(text) and re.search(r"[a-z]{3}", FILLED.sub("", text))
    }
    return "\n".join(said), patterns


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
