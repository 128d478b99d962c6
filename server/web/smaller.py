"""Scripts and style sheets without what only their authors read: comments and indentation.

It knows the way in which ours are written, not the languages: in a script a comment of several
lines has them for itself, one at the end of a line begins with a space and two slashes, which no
text has, and no text goes over the end of a line. ``tests/server/web/test_smaller.py`` holds
ours to that.
"""

import re

_BLOCK = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_END = re.compile(r"[ \t]+// .*$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_MARGINS = re.compile(r"^\s+|[ \t]+$", re.MULTILINE)


def script(text: str) -> str:
    """A script without its comments, empty lines and margins."""
    return _MARGINS.sub("", _END.sub("", _LINE.sub("", _BLOCK.sub("", text))))


def style_sheet(text: str) -> str:
    """A style sheet without its comments, empty lines and margins."""
    return _MARGINS.sub("", _COMMENT.sub("", text))
