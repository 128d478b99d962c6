"""Options: choices about a game before it begins, declared once and offered everywhere.

A ``Game`` declares its ``options``. From that declaration come the arguments of the command line,
the form of the adjudicator, the form of a tournament, and what the score sheets depend on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from games.numbers import shown, whole_number
from games.texts import T, Text, listed

Value = int | str | bool
"""A value of an option."""

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen, enough to make an input of it.

    ``kind``: "flag", "choice" (one of ``choices``) or "whole" (``low`` to ``high``). ``sentence``
    says what it does. ``default`` is None where it depends on the number of players; the sentence
    then says on what. ``per`` is "tournament" for what a conductor chooses for all its tables, and
    "game" for what differs from game to game or what the tournament has a setting of its own for.
    """

    key: str
    kind: Literal["flag", "choice", "whole"]
    label: Text
    sentence: Text
    default: Value | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    per: Literal["tournament", "game"] = "tournament"

    @property
    def values(self) -> Text:
        """The values that it takes, in words."""
        if self.kind == "flag":
            return T("{yes} or {no}", yes=YES, no=NO)
        if self.kind == "choice":
            return T("one of {choices}", choices=listed(self.choices))
        return T("a whole number from {low} to {high}", low=self.low, high=self.high)

    @property
    def some(self) -> tuple[Value, ...]:
        """All that it can be; of whole numbers the least and the most."""
        if self.kind == "flag":
            return (False, True)
        return self.choices if self.kind == "choice" else (self.low, self.high)

    def takes(self, value: object) -> bool:
        """Whether it can be set to ``value``."""
        if self.kind == "flag":
            return type(value) is bool
        if self.kind == "choice":
            return isinstance(value, str) and value in self.choices
        return type(value) is int and self.low <= value <= self.high

    def fault(self, value: object) -> ValueError:
        """The error to raise for a value that it does not take."""
        text = T(
            "The option {key} must be {values}, not {value}.",
            key=repr(self.key),
            values=self.values,
            value=shown(value),
        )
        return ValueError(text)

    def read(self, text: str) -> Value:
        """The value that a text spells. Raises ValueError."""
        value: Value | None = text
        if self.kind == "flag":
            value = {YES: True, NO: False}.get(text)
        elif self.kind == "whole":
            value = whole_number(text)
        if value is None or not self.takes(value):
            raise self.fault(text)
        return value


def settle(name: str, options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option of the game called ``name``: as given, or else its default.

    Raises ValueError for an option that the game does not have, or a value that it does not take.
    """
    declared = {option.key: option for option in options}
    for key, value in given.items():
        if key not in declared:
            raise _unknown(name, key, declared)
        if not declared[key].takes(value):
            raise declared[key].fault(value)
    return {key: given.get(key, option.default) for key, option in declared.items()}


def read(name: str, options: Iterable[Option], words: Iterable[str]) -> dict[str, Value]:
    """The options that texts such as "target=100" set. Raises ValueError."""
    declared = {option.key: option for option in options}
    found: dict[str, Value] = {}
    for word in words:
        key, _, text = word.partition("=")
        if key not in declared:
            raise _unknown(name, key, declared)
        if key in found:
            raise ValueError(T("The option {key} is given twice.", key=repr(key)))
        found[key] = declared[key].read(text)
    return found


def _unknown(name: str, key: str, declared: Iterable[str]) -> ValueError:
    has, key = listed(declared), repr(key)
    if not has:
        return ValueError(T("{name} has no option {key}.", name=name, key=key))
    return ValueError(T("{name} has no option {key}: it has {has}.", name=name, key=key, has=has))
