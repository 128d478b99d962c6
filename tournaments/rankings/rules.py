"""Decisions about the ranking of an event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from scoring.conventions import profile_text
from scoring.conventions.profile_text import ProfileTextError
from tournaments.rankings import errors

#: Categories that count, by the days of the event: published for 1, 2, and 2½ to 4 days.
REQUIRED_BY_DAYS = {1: 2, 2: 3}
REQUIRED_AT_LONGER = 4


def required_for(first: date, last: date) -> int:
    """How many categories count at an event of these days, as far as it is published."""
    days = (last - first).days + 1
    return REQUIRED_BY_DAYS.get(days, REQUIRED_AT_LONGER)


def check(values: Mapping[str, Any]) -> None:
    """Raise a RankingRefused for the first fault of a profile, in the order of the form."""
    if not values["name"].strip():
        raise errors.RankingNeedsName(field="name")
    try:
        profile_text.check(values)
    except ProfileTextError as fault:
        raise errors.FAULTS[fault.code](field=fault.field, **fault.facts) from None
