"""Whole numbers in the text that a browser sends."""

MOST_DIGITS = 8


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that ``text`` spells in plain digits; None for anything else, or a longer one."""
    if text.isascii() and text.isdigit() and len(text) <= most_digits:
        return int(text)
    return None
