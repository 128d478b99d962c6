"""Finding a paragraph of the help by its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.help.blocks import Block
from tournaments.help.guides import Guide, contents, guides

#: So many paragraphs are listed; more words find fewer.
MOST_FOUND = 30
LONGEST_SEARCH = 120
#: So many letters of a paragraph are shown, from some before the first word that was sought.
SHOWN, BEFORE = 240, 60
#: No word is cut, where words are no longer than this: some languages write none apart.
LONGEST_WORD = 30
#: From here on are the scripts of East Asia.
FIRST_WITHOUT_SPACES = "\u3000"


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

    Guides in the reader's language come first. Then paragraphs under a heading in which words begin
    so, those in which they do, and those that have what was typed within other words.
    """
    words = sought[:LONGEST_SEARCH].casefold().split()
    ranked = sorted(_found(words), key=lambda one: one[0]) if words else []
    shown = tuple(
        Found(guide, block, excerpt(block.text, words))
        for _rank, guide, block in ranked[:MOST_FOUND]
    )
    return Search(shown, len(ranked))


def _found(words: list[str]) -> Iterator[tuple[tuple[bool, int], Guide, Block]]:
    language = contents().language
    for guide in guides():
        for block in guide.blocks:
            rank = _rank(words, block.heading.text.casefold(), block.text.casefold())
            if rank is not None:
                yield (guide.language != language, rank), guide, block


def _rank(words: list[str], heading: str, text: str) -> int | None:
    """How well a paragraph answers: 0 is best; None: it lacks a word."""
    both = f"{heading}\n{text}"
    if not all(word in both for word in words):
        return None
    for rank, place in enumerate((heading, text, both)):
        if all(_begins(word, place) for word in words):
            return rank
    return 3


def _begins(word: str, text: str) -> bool:
    """Whether a word of the text begins so; where no spaces part words, whether the text has it."""
    if word[0] >= FIRST_WITHOUT_SPACES:
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


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
