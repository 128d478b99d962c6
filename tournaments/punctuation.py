"""The punctuation of what is put together in code and on pages: labels, lists, brackets.

It differs from language to language: French has a narrow space before a colon, Japanese has marks
of its own. A sentence has it in the catalogue, together with its words. This is for all that is no
sentence, such as a name with what is said of it. Each shape has one text in the catalogue.

HTML stays HTML: beside a safe text, all others are escaped. Plain texts make a plain one.
"""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

MINUS = "\N{MINUS SIGN}"


def signed(number: object) -> str:
    """A number as people read it: below zero it has a minus, and no hyphen. A dash stays one."""
    return str(number).replace("-", MINUS)


def labelled(label: object, value: object) -> str:
    """A label and what it is the label of: "Table 3: disputed"."""
    return _filled(pgettext("a label", "{label}: {value}"), label=label, value=value)


def with_remark(text: object, remark: object) -> str:
    """A text with a remark on it: "Ann (Berlin)"."""
    return _filled(pgettext("a remark", "{text} ({remark})"), text=text, remark=remark)


def in_brackets(text: object) -> str:
    """A remark that stands by itself, behind what it is about: "(optional)"."""
    return _filled(pgettext("a remark", "({remark})"), remark=text)


def ended(text: object) -> str:
    """A text with its full stop: "Ann, Bob."."""
    return _filled(pgettext("a sentence", "{text}."), text=text)


def listed(items: Iterable[object]) -> str:
    """Items with commas between them: "a, b, c"."""
    return _joined(comma(), items)


def divided(items: Iterable[object]) -> str:
    """Items that may have commas inside, with semicolons between them: "a, b; c"."""
    mark = pgettext("a list whose items have commas", "{items}; {item}")
    return _joined(mark.format(items="", item=""), items)


def colon() -> str:
    """The mark between a label and its value, for templates that have tags around both."""
    return labelled("", "")


def comma() -> str:
    """The mark between the items of a list."""
    return _("{items}, {item}").format(items="", item="")


def full_stop() -> str:
    """The mark that ends a sentence."""
    return ended("")


def _filled(template: str, **values: object) -> str:
    if any(map(_is_safe, values.values())):
        return format_html(template, **values)
    return template.format(**values)


def _joined(mark: str, items: Iterable[object]) -> str:
    found = list(items)
    if any(map(_is_safe, found)):
        return format_html_join(mark, "{}", ((item,) for item in found))
    return mark.join(map(str, found))


def _is_safe(value: object) -> bool:
    return hasattr(value, "__html__")
