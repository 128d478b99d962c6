"""The values of a convention's profile that people write as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.numbers import fraction
from scoring.conventions.model import TieBreak
from scoring.schemes import schemes

LONGEST_KEY = 10
MOST_CATEGORIES = 30
MOST_BONUS = 99
MOST_PLACES = 12
MOST_TEAM = 12


class ProfileTextError(ValueError):
    """A fault in what people wrote: a ``code``, the ``field`` of the profile, and more facts."""

    def __init__(self, code: str, field: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.facts = code, field, facts


def read_categories(text: str) -> dict[str, str]:
    """The categories by key, in order, from lines "key: name". Raises ProfileTextError."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        key, _colon, name = (part.strip() for part in line.partition(":"))
        if not (name and 1 <= len(key) <= LONGEST_KEY):
            raise ProfileTextError("category-without-key", "categories", line=number)
        if key in found:
            raise ProfileTextError("category-twice", "categories", line=number, key=key)
        found[key] = name
    if len(found) > MOST_CATEGORIES:
        raise ProfileTextError("too-many-categories", "categories", most=MOST_CATEGORIES)
    return found


def read_bonus(text: str) -> list[Fraction]:
    """The points that the places of a final add, best first. Raises ProfileTextError."""
    found: list[Fraction] = []
    for part in text.split():
        try:
            value = fraction(part)
        except ValueError:
            raise ProfileTextError("no-final-bonus", "final_bonus") from None
        if not 0 <= value <= MOST_BONUS or len(found) == MOST_PLACES:
            raise ProfileTextError("no-final-bonus", "final_bonus")
        if found and value > found[-1]:
            raise ProfileTextError("final-bonus-rises", "final_bonus", text=part)
        found.append(value)
    return found


def check(values: Mapping[str, Any]) -> None:
    """Raise ProfileTextError for the first fault of a profile, in the order of its form."""
    categories = read_categories(values["categories"])
    if not (categories or values["by_title"]):
        raise ProfileTextError("categories-missing", "categories")
    most = MOST_CATEGORIES if values["by_title"] else len(categories)
    if not 1 <= values["required"] <= most:
        raise ProfileTextError("required-out-of-range", "required", most=most)
    if values["scheme"] not in schemes():
        raise ProfileTextError("no-such-scheme", "scheme", key=values["scheme"])
    read_bonus(values["final_bonus"])
    _check_steps(values["tie_breaks"])
    if not 2 <= values["team_from"] <= values["team_to"] <= MOST_TEAM:
        raise ProfileTextError("no-such-team-size", "team_to", most=MOST_TEAM)


def _check_steps(chosen: Sequence[str]) -> None:
    for key in chosen:
        if key not in set(TieBreak) or list(chosen).count(key) > 1:
            raise ProfileTextError("no-such-tie-break", "tie_breaks", key=key)
