"""Reading the code of a badge in a scanner's input."""

import re

#: Nobody has a longer address on their badge.
LONGEST_CODE = 500
SPACES = re.compile(r"\s+")


def code_in(scanned: str) -> str:
    """The badge's code in what was scanned, which is its address or the code itself; or a PIN.

    People read a PIN aloud, and type it, in two groups.
    """
    text = SPACES.sub("", scanned.replace("\0", ""))[:LONGEST_CODE]
    return text.rstrip("/").rpartition("/")[2]
