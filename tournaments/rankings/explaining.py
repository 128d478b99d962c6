"""The sentences of a ranking, made from its structured reasons when they are shown."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.conventions.model import NotCounted
from scoring.formatting import rounded
from tournaments.punctuation import listed

#: By the code of a game that gave somebody nothing.
NOT_COUNTED: dict[str, Any] = {
    NotCounted.OTHER_TITLE: gettext_lazy("its title is not one of this competition"),
    NotCounted.NO_CATEGORY: gettext_lazy("its tournament has no category here"),
    NotCounted.NOT_A_TOP_TABLE: gettext_lazy("only the top table of a final adds points"),
    NotCounted.PICK_UP: gettext_lazy("pick-up games do not count"),
    NotCounted.VOID: gettext_lazy("disqualified in this category"),
    NotCounted.NOT_THE_BEST: gettext_lazy("another game of this category was better"),
}


def why_above(why: Mapping[str, Any] | None, below: str) -> str:
    """Why somebody stands above the person ``below``, or shares their place."""
    if not why or not below:
        return ""
    step = why["step"]
    if step == "equal":
        words = _("Equal to %(name)s in every step; their names decide who is listed first.")
        return _said(words, name=below)
    if step == "complete":
        return _said(_("Above %(name)s, who still needs categories."), name=below)
    mine, theirs = _values(why["mine"], why["theirs"])
    return _said(SENTENCES[step], name=below, mine=mine, theirs=theirs)


SENTENCES: dict[str, Any] = {
    "categories": gettext_lazy(
        "Above %(name)s by the number of categories: %(mine)s to %(theirs)s."
    ),
    "total": gettext_lazy("Above %(name)s by the total: %(mine)s to %(theirs)s."),
    "wins": gettext_lazy("Above %(name)s by categories won: %(mine)s to %(theirs)s."),
    "iron": gettext_lazy("Above %(name)s by the sum over all categories: %(mine)s to %(theirs)s."),
    "results": gettext_lazy(
        "Above %(name)s by the first result that differs: %(mine)s to %(theirs)s."
    ),
}


def _values(mine: Any, theirs: Any) -> tuple[str, str]:
    """Two values as people read them: with as many decimals as it takes to tell them apart."""
    if isinstance(mine, list):
        pairs = zip(mine, theirs, strict=True)
        mine, theirs = next((one, other) for one, other in pairs if one != other)
    first, second = Fraction(mine), Fraction(theirs)
    if rounded(first) != rounded(second):
        return str(rounded(first)), str(rounded(second))
    return str(first), str(second)


def _said(words: Any, **facts: Any) -> str:
    """A sentence as HTML, whose facts are escaped unless they are HTML."""
    return format_html(re.sub(r"%\((\w+)\)s", r"{\1}", str(words)), **facts)


def still_needs(count: int, of: list[str]) -> str:
    """A sentence about the categories that somebody misses, or ""."""
    if not count:
        return ""
    words = ngettext(
        "Still needs %(count)s category out of: %(of)s.",
        "Still needs %(count)s categories out of: %(of)s.",
        count,
    )
    return words % {"count": count, "of": listed(of) or _("none that is left")}
