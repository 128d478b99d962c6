"""The ledger in words: what was done, and what it changed, for people to read."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import ScoreSheet
from tournaments.punctuation import divided, labelled, listed
from tournaments.wording import day_and_time

KEYS = {
    "dealt_at": _("dealt at"),
    "ended_early": _("ended by the conductor"),
    "entered": _("entered"),
    "heats": _("matches"),  # as it was written before
    "is": pgettext_lazy("ledger", "is"),
    "offline": _("offline"),
    "own_table": _("at the conductor's own table"),
    "proposal": _("proposed"),
    "reason": _("reason"),
    "status": _("state"),
    "tables": _("tables"),
    "undone": _("undone"),
    "was": pgettext_lazy("ledger", "was"),
    "went_out": _("went out"),
    "points": _("points"),
}
#: A moment as it is written down: in UTC, or as a form had it at the event.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")
LONGEST = 300
NOTHING = "\N{EN DASH}"


class Change(NamedTuple):
    """One thing that an act changed."""

    what: str
    before: str
    after: str


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """Return what an act changed or noted, in the order in which it was written down."""
    keys = list(dict.fromkeys([*before, *after]))
    found = [
        Change(str(KEYS.get(key, key.replace("_", " "))), _said(before, key), _said(after, key))
        for key in keys
    ]
    return [one for one in found if (one.before, one.after) != ("", "")]


def _said(values: Mapping[str, Any], key: str) -> str:
    if key not in values:
        return ""
    value = values[key]
    if key == "status" and value in ScoreSheet.Status.values:
        return str(ScoreSheet.Status(value).label)
    return in_words(value)[:LONGEST]


def in_words(value: Any) -> str:
    """A value of the ledger as people read it."""
    if value is None or value in ({}, [], ""):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return divided(
            labelled(KEYS.get(key, key.replace("_", " ")), in_words(one))
            for key, one in value.items()
        )
    if isinstance(value, list):
        return listed(in_words(one) for one in value)
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return day_and_time(datetime.fromisoformat(value), seconds=True)
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)
