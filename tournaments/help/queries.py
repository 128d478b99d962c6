"""Finding a paragraph of the help by its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.help.blocks import Block
from tournaments.help.guides import Guide, guides

#: So many paragraphs are listed; more words find fewer.
MOST_FOUND = 30
LONGEST_SEARCH = 120
#: So many letters of a paragraph are shown, from some before the first word that was sought.
SHOWN, BEFORE = 240, 60
#: No word is cut, where words are no longer than this: some languages write none apart.
LONGEST_WORD = 30


@dataclass(frozen=True, slots=True)
class Found:
    """A paragraph with all of the words: its guide, where it is, and a part of it."""

    guide: Guide
    block: Block
    excerpt: SafeString


@dataclass(frozen=True, slots=True)
class Search:
    """The paragraphs found, the best first, and how many there are in all."""

    shown: tuple[Found, ...]
    number: int


def search(sought: str) -> Search:
    """Paragraphs that have all of these words, in themselves or in their heading.

    Those under a heading that has all of them come first, then those that have all themselves.
    """
    words = sought[:LONGEST_SEARCH].casefold().split()
    ranked = sorted(_found(words), key=lambda one: one[0]) if words else []
    shown = tuple(
        Found(guide, block, excerpt(block.text, words))
        for _rank, guide, block in ranked[:MOST_FOUND]
    )
    return Search(shown, len(ranked))


def _found(words: list[str]) -> Iterator[tuple[int, Guide, Block]]:
    for guide in guides():
        for block in guide.blocks:
            heading, text = block.heading.text.casefold(), block.text.casefold()
            if all(word in heading for word in words):
                yield 0, guide, block
            elif all(word in text for word in words):
                yield 1, guide, block
            elif all(word in text or word in heading for word in words):
                yield 2, guide, block


def excerpt(text: str, words: list[str]) -> SafeString:
    """The part of a text around the first of the words, with all of them marked."""
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    first = pattern.search(text)
    start = max(0, first.start() - BEFORE) if first else 0
    start = _between_words(text, start)
    end = _between_words(text, min(start + SHOWN, len(text)))
    part = text[start:end].strip()
    marked, at = "", 0
    for found in pattern.finditer(part):
        marked += f"{escape(part[at : found.start()])}<mark>{escape(found[0])}</mark>"
        at = found.end()
    whole = f"{'… ' if start else ''}{marked}{escape(part[at:])}{' …' if end < len(text) else ''}"
    return mark_safe(whole)  # noqa: S308  # each part of it is escaped above


def _between_words(text: str, at: int) -> int:
    """The end of the last word before this place, or the place itself if no word ends near it."""
    if at in (0, len(text)):
        return at
    space = text.rfind(" ", max(0, at - LONGEST_WORD), at + 1)
    return at if space < 0 else space
