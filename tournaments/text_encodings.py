"""In which encoding a text file was written: what it says itself, else what reads as names.

Pure.
"""

import unicodedata
from collections.abc import Iterator

#: As the page offers them, by the name of the codec.
ENCODINGS = {
    "utf-8-sig": "UTF-8",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp932": "Shift JIS",
    "mac_roman": "Mac Roman",
}
#: Those that a file without a mark may be in, the usual one first.
_GUESSED = ("cp1252", "cp1250", "cp1251", "cp932")
_READ = 20_000


def decoded(data: bytes, codec: str) -> str | None:
    """The text of a file in an encoding; None if it cannot be that."""
    try:
        return data.decode(codec)
    except UnicodeError:
        return None


def guessed(data: bytes) -> tuple[str, str]:
    """The text and the name of the encoding."""
    if (
        data.startswith((b"\xff\xfe", b"\xfe\xff"))
        and (text := decoded(data, "utf-16")) is not None
    ):
        return text, "UTF-16"
    if (text := decoded(data, "utf-8-sig")) is not None:
        return text, "UTF-8"
    best, name = decoded(data, "cp1252"), "Windows-1252"
    most = _plausible(best) if best is not None else 0
    if best is None:
        best, name = data.decode("latin-1"), "Latin-1"
    for codec in _GUESSED[1:]:
        text = decoded(data, codec)
        if text is not None and (points := _plausible(text)) > most:
            best, name, most = text, ENCODINGS[codec], points
    return best, name


def others(data: bytes) -> Iterator[tuple[str, str]]:
    """The other encodings that a file may be in, with its text, where they read differently."""
    if data.isascii():
        return
    seen = {guessed(data)[0]}
    for codec, name in ENCODINGS.items():
        text = decoded(data, codec)
        if text is not None and text not in seen:
            seen.add(text)
            yield name, text


def _plausible(text: str) -> int:
    """How well a text reads as names: letters beside letters of their own script."""
    points, before = 0, ""
    foreign = 0
    for char in text[:_READ]:
        if char.isascii():
            before, foreign = (char if char.isalpha() else ""), 0
            continue
        if not char.isalpha():
            points -= 3
            before = ""
            continue
        script = _script(char)
        points += 1
        if before and _script(before) != script:
            points -= 3
        if before and before.islower() and char.isupper():
            points -= 2
        foreign = foreign + 1 if script == "LATIN" else 0
        if foreign > 2:  # no language of these has so many accents in a row
            points -= 2
        before = char
    return points


def _script(char: str) -> str:
    if char.isascii():
        return "LATIN"
    name = unicodedata.name(char, "").split(" ")[0]
    return "JAPANESE" if name in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} else name
