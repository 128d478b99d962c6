"""Taking a person out of what was written down: values change, never the shape of a record."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


def stands_out(name: str) -> bool:
    """Whether a name stands out among words: by a capital, by its script, or by a space."""
    return " " in name or any(char.isupper() or not char.isascii() for char in name)


class Eraser:
    """Puts ``alias`` in place of the names of one person.

    ``names`` are those that they had at the event; ``quoted`` is what else people call them by in
    their own words, such as an e-mail address. A name that is written like any word, such as "is"
    or "late", is not looked for in people's own words: it would be found where nobody is meant.
    """

    def __init__(self, names: Iterable[str], alias: str, *, quoted: Iterable[str] = ()) -> None:
        self._names = {name for name in names if name}
        self._alias = alias
        looked_for = {*filter(stands_out, self._names), *filter(None, quoted)}
        longest_first = sorted(looked_for, key=len, reverse=True)
        words = "|".join(re.escape(text) for text in longest_first)
        self._found = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    @property
    def alias(self) -> str:
        return self._alias

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._names)

    def is_name(self, text: object) -> bool:
        return text in self._names

    def name(self, text: Any) -> Any:
        """A value that is somebody's whole name; anything else stays as it is."""
        return self._alias if isinstance(text, str) and text in self._names else text

    def words(self, text: Any) -> Any:
        """People's own words: each whole name in them is replaced."""
        return self._found.sub(self._alias, text) if self._found and isinstance(text, str) else text

    # --- Names within a line that the site wrote ------------------------------------------------

    def first(self, text: str, behind: str) -> str:
        """A line that begins with a name, and ``behind`` it goes on."""
        for name in self._names:
            if text.startswith(name + behind):
                return self._alias + text[len(name) :]
        return text

    def last(self, text: str, before: Sequence[str], longest: int) -> str:
        """A line that ends in a name, which one of ``before`` separates from the rest.

        A line of ``longest`` characters may have been cut within the name.
        """
        for separator in before:
            for name in self._names:
                if text.endswith(separator + name):
                    return text[: -len(name)] + self._alias
            if len(text) == longest and (cut := self._cut_name(text, separator)):
                return text[:-cut] + self._alias
        return text

    def _cut_name(self, text: str, separator: str) -> int:
        """How many characters of a name are left at the end of a line that was cut."""
        _rest, found, begun = text.rpartition(separator)
        is_one = found and begun and any(name.startswith(begun) for name in self._names)
        return len(begun) if is_one else 0

    def both(self, text: str, separator: str, longest: int) -> str:
        """A line of two names."""
        if text in self._names:
            return self._alias
        return self.last(self.first(text, separator), [separator], longest)


def keyed_by_names(values: Mapping[str, Any], eraser: Eraser) -> dict[str, Any]:
    """A mapping whose keys are whole names, with the person's replaced."""
    return {eraser.name(key): value for key, value in values.items()}


def each(values: Any, change: Callable[[Any], Any]) -> Any:
    """A list with each value changed; anything else stays as it is."""
    return [change(value) for value in values] if isinstance(values, list) else values
