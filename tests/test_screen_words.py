"""Texts for people use the words of the glossary, and are ready to be translated."""

import re
from collections.abc import Iterator

from tests.screen_texts import ROOT, texts

ROW = re.compile(r"^\| (?P<say>[^|]+) \| [^|]+ \| (?P<never>[^|]+) \|$", re.MULTILINE)
UNNAMED = re.compile(r"%[sdr]")


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
