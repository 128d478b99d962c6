"""Numbers in text: what people and programs send is bounded before it is parsed.

``Fraction("1e3000000")`` is nine characters and seconds of work; its digits are a million bytes.
So nothing that came from outside is given to ``int`` or ``Fraction`` before these have seen it.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from fractions import Fraction

from games.texts import T

MOST_DIGITS = 8
#: The digits of a primary key: all keys of 64 bits that are given out fit.
KEY_DIGITS = 18
LONGEST_FRACTION = 24
LONGEST_SHOWN = 40
MOST_SEED = 10**KEY_DIGITS - 1
_FRACTION = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,9})?|\.\d{1,9}|\d{1,12}/\d{1,9})", re.ASCII)


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that ``text`` spells in plain digits; None for anything else, or a longer one."""
    if text.isascii() and text.isdigit() and len(text) <= most_digits:
        return int(text)
    return None


def fraction(text: str) -> Fraction:
    """The exact number that ``text`` writes as 2, -0.5 or 1/2, without an exponent.

    Raises ValueError for anything else, for a division by zero, and for a number of more digits
    than any score has: twelve before the point, nine after it or below the line.
    """
    stripped = text[: LONGEST_FRACTION + 1].strip()
    if len(text) > LONGEST_FRACTION or not _FRACTION.fullmatch(stripped):
        raise ValueError(f"{text[:LONGEST_FRACTION]!r} is not a number such as 2, 0.5 or 1/2.")
    try:
        return Fraction(stripped)
    except ZeroDivisionError:
        raise ValueError(f"{stripped!r} divides by zero.") from None


def many(count: int, what: str) -> str:
    """How many of what, in English: 1 Rider, 3 Riders. For a word whose plural ends in s."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def shown(value: object) -> str:
    """A value as a refusal repeats it: in a few characters, however long it is."""
    if type(value) is int and abs(value) >= 10**KEY_DIGITS:
        return T("so large a number")
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def whole_value(value: object) -> int:
    """A whole number of a JSON document, as a number or in digits. Raises ValueError."""
    number = whole_number(value) if isinstance(value, str) else value
    if type(number) is not int or abs(number) >= 10**MOST_DIGITS:
        raise ValueError(f"a {type(value).__name__} is not a whole number of a usual size")
    return number


def argument(low: int, high: int) -> Callable[[str], int]:
    """The ``type`` of a command's argument: a whole number from ``low`` to ``high``."""

    def read(text: str) -> int:
        digits = text.strip()
        number = whole_number(digits.removeprefix("-"), most_digits=KEY_DIGITS)
        if number is not None and digits.startswith("-"):
            number = -number
        if number is None or not low <= number <= high:
            fault = f"this must be a whole number from {low} to {high}, not {shown(text)}"
            raise ArgumentTypeError(fault)
        return number

    return read
