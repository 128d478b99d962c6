"""The headings of a file that somebody brings, in any language, and which column each is of.

Pure. A heading is compared without case, accents, spaces and punctuation (``names.loose``).
"""

import re
from collections.abc import Iterable, Sequence

from tournaments.names import loose

_IN_BRACKETS = re.compile(r"\([^()]*\)")
#: No column behind so many, and none with a longer heading, is one of ours.
MOST_COLUMNS, LONGEST_HEADING = 100, 60


class Headings:
    """The headings of one kind of file: pairs of one of them and its field."""

    def __init__(self, known: Iterable[tuple[str, str]]):
        self._field_of = {loose(heading): field for heading, field in known}

    def field(self, heading: str) -> str | None:
        """The field that a heading names; None if it names none."""
        if len(heading) > LONGEST_HEADING:
            return None
        # Without what a form adds: "Town (optional)".
        known = self._field_of
        return known.get(loose(heading)) or known.get(loose(_IN_BRACKETS.sub("", heading)))

    def fields(self, headings: Sequence[str]) -> list[str | None]:
        """The field of each column; None if its heading is unknown or repeated."""
        fields: list[str | None] = []
        for heading in headings[:MOST_COLUMNS]:
            found = self.field(heading)
            fields.append(None if found in fields else found)
        return [*fields, *[None] * (len(headings) - len(fields))]
