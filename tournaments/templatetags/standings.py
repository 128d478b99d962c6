"""Template filters of the standings: a score, and how old it is."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from scoring import formatting
from tournaments.models import Standing
from tournaments.punctuation import signed

register = template.Library()

MINUTE, HOUR = 60, 3600


@register.filter
def score(value: Fraction | str, decimals: int | None = None) -> str:
    """A rounded score with its exact value as a title: ``3.5``, ``6.88``. Accepts "7/2" too.

    ``decimals`` are those of its column.
    """
    text, value = short_score(value, decimals), Fraction(value)
    if value.denominator == 1:
        return text
    return format_html('<span title="{}">{}</span>', signed(formatting.exact(value)), text)


@register.filter
def short_score(value: Fraction | str, decimals: int | None = None) -> str:
    """A rounded score alone, for tables of hundreds of rows; ``decimals`` as for ``score``."""
    if decimals is None:
        return signed(number_format(formatting.rounded(Fraction(value))))
    return signed(number_format(formatting.in_column(Fraction(value), decimals)))


@register.filter
def decimals(rows: Iterable[Any], name: str) -> int:
    """How many decimals the column of the scores ``name`` of these rows needs."""
    return formatting.decimals(Fraction(getattr(row, name)) for row in rows)


@register.filter
def age(moment: datetime, now: datetime) -> str:
    """How long ago a moment was: ``12 s``, ``4 min``, ``2 h``; as static/js/age.js says it."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < MINUTE:
        return _("%(count)s s") % {"count": seconds}
    if seconds < HOUR:
        return _("%(count)s min") % {"count": seconds // MINUTE}
    return _("%(count)s h") % {"count": seconds // HOUR}


@register.filter
def scores_decide(standings: Sequence[Standing]) -> bool:
    """Whether the scores of the first agree with their places: a final may have decided otherwise,
    and then a score beside a place says the opposite."""
    scores = [Fraction(one.score) for one in standings]
    return scores == sorted(scores, reverse=True)
