"""Taking a name out of what was written down."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

#: Keys of the ledger whose values say something of the person that its entry is about.
PERSONAL = frozenset({"handle", "home_town", "email", "household", "team", "notes"})


class Eraser:
    """Replaces the names of one person by ``alias``, wherever they stand as whole words."""

    def __init__(self, names: Iterable[str], alias: str) -> None:
        longest_first = sorted({name for name in names if name}, key=len, reverse=True)
        words = "|".join(re.escape(name) for name in longest_first)
        self._found = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None
        self._alias = alias

    def text(self, text: str) -> str:
        return self._found.sub(self._alias, text) if self._found else text

    def value(self, value: Any) -> Any:
        """A value of JSON with the names replaced, also in keys."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(key): self.value(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.value(one) for one in value]
        return value

    def facts_about(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What an entry about the person says of them, without it."""
        return {key: "" if key in PERSONAL else self.value(value) for key, value in facts.items()}
