"""Catalogues of languages that only tests have."""

import struct
from pathlib import Path
from typing import Any

MAGIC = 0x950412DE
HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def add_language(settings: Any, folder: Path, texts: dict[str, str], language: str = "de") -> None:
    """Let the site know another language, with these texts and no others of its own."""
    write_catalogue(folder, language, texts)
    settings.LANGUAGES = [("en", "English"), (language, language)]
    settings.LOCALE_PATHS = [folder]


def write_catalogue(folder: Path, language: str, texts: dict[str, str]) -> None:
    """Write a catalogue for gettext: what is said for each English text.

    The two forms of a plural, of both languages, have a NUL between them.
    """
    pairs = sorted((one.encode(), other.encode()) for one, other in ({"": HEADER} | texts).items())
    head, tables, body = 7 * 4, [b"", b""], b""
    start = head + 2 * 8 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(body))
            body += pair[column] + b"\0"
    counts = (MAGIC, 0, len(pairs), head, head + 8 * len(pairs), 0, 0)
    file = folder / language / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(struct.pack("<7I", *counts) + b"".join(tables) + body)
