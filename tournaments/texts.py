"""The texts of games, scoring and pairing in the reader's language.

The pure packages know no Django, and make English texts that remember what they were made from
(``games.texts``). ``say`` is the one place that translates them, where they are shown: pages and
the API call it in a request, whose language Django has activated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.utils import translation

from games.texts import Text
from tournaments.punctuation import signed

#: A number below zero, perhaps with decimals or a fraction, as scoring writes it.
BELOW_ZERO = re.compile(r"-\d[\d., /]*%?")


def say(text: str) -> str:
    """A text in the active language; a string that is no ``Text``, such as a name, as it is."""
    if not isinstance(text, Text):
        return text
    if text.number is not None:
        template = translation.ngettext(text.template, text.plural, text.number)
    else:
        # gettext answers "" with the header of its catalogue.
        template = translation.gettext(text.template) if text.template else ""
    return template.format_map(_said(text.values)) if text.values else template


def in_site_language() -> AbstractContextManager[None]:
    """Say texts in the language of the site: those that are stored, whoever acts."""
    return translation.override(settings.LANGUAGE_CODE)


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in values.items()}


def _value(value: Any) -> Any:
    if isinstance(value, str):
        # Scoring fills in its numbers as it rounded them, with their unit.
        return signed(value) if BELOW_ZERO.fullmatch(value) else say(value)
    # A rule engine fills in whatever says itself, such as a card.
    return signed(value) if isinstance(value, int) and value < 0 else value
