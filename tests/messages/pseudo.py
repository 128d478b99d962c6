"""``en-XA``: English that is no English, to see what is not translated and what has no room.

Each vowel is written twice, every letter has an accent where Latin has one, and a text stands in
brackets: it is longer by two fifths or more, as German is, and its end is seen. What is filled in,
tags and entities stay as they are. What Django says itself is translated too, as it is in any other
language.
"""

import math
import re
from functools import cache
from pathlib import Path

import polib

from server import catalogues as compiled
from server.paths import BASE_DIR
from tests.messages import catalogues
from tests.messages.extracting import Message

LOCALE, LANGUAGE = "en_XA", "en-xa"
#: A text is at least so many times as long as the English one.
LONGER = 1.4
VOWELS = "aeiouyAEIOUY"
ACCENTS = str.maketrans(
    "aceginosuyzACDEGINOSUYZ",
    "áçéğîñöšûýžÅÇÐÉĞÎÑÖŠÛÝŽ",
)  # fmt: skip
#: What no translation may change: placeholders, tags with their attributes, entities.
KEPT = re.compile(r"(\{\w*\}|%(?:\(\w+\))?[a-z]|%%|<[^<>]+>|&#?\w+;)")
DJANGOS_ACCOUNTS = catalogues.DJANGOS.parents[1] / "contrib" / "auth" / "locale"
LETTER = re.compile(r"[^\W\d_]")
FILLER = "ööööö "


def pseudo(text: str) -> str:
    """A text in the pseudo-language."""
    parts = KEPT.split(text)
    if not LETTER.search("".join(parts[::2])):
        return text  # nobody could say it otherwise
    parts[::2] = [_accented(part) for part in parts[::2]]
    words = "".join(parts)
    lacking = math.ceil(len(text) * LONGER) - len(words) - len("[]")
    if lacking <= 0:
        return f"[{words}]"
    return f"[{words} {(FILLER * lacking)[: max(0, lacking - 2)]}{FILLER[0]}]"


def _accented(part: str) -> str:
    doubled = "".join(letter * 2 if letter in VOWELS else letter for letter in part)
    return doubled.translate(ACCENTS)


@cache
def messages() -> dict[Message, list[str]]:
    """All messages of the site, and those of Django that it shows.

    Those of the site are read in the catalogue of a language, which tests/test_messages.py holds
    against the code: to find them there takes twenty times as long.
    """
    folders = (BASE_DIR / "locale", catalogues.DJANGOS, DJANGOS_ACCOUNTS)
    paths = (
        catalogues.path_of(locale, folder)
        for locale, folder in zip(("de", "en", "en"), folders, strict=True)
    )
    return {
        catalogues.message_of(entry): [path for path, _line in entry.occurrences]
        for path in paths
        for entry in polib.pofile(str(path))
    }


def write(folder: Path) -> Path:
    """Write the catalogue of the pseudo-language below a folder, and compile it."""
    path = catalogues.path_of(LOCALE, folder)
    path.unlink(missing_ok=True)
    catalogue = catalogues.opened(path)
    catalogues.update(catalogue, messages())
    _translate(catalogue)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(path))
    compiled.compile_all(folder)
    return path


def _translate(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: pseudo(entry.msgid), 1: pseudo(entry.msgid_plural)}
        else:
            entry.msgstr = pseudo(entry.msgid)
