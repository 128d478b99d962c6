"""Days in words, each language in its own order: 28 November, 28. November, 11月28日.

This is the one place where a day is put into words. Code and templates say its English form, which
are letters of Django's formats: ``{{ day|day:"l, j F" }}``. Files and the API have days in ISO form
instead.
"""

from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

#: The forms of each language; one that is not here has the English ones. The dash is that of a
#: span, "28 to 29 November 2026", where a language may say the year first.
FORMS: Final = {
    "de": {
        "D": "D",
        "D j M": "D, j. N",
        "j F": "j. F",
        "j F Y": "j. F Y",
        "j F -": "j. F",
        "j M": "j. N",
        "j M Y": "j. N Y",
        "j M -": "j. N",
        "l, j F": "l, j. F",
        "l, j F Y": "l, j. F Y",
        "- j F Y": "j. F Y",
        "- j M Y": "j. N Y",
    },
    "fr": {
        "D": "D.",
        "D j M": "D. j N",
        "j F": "j F",
        "j F Y": "j F Y",
        "j F -": "j F",
        "j M": "j N",
        "j M Y": "j N Y",
        "j M -": "j N",
        "l, j F": "l j F",
        "l, j F Y": "l j F Y",
        "- j F Y": "j F Y",
        "- j M Y": "j N Y",
    },
    "ja": {
        "D": "D曜",
        "D j M": "n月j日（D）",
        "j F": "n月j日",
        "j F Y": "Y年n月j日",
        "j F -": "Y年n月j日",
        "j M": "n月j日",
        "j M Y": "Y年n月j日",
        "j M -": "Y年n月j日",
        "l, j F": "n月j日（D）",
        "l, j F Y": "Y年n月j日（D）",
        "- j F Y": "n月j日",
        "- j M Y": "n月j日",
    },
}
#: The first day of a month, where it is not said as the others are: 1er novembre.
FIRST: Final = {"fr": r"j\e\r"}


def in_words(day: date, form: str) -> str:
    """A day, or that of a moment at the event, in the reader's language.

    ``form`` is its English form, with a dash where it begins or ends a span: "j F -", "- j F Y".
    """
    if isinstance(day, datetime):
        day = timezone.localtime(day)
    language = (get_language() or "").partition("-")[0]
    own = FORMS[language][form] if language in FORMS else form.strip("- ")
    if day.day == 1 and language in FIRST:
        own = own.replace("j", FIRST[language])
    return date_format(day, own)
