"""Sentences for people that can be said in another language.

``T("You have {coins} left.", coins=3)`` is the English text, and also knows what it was made from:
the sentence to look up in a translation, and the values to fill in. So whoever shows it may say it
in the language of the reader (``tournaments.texts.say``), and all others read English.

A sentence is written out, never put together from parts, as not every language has the same order.
A value that is a text itself, such as the name of a card, is translated before it is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Final

NOTHING: Final[Mapping[str, Any]] = {}
#: Characters of the longest text that is read from data, and the texts inside one another there.
LONGEST_READ, DEEPEST_READ = 5000, 60
#: What else ``as_data`` says of a text than its template.
DATA: Final = frozenset({"plural", "number", "values"})


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


#: Every text that a file of data brought to this process, and these files.
OF_DATA: Final[dict[str, set[str]]] = {}


def of_data(template: str, file: str) -> Text:
    """A text without values that stands in a file of data, such as the name of a card."""
    if template:
        OF_DATA.setdefault(template, set()).add(file)
    return T(template)


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


def message(error: Exception) -> str:
    """The text that an error was made with, for those who say it to people."""
    (text,) = error.args[:1] or ("",)
    return text if isinstance(text, str) else str(error)


# --- As data --------------------------------------------------------------------------------------


def as_data(text: str) -> Any:
    """A text as JSON can have it, with what it was made from; a plain string is itself.

    ``{"text": template, "plural": …, "number": …, "values": {name: text, string or whole number}}``
    without what it does not have. Other numbers are written out.
    """
    if not isinstance(text, Text):
        return text
    found: dict[str, Any] = {"text": text.template}
    if text.number is not None:
        found |= {"plural": text.plural, "number": text.number}
    if text.values:
        found["values"] = {name: _value_as_data(value) for name, value in text.values.items()}
    return found


def _value_as_data(value: Any) -> Any:
    if isinstance(value, str):
        return as_data(value)
    return value if type(value) is int else str(value)


def from_data(data: Any, *, levels: int = DEEPEST_READ) -> str:
    """The text of ``as_data``. Raises ValueError for what is none: anybody may have written it."""
    match data:
        case str():
            return data
        case {"text": str(template), **more} if levels and more.keys() <= DATA:
            plural, number = more.get("plural", ""), more.get("number")
            values = _values_from(more.get("values", NOTHING), levels)
            if number is None and not plural:
                return _read(template, template, "", None, values)
            if plural and isinstance(plural, str) and type(number) is int:
                return _read(template if number == 1 else plural, template, plural, number, values)
    raise ValueError("This is no text.")


def _values_from(data: Any, levels: int) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise ValueError("These are no values of a text.")
    return {
        name: value if type(value) is int else from_data(value, levels=levels - 1)
        for name, value in data.items()
    }


def _read(
    form: str, template: str, plural: str, number: int | None, values: Mapping[str, Any]
) -> Text:
    """A text that says ``form``. Nothing of it is kept, as T keeps the texts of the code."""
    if values and not (_is_filled(template, *values) and _is_filled(plural, *values)):
        raise ValueError("A place of this text has no value.")
    text = Text(form.format_map(values) if values else form)
    if len(text) > LONGEST_READ:
        raise ValueError("This text is too long.")
    text.template, text.plural, text.number, text.values = template, plural, number, values
    return text


# Many rows have the same templates.
@lru_cache(256)
def _is_filled(template: str, *names: str) -> bool:
    """Whether every place of a template is one of these names, without an index or a format."""
    return all(
        place is None or (place in names and place.isidentifier() and not form and not conversion)
        for _literal, place, form, conversion in Formatter().parse(template)
    )


#: The empty text.
NO_TEXT: Final = T("")
