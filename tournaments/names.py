"""Names as people compare them: the order of lists and selects, and what a search finds.

Lists of people are in the order of the whole name, as it stands on the badge: a roster knows one
name, not a first and a last one, and people look for the name that everyone uses. Databases do not
do it, since they disagree on accents and case.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from anyascii import anyascii
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

#: What stands beside the words of a name: a comma, and what is in brackets.
NOT_IN_A_NAME = re.compile(r"\([^()]*\)|,")

Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)

#: The classes of letters of Hebrew and of Arabic.
RIGHT_TO_LEFT = frozenset({"R", "AL"})


def isolated(text: str) -> str:
    """A name for plain text, such as an option, that turns nothing beside it to its direction."""
    return f"\u2068{text}\u2069"


def bdi(text: object) -> SafeString:
    """A name as HTML. One with letters from right to left turns nothing beside it round."""
    name = str(text)
    if any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in name):
        return format_html("<bdi>{}</bdi>", name)
    return escape(name)


def fold(text: str) -> str:
    """``text`` for comparison: NFKC, without case, invisible characters and doubled spaces."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    visible = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return " ".join(visible.split())


def loose(text: str) -> str:
    """``fold`` in plain letters and digits: "lukasz" finds "Łukasz", "soren" finds "Søren".

    A text without any letter or digit is only folded.
    """
    letters = anyascii(fold(text)).lower()
    return "".join(char for char in letters if char.isalnum()) or fold(text)


def alike(name: str) -> tuple[str, ...]:
    """The part of a name that one person's spellings at several events have in common.

    The words in plain letters, in any order: "Lee, Ann" is like "Ann Lée", and so is "Ann Lee
    (York)".
    """
    words = NOT_IN_A_NAME.sub(" ", name).split()
    return tuple(sorted(loose(word) for word in words)) or (fold(name),)


# The pages of an event sort the same names again and again.
@lru_cache(maxsize=8192)
def name_key(name: str) -> tuple[tuple[str, ...], str]:
    """The key to sort a name by: word by word in plain letters, so that Änne comes before Bo."""
    return tuple(loose(word) for word in name.split()), name


def by_name(rows: Iterable[Row], name: Callable[[Row], str]) -> list[Row]:
    """``rows`` in the order of the ``name`` of each; those of one name stay as they were."""
    return sorted(rows, key=lambda row: name_key(name(row)))


class Named(NamedTuple, Generic[Key]):
    """Somebody by key, and the texts that may tell them apart from others of the same name."""

    key: Key
    name: str
    home_town: str = ""
    handle: str = ""


def told_apart(people: Iterable[Named[Key]]) -> dict[Key, str]:
    """The text to show of each name, by key: with a detail where two people have the same name.

    The home town stands with it, or the handle where towns are missing or the same, or else a
    number, in the order given.
    """
    groups: dict[str, list[Named[Key]]] = defaultdict(list)
    for person in people:
        groups[fold(person.name)].append(person)
    found: dict[Key, str] = {}
    for group in groups.values():
        towns = Counter(fold(person.home_town) for person in group)
        handles = Counter(fold(person.handle) for person in group)
        number = 0
        for person in group:
            if len(group) == 1:
                found[person.key] = person.name
                continue
            if person.home_town and towns[fold(person.home_town)] == 1:
                detail = person.home_town
            elif person.handle and handles[fold(person.handle)] == 1:
                detail = person.handle
            else:
                number += 1
                detail = ", ".join(filter(None, [person.home_town, str(number)]))
            found[person.key] = f"{person.name} ({detail})"
    return found


def remark_on_seat(name: str, played_by: str | None, begun_by: str | None, *, helps: bool) -> str:
    """Whose the result of a seat is, beside the ``name`` that it has; empty where that says it.

    ``played_by`` is who took it over from the one named, ``begun_by`` from whom they took it over.
    """
    if played_by and helps:
        words = _("%(other)s took over; counts for nobody")
    elif played_by:
        words = _("%(other)s took over; counts for %(name)s")
    elif begun_by:
        words = _("took over from %(other)s; counts for %(name)s")
    else:
        return _("helps") if helps else ""
    return words % {"name": isolated(name), "other": isolated(played_by or begun_by or "")}
