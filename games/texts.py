"""Sentences for people that can be said in another language.

``T("You have {coins} left.", coins=3)`` is the English text, and also knows what it was made from:
the sentence to look up in a translation, and the values to fill in. So whoever shows it may say it
in the language of the reader (``tournaments.texts.say``), and all others read English.

A sentence is written out, never put together from parts, as not every language has the same order.
A value that is a text itself, such as the name of a card, is translated before it is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

NOTHING: Final[Mapping[str, Any]] = {}


class Text(str):
    """An English text. Compared, stored and sent, it is that text and nothing else.

    ``template`` has a ``{name}`` for each of ``values``. A text about a number of things has its
    other form in ``plural``, and the number in ``number``; None where there is no plural.
    """

    __slots__ = ("number", "plural", "template", "values")

    template: str
    plural: str
    number: int | None
    values: Mapping[str, Any]


def T(template: str, /, **values: Any) -> Text:  # noqa: N802 - as short as gettext's _
    """A text from a template, a plain string, as ``make messages`` reads it from the code."""
    if not values:
        return _PLAIN.get(template) or _plain(template)
    text = Text(template.format(**values))
    text.template, text.plural, text.number, text.values = template, "", None, values
    return text


#: The texts without values: rules ask for the same ones again and again.
_PLAIN: Final[dict[str, Text]] = {}


def _plain(template: str) -> Text:
    text = _PLAIN[template] = Text(template)
    text.template, text.plural, text.number, text.values = template, "", None, NOTHING
    return text


def TN(one: str, many: str, count: int, /, **values: Any) -> Text:  # noqa: N802
    """A text about ``count`` things, which both templates have as ``{n}``."""
    values["n"] = count
    text = Text((one if count == 1 else many).format_map(values))
    text.template, text.plural, text.number, text.values = one, many, count, values
    return text


def unfilled(template: str, /) -> Text:
    """A text whose places, such as ``{mine}``, are still empty: ``filled`` fills them."""
    return T(template)


def filled(text: Text, /, **values: Any) -> Text:
    """An ``unfilled`` text with its values."""
    found = Text(text.template.format(**values))
    found.template, found.plural, found.number, found.values = text.template, "", None, values
    return found


def named(name: str) -> Text:
    """A name that somebody gave, where a text is wanted: it is the same in every language."""
    return T("{name}", name=name)


def listed(items: Iterable[object]) -> str:
    """Items with commas between them: "a, b, c". "" for none, a plain string for one of them."""
    found: str | None = None
    for item in items:
        one = item if isinstance(item, str) else str(item)
        found = one if found is None else T("{items}, {item}", items=found, item=one)
    return found or ""


def all_of(items: Sequence[str]) -> str:
    """Items as a sentence names them: "a, b and c". "" for none, a plain string for one of them."""
    before = listed(items[:-1])
    return T("{items} and {item}", items=before, item=items[-1]) if before else listed(items)


#: The empty text.
NO_TEXT: Final = T("")
